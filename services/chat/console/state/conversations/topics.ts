import type { TopicObject, TopicsAnswer } from '../../../wire/messages.ts'
import type { UserTopicObject } from '../../../wire/personal.ts'
import { api } from '../../session/api.ts'
import type { Part } from '../part.ts'
import { POLICY } from '../realm/policy.ts'
import { Table } from '../table.ts'

export { POLICY }

/** Topics are one whatever their letters' case. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`
}

/** Those that the person has a policy for, by `topicKey`. */
export const userTopics = new Table<string, UserTopicObject>()

/** One of `POLICY`. */
export function topicPolicy(channelId: number, topic: string): number {
  return userTopics.get(topicKey(channelId, topic))?.visibility_policy ?? POLICY.none
}

/** Topics of the channels that were looked at, newest first. */
export const channelTopics = new Table<number, readonly TopicObject[]>()

/** The topics of a channel, newest first; undefined while they are asked for, which this does. */
export function topicsOf(channelId: number): readonly TopicObject[] | undefined {
  const known = channelTopics.get(channelId)
  if (known === undefined) void loadTopics(channelId).catch(() => undefined)
  return known
}

const loading = new Map<number, Promise<void>>()

/** @throws ApiFailure */
export function loadTopics(channelId: number): Promise<void> {
  const known = loading.get(channelId)
  if (known !== undefined) return known
  const load = async (): Promise<void> => {
    try {
      const { topics } = await api<TopicsAnswer>('GET', `/users/me/${channelId}/topics`, {
        allow_empty_topic_name: true,
      })
      channelTopics.set(channelId, topics)
    } finally {
      loading.delete(channelId)
    }
  }
  const begun = load()
  loading.set(channelId, begun)
  return begun
}

export const topicsPart: Part = {
  first: ['user_topic'],
  take: (state) => {
    const given = state.user_topics
    if (given === undefined) return
    userTopics.replace(given.map((row) => [topicKey(row.stream_id, row.topic_name), row]))
    channelTopics.replace([])
  },
  events: {
    user_topic: ({ stream_id, topic_name, last_updated, visibility_policy }) => {
      const key = topicKey(stream_id, topic_name)
      if (visibility_policy === POLICY.none) userTopics.delete(key)
      else userTopics.set(key, { stream_id, topic_name, last_updated, visibility_policy })
    },
    message: ({ message }) => {
      const { stream_id: channelId, subject, id } = message
      if (channelId !== undefined) noteTopic(channelId, { name: subject, max_id: id })
    },
    update_message: (event) => {
      if (event.orig_subject === undefined) return
      // Whether the old topic still has messages is the service's to say.
      for (const id of [event.stream_id, event.new_stream_id]) {
        if (id !== undefined && channelTopics.peek(id) !== undefined) {
          void loadTopics(id).catch(() => undefined)
        }
      }
    },
    delete_message: (event) => {
      if (event.message_type !== 'stream') return
      const { stream_id: id } = event
      if (channelTopics.peek(id) !== undefined) void loadTopics(id).catch(() => undefined)
    },
  },
}

function noteTopic(channelId: number, topic: TopicObject): void {
  const known = channelTopics.peek(channelId)
  if (known === undefined) return
  const [first] = known
  const name = topic.name.toLowerCase()
  if (first?.name.toLowerCase() === name) {
    channelTopics.set(channelId, [{ ...first, max_id: topic.max_id }, ...known.slice(1)])
    return
  }
  channelTopics.set(channelId, [topic, ...known.filter((one) => one.name.toLowerCase() !== name)])
}
