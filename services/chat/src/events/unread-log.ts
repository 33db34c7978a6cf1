/**
 * What a process has not read of the event log: the entries above a number, and those below whose transactions had not
 * committed when it passed them.
 */
export interface UnreadLog {
  readonly after: number
  readonly gaps: readonly number[]
}

export function isUnread({ after, gaps }: UnreadLog, id: number): boolean {
  return id > after || gaps.includes(id)
}

/**
 * The entries of the log that are part of a client's initial state and that its process had not read when it began to
 * hold them back: when they arrive, the client has them. By the rows themselves, since only whoever reads the state
 * sees which of them it saw: numbers of transactions are one server's, and the rows of an organization may lie on
 * another one than those of its neighbour.
 * @source docs/decisions/0303-chat-events.md
 */
export type SeenEntries = ReadonlySet<number>
