import { defaulted, required } from '@oficina/api/parameter.ts'

import { TOPICS_ANSWER } from '../../../wire/messages.ts'
import { BOOLEAN, objectOf } from '../../../wire/shape.ts'
import { readableChannel } from '../../access/access-channel.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../tenancy/realm-settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { deleteTopic } from '../actions/delete-topic.ts'
import { shownTopic } from '../message-presentation.ts'
import { topicsOf } from '../store/topic-store.ts'

const BY_CHANNEL = { stream_id: numberInPath('The channel.') }

export const getTopics = endpoint({
  method: 'GET',
  path: '/users/me/:stream_id/topics',
  summary: 'The topics of a channel, the one with the newest message first',
  named: BY_CHANNEL,
  parameters: { allow_empty_topic_name: defaulted(boolean, false) },
  answer: TOPICS_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const channel = await readableChannel(tools.database, viewer, values.stream_id)
    const topics = await topicsOf(tools.database, viewer, channel)
    const form = { isEmptyAllowed: values.allow_empty_topic_name }
    return {
      topics: topics.map(({ name, max_id: maxId }) => ({
        name: shownTopic(name, form),
        max_id: maxId,
      })),
    }
  },
})

export const postDeleteTopic = endpoint({
  method: 'POST',
  path: '/streams/:stream_id/delete_topic',
  summary: 'Delete all messages of a topic; to be repeated until it is complete',
  named: BY_CHANNEL,
  parameters: { topic_name: required(text()) },
  answer: objectOf({ complete: BOOLEAN }),
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const name = values.topic_name
    const topic = name === EMPTY_TOPIC_DISPLAY_NAME ? '' : name
    const streamId = values.stream_id
    return { complete: await deleteTopic({ tools, caller, viewer }, streamId, topic) }
  },
})
