import type { EditObject, VersionObject } from '../../../wire/messages.ts'
import type { Tools } from '../../events/act.ts'
import { htmlDiff } from '../../markdown/html-diff.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { shownTopic, type TopicForm } from '../message-presentation.ts'
import { usersWhoHaveRead } from '../store/message-readers.ts'
import { messageFacts } from '../store/message-row.ts'
import { invalidMessages } from './fetch-messages.ts'

/** The versions of a message, oldest first. @throws ApiError when history may not be seen here */
export async function messageHistory(
  { database }: Tools,
  caller: Caller,
  id: number,
  form: TopicForm,
): Promise<readonly VersionObject[]> {
  const { message_edit_history_visibility_policy: policy } = caller.realm.settings
  if (policy === 'none') throw refusal('Message edit history is disabled in this organization')
  const message = await messageFacts(database, viewerOf(caller), id)
  if (message === undefined) throw invalidMessages()
  let { topic, content, rendered_content: html } = message
  const states: VersionObject[] = []
  const shown = (name: string) => shownTopic(name, form)
  // From the newest change back to the first text, each step undoing one change.
  for (const entry of message.edit_history ?? []) {
    if (policy === 'moves' && entry.prev_content !== undefined && entry.prev_topic === undefined)
      continue
    states.push({
      topic: shown(topic),
      content,
      rendered_content: html,
      ...changes(entry, html, shown),
    })
    topic = entry.prev_topic ?? topic
    content = entry.prev_content ?? content
    html = entry.prev_rendered_content ?? html
  }
  states.push({
    topic: shown(topic),
    content,
    rendered_content: html,
    timestamp: Math.floor(message.sent_at.getTime() / 1000),
    user_id: message.sender_id,
  })
  return states.toReversed()
}

/** What an entry changed, resulting in this HTML. */
function changes(
  entry: EditObject,
  html: string,
  shown: (name: string) => string,
): Pick<VersionObject, 'timestamp' | 'user_id'> & Partial<VersionObject> {
  const {
    prev_content: content,
    prev_rendered_content: before = '',
    prev_topic: topic,
    prev_stream: stream,
  } = entry
  return {
    timestamp: entry.timestamp,
    user_id: entry.user_id,
    ...(content === undefined
      ? {}
      : {
          prev_content: content,
          prev_rendered_content: before,
          content_html_diff: htmlDiff(before, html),
        }),
    ...(topic === undefined ? {} : { prev_topic: shown(topic) }),
    ...(stream === undefined ? {} : { prev_stream: stream, stream: entry.stream }),
  }
}

/** Who has read a message: its recipients, except its sender and those who do not share this. */
export async function readReceipts(
  { database }: Tools,
  caller: Caller,
  id: number,
): Promise<readonly number[]> {
  if (!caller.realm.settings.enable_read_receipts) {
    throw refusal('Read receipts are disabled in this organization.')
  }
  const message = await messageFacts(database, viewerOf(caller), id)
  if (message === undefined) throw invalidMessages()
  return await usersWhoHaveRead(database, caller.realm.id, message, caller.id)
}
