/** A message, as far as it says something about its conversation. */
export interface NotedMessage {
  readonly id: number
  readonly senderId: number
  /** In seconds, as the service counts. */
  readonly timestamp: number
  readonly conversation: ConversationPlace
}

export type ConversationPlace =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  /** The others of a direct conversation; nobody in the one with oneself. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/** A conversation, as the list of recent ones shows it. */
export interface RecentConversation {
  readonly key: string
  readonly place: ConversationPlace
  readonly lastId: number
  readonly timestamp: number
  /** Who wrote, the latest first. */
  readonly senderIds: readonly number[]
}

// A long day of a large organization; the oldest go.
const MAX_MESSAGES = 20_000

/** What is known of recent conversations: fed with pages of messages and with what happens to them. */
export class RecentIndex {
  readonly #messages = new Map<number, NotedMessage>()
  readonly #idsOf = new Map<string, Set<number>>()
  readonly #known = new Map<string, RecentConversation>()

  ids(): IterableIterator<number> {
    return this.#messages.keys()
  }

  has(id: number): boolean {
    return this.#messages.has(id)
  }

  add(messages: Iterable<NotedMessage>): void {
    for (const message of messages) {
      this.remove([message.id])
      this.#messages.set(message.id, message)
      const key = conversationKey(message.conversation)
      const ids = this.#idsOf.get(key) ?? new Set()
      this.#idsOf.set(key, ids.add(message.id))
      this.#known.delete(key)
    }
    this.#forgetOldest()
  }

  /** Messages went to another topic or channel. */
  move(ids: Iterable<number>, to: { readonly channelId: number; readonly topic: string }): void {
    const moved: NotedMessage[] = []
    for (const id of ids) {
      const message = this.#messages.get(id)
      if (message !== undefined) moved.push({ ...message, conversation: { kind: 'topic', ...to } })
    }
    this.add(moved)
  }

  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      const message = this.#messages.get(id)
      if (message === undefined) continue
      this.#messages.delete(id)
      const key = conversationKey(message.conversation)
      const others = this.#idsOf.get(key)
      others?.delete(id)
      if (others?.size === 0) this.#idsOf.delete(key)
      this.#known.delete(key)
    }
  }

  /** All that are known, the latest first. */
  conversations(): readonly RecentConversation[] {
    const all: RecentConversation[] = []
    for (const [key, ids] of this.#idsOf) {
      const known = this.#known.get(key) ?? this.#made(key, ids)
      if (known === undefined) continue
      this.#known.set(key, known)
      all.push(known)
    }
    return all.toSorted((one, other) => other.lastId - one.lastId)
  }

  #made(key: string, ids: ReadonlySet<number>): RecentConversation | undefined {
    const messages = [...ids]
      .toSorted((one, other) => other - one)
      .map((id) => this.#messages.get(id))
    const senders = messages.map((message) => message?.senderId).filter((id) => id !== undefined)
    const [last] = messages
    if (last === undefined) return undefined
    return {
      key,
      place: last.conversation,
      lastId: last.id,
      timestamp: last.timestamp,
      senderIds: [...new Set(senders)],
    }
  }

  #forgetOldest(): void {
    const over = this.#messages.size - MAX_MESSAGES
    if (over <= 0) return
    const oldest = [...this.#messages.keys()].toSorted((one, other) => one - other)
    this.remove(oldest.slice(0, over))
  }
}

/** A conversation's own name: topics are one whatever the case of their letters. */
export function conversationKey(place: ConversationPlace): string {
  if (place.kind === 'topic') return `${place.channelId}:${place.topic.toLowerCase()}`
  return `dm:${place.userIds.toSorted((one, other) => one - other).join(',')}`
}
