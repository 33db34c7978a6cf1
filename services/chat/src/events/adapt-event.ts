import type { EventBody } from '../../wire/events.ts'
import { shownTopic } from '../messages/message-presentation.ts'
import type { QueueOptions } from './queue-options.ts'

/** An event in the forms for a client with these options: usually one, none when the client could not use it. */
export function adapt(event: EventBody, options: QueueOptions): readonly EventBody[] {
  const form = { isEmptyAllowed: options.capabilities['empty_topic_name'] === true }
  const shown = (topic: string) => shownTopic(topic, form)
  switch (event.type) {
    case 'delete_message':
      return deletions(event, options, shown)
    case 'update_message': {
      const { subject, orig_subject: old } = event
      return [
        {
          ...event,
          ...(subject === undefined ? {} : { subject: shown(subject) }),
          ...(old === undefined ? {} : { orig_subject: shown(old) }),
        },
      ]
    }
    case 'typing':
      if (event.message_type === 'direct') return [event]
      return options.capabilities['stream_typing_notifications'] === true
        ? [{ ...event, topic: shown(event.topic) }]
        : []
    case 'user_topic':
      return [{ ...event, topic_name: shown(event.topic_name) }]
    default:
      return [event]
  }
}

type DeleteMessage = Extract<EventBody, { type: 'delete_message' }>

function deletions(
  event: DeleteMessage,
  { capabilities }: QueueOptions,
  shown: (topic: string) => string,
): readonly DeleteMessage[] {
  const adapted =
    event.message_type === 'stream' ? { ...event, topic: shown(event.topic) } : { ...event }
  if ('message_id' in adapted || capabilities['bulk_message_deletion'] === true) return [adapted]
  const { message_ids: ids, ...rest } = adapted
  return ids.map((id) => ({ ...rest, message_id: id }))
}
