import type { Tx } from '@oficina/kit/database.ts'

import type { MessageNotice } from '../events/notice.ts'
import type { CalledBot } from '../hooks/store/bot-call-store.ts'
import type { PersonRow } from '../tenancy/store/person-store.ts'
import type { Realm } from '../tenancy/store/user-store.ts'
import type { Channel, Viewer } from '../tenancy/viewer.ts'
import type { KnownNames, RenderedContent } from './actions/render-content.ts'
import type { TopicSettings } from './topic-settings.ts'

/** The destination of a message, once it is known that the sender may send there. */
export interface Destination {
  readonly recipientId: number
  /** Undefined: a direct message. */
  readonly channel?: Channel
  readonly topic: string
  readonly isNewTopic: boolean
  /** Direct messages: all participants of the conversation. */
  readonly userIds: readonly number[]
  readonly people: readonly PersonRow[]
  readonly subscriberCount: number
  readonly mentionManyDefault: number
  /** Of the sender. */
  readonly topicSettings: TopicSettings
  /** What the text names, where it was looked up with the channel. */
  readonly known?: KnownNames
}

/** A message that somebody sends. */
export interface Outgoing {
  readonly realm: Realm
  readonly viewer: Viewer
  readonly senderId: number
  /** The sender's row, if already known. */
  readonly sender?: PersonRow
  readonly isBot: boolean
  readonly destination: Destination
  readonly content: string
  readonly client: string
  readonly isReadBySender: boolean
  /** Tells that the topic is resolved, or not any more: read at once by who wants it so. */
  readonly isResolvedNotice?: true
  readonly localEcho?: MessageNotice['localEcho']
  /** What is to happen in the transaction that writes it, or not at all; it may run again. */
  readonly along?: (tx: Tx) => Promise<void>
}

export interface Sent {
  readonly id: number
  /** Set when sending changed whether the sender follows the topic. */
  readonly newVisibilityPolicy?: number
}

/** Bots that a message concerns in another way than people. */
export interface ConcernedBots {
  /** Bots that get it although they are not subscribed. */
  readonly mentionedBots: readonly number[]
  /** Bots that are told of it where their owner said. */
  readonly calledBots: readonly CalledBot[]
}

/** A message that is ready to be written. */
export interface PreparedMessage extends ConcernedBots {
  readonly outgoing: Outgoing
  readonly content: string
  readonly rendered: RenderedContent
  readonly marks: ReadonlyMap<number, number>
}
