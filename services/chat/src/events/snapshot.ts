/** What a transaction of PostgreSQL could see, from `pg_current_snapshot()`. */
export interface Snapshot {
  readonly text: string
  /** All transactions below it had ended. */
  readonly xmin: bigint
  /** None from here on had begun. */
  readonly xmax: bigint
  readonly running: ReadonlySet<bigint>
}

/** Which part of the event log was included in a client's initial state. */
export interface Beginning {
  readonly snapshot: Snapshot
  /** No entry that the snapshot saw has a higher number: after a crash the database reuses transaction ids. */
  readonly end: number
}

/** Whether an entry of the log is included in a client's initial state. */
export function isPartOf(
  { snapshot, end }: Beginning,
  { id, xid }: { readonly id: number; readonly xid: bigint },
): boolean {
  return id <= end && isVisibleIn(snapshot, xid)
}

/** Reads the text form `xmin:xmax:xid,xid…`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', running = ''] = text.split(':')
  const ids = running === '' ? [] : running.split(',').map(BigInt)
  return { text, xmin: BigInt(xmin), xmax: BigInt(xmax), running: new Set(ids) }
}

/** Whether the snapshot saw the effects of a committed transaction. */
export function isVisibleIn(snapshot: Snapshot, xid: bigint): boolean {
  return xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.running.has(xid))
}
