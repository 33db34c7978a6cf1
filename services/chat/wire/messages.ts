import {
  anyOf,
  BOOLEAN,
  choice,
  described,
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

/** Which emoji a reaction or a status is. */
export const EMOJI = { emoji_name: TEXT, emoji_code: TEXT, reaction_type: TEXT }

const REACTION = objectOf({ ...EMOJI, user_id: INTEGER })
export type ReactionObject = TypeOf<typeof REACTION>

const SUBMESSAGE = objectOf({
  id: INTEGER,
  message_id: INTEGER,
  sender_id: INTEGER,
  msg_type: TEXT,
  content: TEXT,
})
export type SubmessageObject = TypeOf<typeof SUBMESSAGE>

const PARTICIPANT = objectOf({
  id: INTEGER,
  email: TEXT,
  full_name: TEXT,
  is_mirror_dummy: BOOLEAN,
})
/** A person of a direct conversation. */
export type ParticipantObject = TypeOf<typeof PARTICIPANT>

export const TOPIC_LINKS = listOf(objectOf({ text: TEXT, url: TEXT }))

const EDIT = objectOf(
  {
    user_id: nullable(INTEGER),
    timestamp: SECONDS,
  },
  {
    prev_content: TEXT,
    prev_rendered_content: HTML,
    prev_stream: INTEGER,
    stream: INTEGER,
    prev_topic: TEXT,
    topic: TEXT,
  },
)
/** One change of a message. */
export type EditObject = TypeOf<typeof EDIT>

/** A message without what only one reader sees. @source docs/contract/chat.md, Message object */
export const MESSAGE = objectOf(
  {
    id: INTEGER,
    type: choice('stream', 'private'),
    content: described(TEXT, 'HTML or Markdown, as `content_type` says.'),
    content_type: choice('text/html', 'text/x-markdown'),
    recipient_id: INTEGER,
    display_recipient: described(
      anyOf(TEXT, listOf(PARTICIPANT)),
      'The name of the channel, or the people of the conversation.',
    ),
    subject: described(TEXT, 'The topic; empty in direct messages.'),
    sender_id: INTEGER,
    sender_email: TEXT,
    sender_full_name: TEXT,
    sender_realm_str: TEXT,
    avatar_url: nullable(TEXT),
    client: TEXT,
    timestamp: SECONDS,
    is_me_message: BOOLEAN,
    topic_links: TOPIC_LINKS,
    reactions: listOf(REACTION),
    submessages: listOf(SUBMESSAGE),
  },
  {
    stream_id: INTEGER,
    edit_history: listOf(EDIT),
    last_edit_timestamp: SECONDS,
    last_moved_timestamp: SECONDS,
  },
)
export type MessageObject = TypeOf<typeof MESSAGE>

const MATCH = { match_content: HTML, match_subject: HTML }

/** A message with what one reader sees: their flags, and what a search found. */
const READ_MESSAGE = objectOf(
  { ...MESSAGE.required, flags: TEXTS },
  { ...MESSAGE.optional, ...MATCH },
)
export type ReadMessageObject = TypeOf<typeof READ_MESSAGE>

export const MESSAGES_ANSWER = objectOf(
  {
    messages: listOf(READ_MESSAGE),
    found_newest: BOOLEAN,
    found_oldest: BOOLEAN,
    found_anchor: BOOLEAN,
    history_limited: BOOLEAN,
  },
  { anchor: described(INTEGER, 'Absent where the messages were named.') },
)
export type MessagesAnswer = TypeOf<typeof MESSAGES_ANSWER>

export const MESSAGE_ANSWER = objectOf({ message: READ_MESSAGE, raw_content: TEXT })
export type MessageAnswer = TypeOf<typeof MESSAGE_ANSWER>

export const MATCHES_ANSWER = objectOf({ messages: described(mapOf(objectOf(MATCH)), 'By id.') })
export type MatchesAnswer = TypeOf<typeof MATCHES_ANSWER>

/** What a message was once. */
const VERSION = objectOf(
  {
    topic: TEXT,
    content: TEXT,
    rendered_content: HTML,
    timestamp: SECONDS,
    user_id: nullable(INTEGER),
  },
  {
    prev_content: TEXT,
    prev_rendered_content: HTML,
    content_html_diff: HTML,
    prev_topic: TEXT,
    prev_stream: INTEGER,
    stream: INTEGER,
  },
)
export type VersionObject = TypeOf<typeof VERSION>

export const HISTORY_ANSWER = objectOf({ message_history: listOf(VERSION) })
export type HistoryAnswer = TypeOf<typeof HISTORY_ANSWER>

export const SENT_ANSWER = objectOf({ id: INTEGER }, { automatic_new_visibility_policy: INTEGER })
export type SentAnswer = TypeOf<typeof SENT_ANSWER>

export const FLAGS_ANSWER = objectOf(
  { messages: IDS },
  { ignored_because_not_subscribed_channels: IDS },
)

export const NARROW_FLAGS_ANSWER = objectOf({
  processed_count: INTEGER,
  updated_count: INTEGER,
  first_processed_id: nullable(INTEGER),
  last_processed_id: nullable(INTEGER),
  found_oldest: BOOLEAN,
  found_newest: BOOLEAN,
  ignored_because_not_subscribed_channels: IDS,
})
export type NarrowFlagsAnswer = TypeOf<typeof NARROW_FLAGS_ANSWER>

const TOPIC = objectOf({ name: TEXT, max_id: INTEGER })
export type TopicObject = TypeOf<typeof TOPIC>

export const TOPICS_ANSWER = objectOf({ topics: listOf(TOPIC) })
export type TopicsAnswer = TypeOf<typeof TOPICS_ANSWER>
