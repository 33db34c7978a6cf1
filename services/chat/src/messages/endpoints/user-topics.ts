import { required } from '@oficina/api/parameter.ts'

import { endpoint } from '../../api/endpoint.ts'
import { integer, integerChoice, text } from '../../api/kinds.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, LIMITS } from '../../tenancy/realm-settings.ts'
import { changeUserTopic } from '../actions/user-topics.ts'

export const postUserTopic = endpoint({
  method: 'POST',
  path: '/user_topics',
  summary: 'Mute, unmute or follow a topic',
  parameters: {
    stream_id: required(integer()),
    topic: required(text({ maxLength: LIMITS.topic })),
    visibility_policy: required(integerChoice([0, 1, 2, 3])),
  },
  handle: async ({ tools, caller, values }) => {
    const topic = values.topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : values.topic
    await changeUserTopic(tools, caller, {
      streamId: values.stream_id,
      topic,
      policy: values.visibility_policy,
    })
  },
})
