import type { MessageIndex } from './message-index.ts'

/** Positions of a conversation's messages as pairs of first and last, in the order in which they came. */
type Runs = number[]

interface Reader {
  readonly received: Runs
  readonly unread: Runs
}

/** Which messages each reader received and has not read, as runs of a conversation's messages. */
export class ReaderStates {
  readonly #index: MessageIndex
  readonly #readers = new Map<string, Reader>()

  constructor(index: MessageIndex) {
    this.#index = index
  }

  receive(userId: number, rank: number, read: 'read' | 'unread'): void {
    const ordinal = this.#index.ordinalAt(rank)
    const key = keyOf(userId, this.#index.conversationAt(rank))
    let reader = this.#readers.get(key)
    if (reader === undefined) {
      reader = { received: [], unread: [] }
      this.#readers.set(key, reader)
    }
    append(reader.received, ordinal)
    if (read === 'unread') append(reader.unread, ordinal)
  }

  /**
   * What a reader has of a conversation, as ranges of ids in the database's notation; the messages have the ids from
   * `firstId` on by their rank. Whoever is in it now also receives what comes.
   */
  rangesOf(
    userId: number,
    conversation: number,
    { firstId, isActive }: { readonly firstId: number; readonly isActive: boolean },
  ): { readonly history: string; readonly read: string } {
    const reader = this.#readers.get(keyOf(userId, conversation))
    const end = firstId + this.#index.count
    const idAt = (ordinal: number) => firstId + this.#index.rankIn(conversation, ordinal)
    const received = merged(reader?.received ?? [])
    const size = this.#index.sizeOf(conversation)
    const isOpen = isActive && received.at(-1)?.[1] === size - 1
    const history = received.map(([from, to], at) =>
      isOpen && at === received.length - 1 ? `[${idAt(from)},)` : `[${idAt(from)},${idAt(to) + 1})`,
    )
    if (isActive && !isOpen) history.push(`[${end},)`)
    // What lies between two unread runs counts as read, whether or not it was received.
    const read: string[] = []
    let from = 0
    for (const [first, last] of merged(reader?.unread ?? [])) {
      if (idAt(first) > from) read.push(`[${from},${idAt(first)})`)
      from = idAt(last) + 1
    }
    if (end > from) read.push(`[${from},${end})`)
    return { history: `{${history.join(',')}}`, read: `{${read.join(',')}}` }
  }
}

function keyOf(userId: number, conversation: number): string {
  return `${userId} ${conversation}`
}

function append(runs: Runs, ordinal: number): void {
  if (runs.at(-1) === ordinal - 1 && runs.length > 0) runs[runs.length - 1] = ordinal
  else runs.push(ordinal, ordinal)
}

/** In order, without gaps between neighbours. */
function merged(runs: Runs): readonly (readonly [first: number, last: number])[] {
  const pairs: [number, number][] = []
  for (let at = 0; at < runs.length; at += 2) pairs.push([runs[at] ?? 0, runs[at + 1] ?? 0])
  pairs.sort(([a], [b]) => a - b)
  const found: [number, number][] = []
  for (const [first, last] of pairs) {
    const before = found.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else found.push([first, last])
  }
  return found
}
