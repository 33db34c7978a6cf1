import { ArchiveProblem } from '../archive/archive-problem.ts'

/** A conversation of an archive, whatever its recipients were called there. */
export type Conversation =
  | { readonly kind: 'channel'; readonly channelId: number }
  /** Sorted ids of the archive. */
  | { readonly kind: 'people'; readonly userIds: readonly number[] }

// Twenty times the largest organization that is promised; each takes some 20 bytes of memory.
const MAX_MESSAGES = 20_000_000

/** What is marked on a message as a whole. */
export const MESSAGE_BIT = { wildcard: 1, unreadBySender: 2, reaction: 4 } as const

/** Collects the messages of an archive in whatever order they come. */
export class MessageCollector {
  readonly #ids: number[] = []
  readonly #conversations: number[] = []
  readonly #senders: number[] = []

  add(id: number, conversation: number, sender: number): void {
    if (this.#ids.length >= MAX_MESSAGES) {
      throw new ArchiveProblem(`the archive has more than ${MAX_MESSAGES} messages`)
    }
    this.#ids.push(id)
    this.#conversations.push(conversation)
    this.#senders.push(sender)
  }

  /** @throws ArchiveProblem for an id that two messages have */
  index(conversations: readonly Conversation[]): MessageIndex {
    const order = Uint32Array.from(this.#ids.keys())
    const isSorted = this.#ids.every((id, at) => at === 0 || id > (this.#ids[at - 1] ?? 0))
    if (!isSorted) order.sort((a, b) => (this.#ids[a] ?? 0) - (this.#ids[b] ?? 0))
    const ids = Float64Array.from(order, (at) => this.#ids[at] ?? 0)
    const twice = ids.find((id, rank) => rank > 0 && id === ids[rank - 1])
    if (twice !== undefined) throw new ArchiveProblem(`zerver_message has the id ${twice} twice`)
    return new MessageIndex(
      ids,
      Int32Array.from(order, (at) => this.#conversations[at] ?? 0),
      Float64Array.from(order, (at) => this.#senders[at] ?? 0),
      conversations,
    )
  }
}

/** The messages of an archive by rank: 0 for the lowest id. */
export class MessageIndex {
  readonly conversations: readonly Conversation[]
  readonly #ids: Float64Array
  readonly #conversationOf: Int32Array
  readonly #senders: Float64Array
  /** Position within the conversation, by rank. */
  readonly #ordinals: Int32Array
  /** Ranks by conversation, then position. */
  readonly #ranks: Int32Array
  readonly #starts: Int32Array
  readonly #bits: Uint8Array

  constructor(
    ids: Float64Array,
    conversationOf: Int32Array,
    senders: Float64Array,
    conversations: readonly Conversation[],
  ) {
    this.#ids = ids
    this.#conversationOf = conversationOf
    this.#senders = senders
    this.conversations = conversations
    this.#bits = new Uint8Array(ids.length)
    this.#starts = startsOf(conversationOf, conversations.length)
    this.#ordinals = new Int32Array(ids.length)
    this.#ranks = new Int32Array(ids.length)
    const filled = new Int32Array(conversations.length)
    for (const [rank, conversation] of conversationOf.entries()) {
      const ordinal = filled[conversation] ?? 0
      filled[conversation] = ordinal + 1
      this.#ordinals[rank] = ordinal
      this.#ranks[(this.#starts[conversation] ?? 0) + ordinal] = rank
    }
  }

  get count(): number {
    return this.#ids.length
  }

  /** -1 for an id that no message has. */
  rankOf(id: number): number {
    let [low, high] = [0, this.#ids.length - 1]
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#ids[middle] ?? 0
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  conversationAt(rank: number): number {
    return this.#conversationOf[rank] ?? 0
  }

  senderAt(rank: number): number {
    return this.#senders[rank] ?? 0
  }

  ordinalAt(rank: number): number {
    return this.#ordinals[rank] ?? 0
  }

  /** How many messages a conversation has. */
  sizeOf(conversation: number): number {
    return (this.#starts[conversation + 1] ?? 0) - (this.#starts[conversation] ?? 0)
  }

  /** The rank of a conversation's message by its position. */
  rankIn(conversation: number, ordinal: number): number {
    return this.#ranks[(this.#starts[conversation] ?? 0) + ordinal] ?? 0
  }

  mark(rank: number, bit: number): void {
    this.#bits[rank] = (this.#bits[rank] ?? 0) | bit
  }

  has(rank: number, bit: number): boolean {
    return ((this.#bits[rank] ?? 0) & bit) !== 0
  }
}

function startsOf(conversationOf: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1)
  for (const conversation of conversationOf) {
    starts[conversation + 1] = (starts[conversation + 1] ?? 0) + 1
  }
  for (let at = 1; at <= count; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  return starts
}
