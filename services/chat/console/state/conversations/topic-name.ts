import { realm } from '../realm/realm.ts'

/** What the name of a topic begins with that is marked as resolved. */
export const RESOLVED = '✔ '

/** A topic as people read it: messages without one stand in the topic that the organization names so. */
export function topicName(topic: string): string {
  return topic === '' ? (realm.value?.realm_empty_topic_display_name ?? '') : topic
}
