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

const YARDSTICK = 'lorem ipsum dolor '.repeat(200_000)
// On a processor of 2025 that has little else to do.
const YARDSTICK_MS = 25

/**
 * How many times longer this processor takes at this moment for the same work than one that is quick and free, at least 1:
 * beside much else caches are cold and cores are shared.
 */
export function slowness(): number {
  const elapsedMs = processorMs(() => void YARDSTICK.replaceAll(/\b[a-z]+\b/gv, 'x'))
  return Math.max(1, elapsedMs / YARDSTICK_MS)
}
