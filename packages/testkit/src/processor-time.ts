/**
 * The processor time of this thread for `work`, in milliseconds: what else runs on the machine does not count, so that a
 * test of how much work something is can be run anywhere.
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
