// npm that is killed with -9 tells nobody; this soon afterwards everything stops.
const LOOK_EVERY_MS = 500

/** Calls `onGone` once when npm, which started this process, is gone. Does nothing when npm did not start it. */
export function watchNpm(
  environment: Readonly<Record<string, string | undefined>>,
  onGone: () => void,
): void {
  if (environment['npm_lifecycle_event'] === undefined) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  timer.unref()
}
