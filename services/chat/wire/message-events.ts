import { EMOJI, MESSAGE, TOPIC_LINKS } from './messages.ts'
import {
  anyOf,
  BOOLEAN,
  choice,
  described,
  eachWith,
  IDS,
  INTEGER,
  listOf,
  mapOf,
  nullable,
  objectOf,
  SECONDS,
  TEXT,
  TEXTS,
  type TypeOf,
} from './shape.ts'

const HTML = described(TEXT, 'HTML.')

/** A new message. Its form depends on the client, so that a queue makes it for each. */
export const NEW_MESSAGE_EVENT = objectOf(
  { type: choice('message'), message: MESSAGE, flags: TEXTS },
  { local_message_id: described(TEXT, 'What the client that sent it calls it.') },
)

const DELETED_FROM = [
  objectOf({ message_type: choice('stream'), stream_id: INTEGER, topic: TEXT }),
  objectOf({ message_type: choice('private') }),
] as const

const DELETE_EVENTS = [
  ...eachWith({ type: choice('delete_message'), message_ids: IDS }, DELETED_FROM),
  // The same for a client that gets one message at a time.
  ...eachWith({ type: choice('delete_message'), message_id: INTEGER }, DELETED_FROM),
] as const

const REACTION_EVENT = objectOf({
  type: choice('reaction'),
  op: choice('add', 'remove'),
  message_id: INTEGER,
  user_id: INTEGER,
  user: objectOf({ user_id: INTEGER, email: TEXT, full_name: TEXT }),
  ...EMOJI,
})

const SUBMESSAGE_EVENT = objectOf({
  type: choice('submessage'),
  message_id: INTEGER,
  submessage_id: INTEGER,
  sender_id: INTEGER,
  msg_type: TEXT,
  content: TEXT,
})

const TYPING_PERSON = objectOf({ user_id: INTEGER, email: TEXT })
const TYPING = {
  type: choice('typing'),
  op: choice('start', 'stop'),
  sender: TYPING_PERSON,
}

const TYPING_EVENTS = [
  objectOf({ ...TYPING, message_type: choice('direct'), recipients: listOf(TYPING_PERSON) }),
  objectOf({ ...TYPING, message_type: choice('stream'), stream_id: INTEGER, topic: TEXT }),
  objectOf({
    type: choice('typing_edit_message'),
    op: choice('start', 'stop'),
    sender_id: INTEGER,
    message_id: INTEGER,
    recipient: anyOf(
      objectOf({ type: choice('direct'), user_ids: IDS }),
      objectOf({ type: choice('channel'), channel_id: INTEGER, topic: TEXT }),
    ),
  }),
] as const

const CONTENT_NOW = objectOf(
  { content: TEXT, rendered_content: HTML, is_me_message: BOOLEAN },
  // Absent when only the rendering changed.
  { orig_content: TEXT, orig_rendered_content: HTML },
)
/** What an event says about a message’s text. */
export type ContentNow = TypeOf<typeof CONTENT_NOW>

const MOVED = objectOf(
  {
    stream_id: INTEGER,
    stream_name: TEXT,
    propagate_mode: choice('change_one', 'change_later', 'change_all'),
    orig_subject: TEXT,
  },
  { subject: TEXT, topic_links: TOPIC_LINKS, new_stream_id: INTEGER },
)
/** Where messages were moved from, and what changed. */
export type MessagesMoved = TypeOf<typeof MOVED>

/** A message whose text changed, messages that were moved, or both. */
const UPDATE_EVENT = objectOf(
  {
    type: choice('update_message'),
    user_id: described(
      nullable(INTEGER),
      'Null when nobody edited it and only the rendering changed.',
    ),
    edit_timestamp: SECONDS,
    message_id: INTEGER,
    message_ids: IDS,
    flags: TEXTS,
    rendering_only: BOOLEAN,
  },
  {
    ...CONTENT_NOW.required,
    ...CONTENT_NOW.optional,
    ...MOVED.required,
    ...MOVED.optional,
  },
)

const UNREAD_DETAILS = objectOf(
  { type: choice('stream', 'private') },
  {
    mentioned: BOOLEAN,
    user_ids: IDS,
    stream_id: INTEGER,
    topic: TEXT,
    unmuted_stream_msg: BOOLEAN,
  },
)
/** What a client needs to count a message as unread again. */
export type UnreadDetails = TypeOf<typeof UNREAD_DETAILS>

const FLAGS_EVENT = objectOf(
  {
    type: choice('update_message_flags'),
    op: choice('add', 'remove'),
    operation: described(choice('add', 'remove'), 'The old name of `op`.'),
    flag: TEXT,
    messages: IDS,
    all: BOOLEAN,
  },
  { message_details: described(mapOf(UNREAD_DETAILS), 'When reading is undone, by message id.') },
)

/** Events about existing messages. */
export const MESSAGE_EVENTS = [
  ...DELETE_EVENTS,
  REACTION_EVENT,
  SUBMESSAGE_EVENT,
  ...TYPING_EVENTS,
  UPDATE_EVENT,
  FLAGS_EVENT,
] as const
