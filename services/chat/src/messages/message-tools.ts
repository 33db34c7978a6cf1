import type { Tools } from '../tenancy/act.ts'
import type { MessageOutbox } from './actions/message-outbox.ts'

/** What actions need in addition that send messages, or let the notification bot send one. */
export interface MessageTools extends Tools {
  /** Sends messages. */
  readonly outbox: MessageOutbox
  /** Has devices told of new messages, without waiting for it. */
  readonly wakePushes: () => void
  /** Has bots called that new messages are for, without waiting for it. */
  readonly wakeBotCalls: () => void
}
