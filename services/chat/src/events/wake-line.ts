/**
 * A way by which processes wake each other that may be away, and may lose what is said on it. Nothing but that there
 * is something to read is ever said: what it is stands in the log.
 * @source docs/decisions/0009-nats.md
 */
export interface WakeLine {
  readonly isConnected: boolean
  /** Wakes all other processes that are connected. */
  say(): void
  listen(heard: () => void): void
  /** Calls back whenever the line comes or goes. */
  watch(changed: () => void): void
}
