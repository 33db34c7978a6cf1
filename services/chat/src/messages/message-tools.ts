import type { Tools } from '../events/act.ts'
import type { Batches } from '../tenancy/batches.ts'
import type { PreparedMessage, Sent } from './outgoing-message.ts'
import type { Place, PlaceWish } from './store/place-store.ts'

/** What actions need in addition that send messages, or let the notification bot send one. */
export interface MessageTools extends Tools {
  /** Sends messages. */
  readonly outbox: Batches<PreparedMessage, Sent>
  /** Looks up where messages are to go that are sent at the same time. */
  readonly places: Batches<PlaceWish, Place | undefined>
  /** Has devices told of new messages, without waiting for it. */
  readonly wakePushes: () => void
  /** Has bots called that new messages are for, without waiting for it. */
  readonly wakeBotCalls: () => void
}
