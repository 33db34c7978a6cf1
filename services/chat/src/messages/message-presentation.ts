import type { EditObject, MessageObject } from '../../wire/messages.ts'
import type { WideMessage } from '../events/notice.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../tenancy/realm-settings.ts'

/** The form in which a client wants messages. */
export interface MessageForm {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly allowEmptyTopicName: boolean
}

/** How a client wants topics. */
export interface TopicForm {
  /** Old clients are given a name for the topic without one. */
  readonly isEmptyAllowed: boolean
}

/** The topic as a client sees it. */
export function shownTopic(topic: string, { isEmptyAllowed }: TopicForm): string {
  return topic === '' && !isEmptyAllowed ? EMPTY_TOPIC_DISPLAY_NAME : topic
}

/**
 * A message as the API shows it, without what only one reader sees (flags, matches).
 * @source docs/contract/chat.md, Message object
 */
export function messageObject(message: WideMessage, form: MessageForm): MessageObject {
  const { content, rendered_content, sender_avatar, subject, edit_history, ...same } = message
  const isStream = message.type === 'stream'
  const topicForm = { isEmptyAllowed: form.allowEmptyTopicName }
  const topic = (name: string) => (isStream ? shownTopic(name, topicForm) : name)
  return {
    ...same,
    avatar_url: form.clientGravatar && sender_avatar.isGravatar ? null : sender_avatar.url,
    content: form.applyMarkdown ? rendered_content : content,
    content_type: form.applyMarkdown ? 'text/html' : 'text/x-markdown',
    is_me_message: content.startsWith('/me '),
    subject: topic(subject),
    ...(edit_history === undefined
      ? {}
      : { edit_history: edit_history.map((entry) => withTopics(entry, topic)) }),
  }
}

function withTopics(entry: EditObject, topic: (name: string) => string): EditObject {
  const { topic: now, prev_topic: before } = entry
  return {
    ...entry,
    ...(now === undefined ? {} : { topic: topic(now) }),
    ...(before === undefined ? {} : { prev_topic: topic(before) }),
  }
}
