import type { EndedTest } from './run-tests.ts'

/** A test that cannot pass on some kind of server, and why; without a title, the whole file. */
export interface Exception {
  /** From the root of the repository. */
  readonly file: string
  readonly test?: string
  readonly why: string
}

/**
 * What is wrong with a run, a sentence each: a test that failed and is no exception, an exception that passed, and one
 * that no longer exists. Exceptions of files that did not run are left alone.
 */
export function problemsOf(
  ended: readonly EndedTest[],
  exceptions: readonly Exception[],
  files: readonly string[],
): readonly string[] {
  const failed = ended.filter(
    (one) => !one.isPassed && !exceptions.some((exception) => covers(exception, one)),
  )
  const unfit = exceptions
    .filter(({ file }) => files.includes(file))
    .map((exception) => ({
      name: `${exception.file}: ${exception.test ?? 'the whole file'}`,
      found: ended.filter((one) => covers(exception, one)),
    }))
  return [
    ...failed.map(({ file, test }) => `failed: ${file}: ${test}`),
    ...unfit
      .filter(({ found }) => found.length === 0)
      .map(({ name }) => `an exception that is no test: ${name}`),
    ...unfit
      .filter(({ found }) => found.length > 0 && found.every(({ isPassed }) => isPassed))
      .map(({ name }) => `an exception that passes, so strike it off: ${name}`),
  ]
}

function covers({ file, test }: Exception, one: EndedTest): boolean {
  return one.file === file && (test === undefined || one.test === test)
}
