import type { Tx } from '@oficina/kit/database.ts'

import { field, type State, type StateOptions, type StateParts } from '../events/state-part.ts'
import { shownTopic } from './message-presentation.ts'
import { MAX_REMINDERS, reminderObject } from './reminder-object.ts'
import { remindersOf } from './store/reminder-store.ts'
import { scheduledObjects } from './store/scheduled-store.ts'
import { maxMessageId, recentDms, starredMessages, unreadMessages } from './store/unread-state.ts'
import { mutedTopics, userTopicsOf } from './store/user-topic-store.ts'

/** The initial state about messages and topics. */
export const MESSAGE_STATE: StateParts = {
  message: field('max_message_id', maxMessageId),
  muted_topics: field('muted_topics', (tx, { realmId, userId }) =>
    mutedTopics(tx, realmId, userId),
  ),
  recent_private_conversations: field('recent_private_conversations', recentDms),
  reminders: field('reminders', async (tx, { realmId, userId }) =>
    (await remindersOf(tx, realmId, userId, MAX_REMINDERS)).map(reminderObject),
  ),
  scheduled_messages: field('scheduled_messages', (tx, { realmId, userId }) =>
    scheduledObjects(tx, realmId, userId),
  ),
  starred_messages: field('starred_messages', starredMessages),
  update_message_flags: unreadPart,
  user_topic: userTopicsPart,
}

/** Old clients are given a name for the topic without one. */
function shownTo({ capabilities }: StateOptions): (topic: string) => string {
  const form = { isEmptyAllowed: capabilities['empty_topic_name'] === true }
  return (topic) => shownTopic(topic, form)
}

async function userTopicsPart(tx: Tx, options: StateOptions): Promise<State> {
  const { realmId, userId } = options.viewer
  const shown = shownTo(options)
  const rows = await userTopicsOf(tx, realmId, userId)
  return { user_topics: rows.map((row) => ({ ...row, topic_name: shown(row.topic_name) })) }
}

async function unreadPart(tx: Tx, options: StateOptions): Promise<State> {
  const { fetchTypes, viewer } = options
  if (fetchTypes !== null && !fetchTypes.includes('message')) return {}
  const shown = shownTo(options)
  const unread = await unreadMessages(tx, viewer)
  const streams = unread.streams.map((row) => ({ ...row, topic: shown(row.topic) }))
  return { unread_msgs: { ...unread, streams } }
}
