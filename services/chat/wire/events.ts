import { BOT_EVENTS } from './bots.ts'
import { CHANNEL_EVENTS } from './channels.ts'
import { FILE_EVENTS } from './files.ts'
import { GROUP_EVENTS } from './groups.ts'
import { MESSAGE_EVENTS, NEW_MESSAGE_EVENT } from './message-events.ts'
import { ORGANIZATION_EVENTS } from './organization.ts'
import { PEOPLE_EVENTS } from './people.ts'
import { PERSONAL_EVENTS } from './personal.ts'
import { anyOf, choice, eachWith, INTEGER, listOf, objectOf, TEXT, type TypeOf } from './shape.ts'

const EVENTS = [
  ...BOT_EVENTS,
  ...CHANNEL_EVENTS,
  ...FILE_EVENTS,
  ...GROUP_EVENTS,
  ...MESSAGE_EVENTS,
  ...ORGANIZATION_EVENTS,
  ...PEOPLE_EVENTS,
  ...PERSONAL_EVENTS,
] as const

/**
 * An event as Zulip's API describes it, without its id: all but a new message, whose form depends on the client, and the
 * heartbeat, which a poll makes.
 */
export type EventBody = TypeOf<(typeof EVENTS)[number]>

const QUEUED = [...EVENTS, NEW_MESSAGE_EVENT, objectOf({ type: choice('heartbeat') })] as const

/** Whatever a client gets, without its id. */
type QueuedBody = TypeOf<(typeof QUEUED)[number]>

/** An event as a client gets it. */
export type ClientEvent = QueuedBody & { readonly id: number }

/** What an event is called: its type, or its type and `op`, such as `realm_user add`. */
export type EventName = NameOf<QueuedBody>

type NameOf<E> = E extends {
  readonly type: infer T extends string
  readonly op: infer O extends string
}
  ? T | `${T} ${O}`
  : E extends { readonly type: infer T }
    ? T
    : never

/** The events of a name. */
export type EventNamed<N extends EventName> = N extends `${infer T} ${infer O}`
  ? WithOp<OfType<QueuedBody, T>, O>
  : OfType<QueuedBody, N>

type OfType<E, T> = E extends { readonly type: T } ? E : never

type WithOp<E, O> = E extends { readonly op: infer Own }
  ? [O & Own] extends [never]
    ? never
    : E
  : never

export const EVENTS_ANSWER = objectOf({
  events: listOf(anyOf(...eachWith({ id: INTEGER }, QUEUED))),
  queue_id: TEXT,
})
export type EventsAnswer = TypeOf<typeof EVENTS_ANSWER>
