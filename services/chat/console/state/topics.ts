import { api } from '../session/api.ts'
import type { Part } from './part.ts'
import { POLICY } from './policy.ts'
import { Table } from './table.ts'

export { POLICY }

export interface Topic {
  readonly name: string
  /** The newest message; what orders topics. */
  readonly max_id: number
}

interface UserTopic {
  readonly stream_id: number
  readonly topic_name: string
  readonly visibility_policy: number
}

/** Topics are one whatever their letters' case. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId}:${topic.toLowerCase()}`
}

/** Those that the person has a policy for, by `topicKey`. */
export const userTopics = new Table<string, UserTopic>()

/** One of `POLICY`. */
export function topicPolicy(channelId: number, topic: string): number {
  return userTopics.get(topicKey(channelId, topic))?.visibility_policy ?? POLICY.none
}

/** Topics of the channels that were looked at, newest first. */
export const channelTopics = new Table<number, readonly Topic[]>()

/** The topics of a channel, newest first; undefined while they are asked for, which this does. */
export function topicsOf(channelId: number): readonly Topic[] | undefined {
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
      const { topics } = await api<{ readonly topics: readonly Topic[] }>(
        'GET',
        `/users/me/${channelId}/topics`,
        { allow_empty_topic_name: true },
      )
      channelTopics.set(channelId, topics)
    } finally {
      loading.delete(channelId)
    }
  }
  const begun = load()
  loading.set(channelId, begun)
  return begun
}

interface MessageEvent {
  readonly message: {
    readonly id: number
    readonly type: string
    readonly stream_id?: number
    readonly subject: string
  }
}

interface UpdateMessage {
  readonly stream_id?: number
  readonly new_stream_id?: number
  readonly orig_subject?: string
  readonly subject?: string
}

export const topicsPart: Part = {
  first: ['user_topic'],
  take: (state) => {
    const given = state['user_topics']
    if (given === undefined) return
    const rows = given as readonly UserTopic[]
    userTopics.replace(rows.map((row) => [topicKey(row.stream_id, row.topic_name), row]))
    channelTopics.replace([])
  },
  events: {
    user_topic: (row: UserTopic) => {
      const key = topicKey(row.stream_id, row.topic_name)
      if (row.visibility_policy === POLICY.none) userTopics.delete(key)
      else userTopics.set(key, row)
    },
    message: ({ message }: MessageEvent) => {
      const { stream_id: channelId, subject, id } = message
      if (channelId !== undefined) noteTopic(channelId, { name: subject, max_id: id })
    },
    update_message: (event: UpdateMessage) => {
      if (event.orig_subject === undefined) return
      // Whether the old topic still has messages is the service's to say.
      for (const id of [event.stream_id, event.new_stream_id]) {
        if (id !== undefined && channelTopics.peek(id) !== undefined) {
          void loadTopics(id).catch(() => undefined)
        }
      }
    },
    delete_message: ({ stream_id: id }: UpdateMessage) => {
      if (id !== undefined && channelTopics.peek(id) !== undefined) {
        void loadTopics(id).catch(() => undefined)
      }
    },
  },
}

function noteTopic(channelId: number, topic: Topic): void {
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
