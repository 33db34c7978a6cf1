import { getTestContext } from 'node:test'

/**
 * A stop that works once, and at the latest when the test ends in which it was made: a test that fails before its last line
 * leaves nothing open, for which its file would wait until the run's time is over. What a file opened for all of its
 * tests is the file's to stop.
 */
export function endWithTest(stop: () => Promise<void>): () => Promise<void> {
  const begun: { end?: Promise<void> } = {}
  const stopOnce = () => (begun.end ??= stop())
  const test = getTestContext()
  if (test !== undefined && 'after' in test && test.fullName !== ROOT) test.after(stopOnce)
  return stopOnce
}

// As node:test calls the file in its hooks.
const ROOT = '<root>'
