import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { endpoint } from '../../api/endpoint.ts'
import { choice, ids, integer, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'
import { typeInMessage, typeToChannel, typeToUsers } from '../actions/typing.ts'

const OP = choice(['start', 'stop'])

export const postTyping = endpoint({
  method: 'POST',
  path: '/typing',
  summary: 'Say that the caller types a message, or has stopped',
  parameters: {
    type: defaulted(choice(['direct', 'private', 'stream', 'channel']), 'direct'),
    op: required(OP),
    to: optional(ids),
    stream_id: optional(integer()),
    topic: optional(text()),
  },
  auth: 'human',
  handle: async ({ tools, caller, values }) => {
    const { type, op, to, stream_id: streamId, topic } = values
    if (type === 'stream' || type === 'channel') {
      if (streamId === undefined) throw refusal('Missing channel ID')
      if (topic === undefined) throw refusal('Missing topic')
      await typeToChannel(tools, caller, { streamId, topic }, op)
      return
    }
    if (to === undefined) throw refusal(say("Missing '%{name}' argument", { name: 'to' }))
    if (to.length === 0) throw refusal("Empty 'to' list")
    await typeToUsers(tools, caller, to, op)
  },
})

export const postMessageTyping = endpoint({
  method: 'POST',
  path: '/messages/:message_id/typing',
  summary: 'Say that the caller edits a message, or has stopped',
  named: { message_id: numberInPath('The message.') },
  parameters: { op: required(OP) },
  auth: 'human',
  handle: ({ tools, caller, values }) => typeInMessage(tools, caller, values.message_id, values.op),
})
