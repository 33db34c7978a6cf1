import type { Tools } from '../tenancy/act.ts'
import type { MessageOutbox } from './actions/message-outbox.ts'

/** What actions need besides that send messages, or have the notification bot send one. */
export interface MessageTools extends Tools {
  /** What messages leave through. */
  readonly outbox: MessageOutbox
}
