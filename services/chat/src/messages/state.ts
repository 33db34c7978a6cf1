import type { Tx } from '@oficina/kit/database.ts'

import { field, type StateOptions, type StateParts } from '../tenancy/state-part.ts'
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
  user_topic: async (tx, { viewer: { realmId, userId }, capabilities }) => ({
    user_topics: withShownTopics(
      await userTopicsOf(tx, realmId, userId),
      'topic_name',
      capabilities,
    ),
  }),
}

function withShownTopics(
  rows: unknown,
  field: string,
  capabilities: StateOptions['capabilities'],
): unknown {
  const form = { isEmptyAllowed: capabilities['empty_topic_name'] === true }
  // Rows that the database made with this field.
  return (rows as Record<string, unknown>[]).map((row) => ({
    ...row,
    [field]: shownTopic(String(row[field]), form),
  }))
}

async function unreadPart(
  tx: Tx,
  { viewer, fetchTypes, capabilities }: StateOptions,
): Promise<Record<string, unknown>> {
  if (fetchTypes !== null && !fetchTypes.includes('message')) return {}
  const unread = await unreadMessages(tx, viewer)
  return {
    unread_msgs: { ...unread, streams: withShownTopics(unread['streams'], 'topic', capabilities) },
  }
}
