import type { EventNamed } from '../../wire/events.ts'

/** The messages that are gone. */
export function deletedIds(event: EventNamed<'delete_message'>): readonly number[] {
  return 'message_ids' in event ? event.message_ids : [event.message_id]
}
