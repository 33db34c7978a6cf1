/** What a transaction of PostgreSQL could see, from `pg_current_snapshot()`. */
export interface Snapshot {
  readonly text: string
  /** All transactions below it had ended. */
  readonly xmin: bigint
  /** None from here on had begun. */
  readonly xmax: bigint
  readonly running: ReadonlySet<bigint>
}

/** Reads the text form `xmin:xmax:xid,xid…`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', running = ''] = text.split(':')
  const ids = running === '' ? [] : running.split(',').map(BigInt)
  return { text, xmin: BigInt(xmin), xmax: BigInt(xmax), running: new Set(ids) }
}

/** Whether what a committed transaction did was part of what the snapshot saw. */
export function isVisibleIn(snapshot: Snapshot, xid: bigint): boolean {
  return xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.running.has(xid))
}
