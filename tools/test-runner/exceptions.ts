import type { EndedTest } from './run-tests.ts'

/** A test that cannot pass on some kind of server, and why. */
export interface Exception {
  /** From the root of the repository. */
  readonly file: string
  /** Its title. */
  readonly test: string
  readonly why: string
}

type Title = Pick<Exception, 'file' | 'test'>

/**
 * What is wrong with a run, a sentence each: a test that failed and is no exception, an exception that passed, and one
 * that no longer exists. Exceptions of files that did not run are left alone.
 */
export function problemsOf(
  ended: readonly EndedTest[],
  exceptions: readonly Exception[],
  files: readonly string[],
): readonly string[] {
  const failed = ended.filter((one) => !one.isPassed && !exceptions.some(isOf(one)))
  const wrong = exceptions
    .filter(({ file }) => files.includes(file))
    .map((exception) => ({ exception, found: ended.filter(isOf(exception)) }))
    .filter(({ found }) => found.length === 0 || found.some(({ isPassed }) => isPassed))
  return [
    ...failed.map(({ file, test }) => `failed: ${file}: ${test}`),
    ...wrong.map(({ exception: { file, test }, found }) =>
      found.length === 0
        ? `an exception that is no test: ${file}: ${test}`
        : `an exception that passes, so strike it off: ${file}: ${test}`,
    ),
  ]
}

function isOf(one: Title) {
  return (other: Title) => one.file === other.file && one.test === other.test
}
