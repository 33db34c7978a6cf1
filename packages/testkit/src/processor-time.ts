/**
 * The processor time that this thread spends on `work`, in milliseconds. Other programs on the machine do not count, so
 * tests of how much work something is can run anywhere.
 */
export function processorMs(work: () => void): number {
  const elapsedMs = processorClock()
  work()
  return elapsedMs()
}

/** The processor time that this thread has spent since, in milliseconds. */
export function processorClock(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
}
