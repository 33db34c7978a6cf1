import type { EventBody } from '../../wire/events.ts'
import type { MessageObject } from '../../wire/messages.ts'
import type { SenderAvatar } from '../tenancy/person-form.ts'
import type { ClientKind } from './client-kinds.ts'

/**
 * Recipients of an event. `subscribers` are those of a conversation; `non_guests` and `everyone` those of the realm.
 * @source docs/decisions/0303-chat-events.md
 */
export type Audience =
  | { readonly users: readonly number[] }
  | {
      readonly realm: 'everyone' | 'non_guests'
      /** The user that the event is about: guests who may not see this user do not get it. */
      readonly about?: number
      /** Those guests, looked up when the event is written. */
      readonly except?: readonly number[]
    }
  | { readonly subscribers: number; readonly andNonGuests?: boolean }

/** A new message with everything that the forms for different clients need. */
export interface MessageNotice {
  readonly kind: 'message'
  readonly to: Audience
  readonly message: WideMessage
  /** The flags of single users; everybody else has `flags`. */
  readonly userFlags: Readonly<Record<string, readonly string[]>>
  readonly flags: readonly string[]
  /** The queue that sent it, which recognizes its own message by this. */
  readonly localEcho?: { readonly queueId: string; readonly localId: string }
  readonly isPublicStream: boolean
  /** Bots that get it although they are not subscribed. */
  readonly mentionedBots?: readonly number[]
}

export interface EventNotice {
  readonly kind: 'event'
  readonly to: Audience
  readonly event: EventBody
  /** Which clients of those users it is for; all if absent. */
  readonly clients?: ClientKind
  /** The `flags` of single users; everybody else has those of the event. */
  readonly userFlags?: Readonly<Record<string, readonly string[]>>
}

/** For the queues' bookkeeping; no client sees it. */
type ControlNotice =
  | {
      readonly kind: 'subscribed'
      readonly users: readonly number[]
      readonly recipients: readonly number[]
    }
  | {
      readonly kind: 'unsubscribed'
      readonly users: readonly number[]
      readonly recipients: readonly number[]
    }
  | { readonly kind: 'role'; readonly user: number; readonly role: number }
  | { readonly kind: 'gone'; readonly user: number }

export type Notice = MessageNotice | EventNotice | ControlNotice

/** A message before it is put into the form that one client asked for. */
export interface WideMessage extends Omit<
  MessageObject,
  'content_type' | 'avatar_url' | 'is_me_message'
> {
  readonly rendered_content: string
  readonly sender_avatar: SenderAvatar
}
