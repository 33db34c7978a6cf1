import type { MessageAnswer } from '../../wire/messages.ts'
import { api } from '../session/api.ts'

/** A message's text as it was written. @throws ApiFailure */
export async function rawContent(messageId: number, signal?: AbortSignal): Promise<string> {
  const fields = { apply_markdown: false, allow_empty_topic_name: true }
  const options = signal === undefined ? {} : { signal }
  const { message } = await api<MessageAnswer>('GET', `/messages/${messageId}`, fields, options)
  return message.content
}
