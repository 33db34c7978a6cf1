import {
  anyOf,
  BOOLEAN,
  choice,
  described,
  eachWith,
  IDS,
  INTEGER,
  listOf,
  nullable,
  NUMBER,
  objectOf,
  SECONDS,
  TEXT,
  TEXTS,
  tuple,
  type TypeOf,
} from './shape.ts'

const DRAFT = objectOf({
  id: INTEGER,
  type: choice('', 'stream', 'private'),
  to: described(IDS, 'A channel, or people.'),
  topic: TEXT,
  content: TEXT,
  timestamp: SECONDS,
})
export type DraftObject = TypeOf<typeof DRAFT>
export const DRAFTS = listOf(DRAFT)
export const DRAFTS_ANSWER = objectOf({ count: INTEGER, drafts: DRAFTS })

const SNIPPET = objectOf({ id: INTEGER, title: TEXT, content: TEXT, date_created: SECONDS })
export type SnippetObject = TypeOf<typeof SNIPPET>
export const SNIPPETS = listOf(SNIPPET)

const LATER = {
  content: TEXT,
  rendered_content: described(TEXT, 'HTML.'),
  scheduled_delivery_timestamp: SECONDS,
  failed: BOOLEAN,
}

/** A scheduled message: to one channel’s topic, or to users. */
const SCHEDULED = anyOf(
  ...eachWith({ scheduled_message_id: INTEGER, ...LATER }, [
    objectOf({ type: choice('stream'), to: INTEGER, topic: TEXT }),
    objectOf({ type: choice('private'), to: IDS }),
  ]),
)
export type ScheduledObject = TypeOf<typeof SCHEDULED>
export const SCHEDULED_MESSAGES = listOf(SCHEDULED)

const REMINDER = objectOf({
  reminder_id: INTEGER,
  type: choice('private'),
  to: IDS,
  ...LATER,
  reminder_target_message_id: INTEGER,
})
export type ReminderObject = TypeOf<typeof REMINDER>
export const REMINDERS = listOf(REMINDER)

const MUTED_USER = objectOf({ id: INTEGER, timestamp: SECONDS })
export type MutedUserObject = TypeOf<typeof MUTED_USER>
export const MUTED_USERS = listOf(MUTED_USER)

/** A policy for a topic. */
const USER_TOPIC = objectOf({
  stream_id: INTEGER,
  topic_name: TEXT,
  last_updated: SECONDS,
  visibility_policy: INTEGER,
})
export type UserTopicObject = TypeOf<typeof USER_TOPIC>
export const USER_TOPICS = listOf(USER_TOPIC)

const MUTED_TOPIC = tuple(TEXT, TEXT, SECONDS)
/** Channel name, topic, UNIX seconds. */
export type MutedTopic = TypeOf<typeof MUTED_TOPIC>
export const MUTED_TOPICS = listOf(MUTED_TOPIC)

const VIEW = objectOf({ fragment: TEXT, is_pinned: BOOLEAN, name: nullable(TEXT) })
export type ViewObject = TypeOf<typeof VIEW>
export const VIEWS = listOf(VIEW)

export const STEPS = listOf(objectOf({ type: TEXT, name: TEXT }))

const OF_DRAFT = { type: choice('drafts') }
const OF_SNIPPET = { type: choice('saved_snippets') }
const OF_VIEW = { type: choice('navigation_view') }

const SCHEDULED_EVENTS = [
  objectOf({
    type: choice('scheduled_messages'),
    op: choice('add'),
    scheduled_messages: SCHEDULED_MESSAGES,
  }),
  objectOf({
    type: choice('scheduled_messages'),
    op: choice('update'),
    scheduled_message: SCHEDULED,
  }),
  objectOf({
    type: choice('scheduled_messages'),
    op: choice('remove'),
    scheduled_message_id: INTEGER,
  }),
] as const
export type ScheduledMessagesEvent = TypeOf<(typeof SCHEDULED_EVENTS)[number]>

const VIEW_EVENTS = [
  objectOf({ ...OF_VIEW, op: choice('add'), navigation_view: VIEW }),
  objectOf({
    ...OF_VIEW,
    op: choice('update'),
    fragment: TEXT,
    data: objectOf({}, { is_pinned: BOOLEAN, name: TEXT }),
  }),
  objectOf({ ...OF_VIEW, op: choice('remove'), fragment: TEXT }),
] as const
export type NavigationViewEvent = TypeOf<(typeof VIEW_EVENTS)[number]>

/** Events about what belongs to one person alone. */
export const PERSONAL_EVENTS = [
  objectOf({ type: choice('alert_words'), alert_words: TEXTS }),
  objectOf({ ...OF_DRAFT, op: choice('add'), drafts: DRAFTS }),
  objectOf({ ...OF_DRAFT, op: choice('update'), draft: DRAFT }),
  objectOf({ ...OF_DRAFT, op: choice('remove'), draft_id: INTEGER }),
  objectOf({ ...OF_SNIPPET, op: choice('add', 'update'), saved_snippet: SNIPPET }),
  objectOf({ ...OF_SNIPPET, op: choice('remove'), saved_snippet_id: INTEGER }),
  ...SCHEDULED_EVENTS,
  objectOf({ type: choice('reminders'), op: choice('add'), reminders: REMINDERS }),
  objectOf({ type: choice('reminders'), op: choice('remove'), reminder_id: INTEGER }),
  objectOf({ type: choice('muted_users'), muted_users: MUTED_USERS }),
  objectOf({ type: choice('user_topic'), ...USER_TOPIC.required }),
  // For clients that only know muted topics.
  objectOf({ type: choice('muted_topics'), muted_topics: MUTED_TOPICS }),
  ...VIEW_EVENTS,
  objectOf({ type: choice('onboarding_steps'), onboarding_steps: STEPS }),
  objectOf({
    type: choice('push_device'),
    push_account_id: TEXT,
    status: choice('pending', 'active', 'failed'),
    error_code: nullable(TEXT),
  }),
  objectOf(
    {
      type: choice('user_settings'),
      op: choice('update'),
      property: TEXT,
      value: anyOf(BOOLEAN, NUMBER, TEXT),
    },
    { language_name: described(TEXT, 'Of the default language.') },
  ),
  objectOf({ type: choice('has_zoom_token'), value: BOOLEAN }),
] as const
