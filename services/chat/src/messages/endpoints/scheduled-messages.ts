import { either } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { SCHEDULED_MESSAGES } from '../../../wire/personal.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, choice, ids, integer, text, timestamp } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import {
  rescheduleMessage,
  scheduleMessage,
  unscheduleMessage,
} from '../actions/scheduled-messages.ts'
import { scheduledObjects } from '../store/scheduled-store.ts'

const BY_ID = { scheduled_message_id: numberInPath('The scheduled message.') }

const TYPE = choice(['direct', 'private', 'channel', 'stream'])
const TO = either((value) => typeof value === 'number', integer(), ids)

function typeOf(type: 'direct' | 'private' | 'channel' | 'stream'): 'stream' | 'private' {
  return type === 'channel' || type === 'stream' ? 'stream' : 'private'
}

function listOf(to: number | readonly number[]): readonly number[] {
  return typeof to === 'number' ? [to] : to
}

export const getScheduledMessages = endpoint({
  method: 'GET',
  path: '/scheduled_messages',
  summary: 'The caller’s messages that are still to be sent, the next one first',
  parameters: {},
  answer: objectOf({ scheduled_messages: SCHEDULED_MESSAGES }),
  handle: async ({ tools, caller }) => ({
    scheduled_messages: await scheduledObjects(tools.database, caller.realm.id, caller.id),
  }),
})

export const postScheduledMessage = endpoint({
  method: 'POST',
  path: '/scheduled_messages',
  summary: 'Send a message later',
  parameters: {
    type: required(TYPE),
    to: required(TO),
    content: required(text({ mayHoldNull: true })),
    topic: defaulted(text(), ''),
    scheduled_delivery_timestamp: required(timestamp),
    read_by_sender: defaulted(boolean, true),
  },
  answer: objectOf({ scheduled_message_id: INTEGER }),
  handle: async ({ tools, caller, values }) => ({
    scheduled_message_id: await scheduleMessage(tools, caller, {
      type: typeOf(values.type),
      to: listOf(values.to),
      topic: values.topic,
      content: values.content,
      deliverAt: values.scheduled_delivery_timestamp,
      isReadBySender: values.read_by_sender,
    }),
  }),
})

export const patchScheduledMessage = endpoint({
  method: 'PATCH',
  path: '/scheduled_messages/:scheduled_message_id',
  summary: 'Change a message that is to be sent later',
  named: BY_ID,
  parameters: {
    type: optional(TYPE),
    to: optional(TO),
    content: optional(text({ mayHoldNull: true })),
    topic: optional(text()),
    scheduled_delivery_timestamp: optional(timestamp),
  },
  handle: ({ tools, caller, values }) =>
    rescheduleMessage(tools, caller, values.scheduled_message_id, {
      type: values.type === undefined ? undefined : typeOf(values.type),
      to: values.to === undefined ? undefined : listOf(values.to),
      topic: values.topic,
      content: values.content,
      deliverAt: values.scheduled_delivery_timestamp,
    }),
})

export const deleteScheduledMessage = endpoint({
  method: 'DELETE',
  path: '/scheduled_messages/:scheduled_message_id',
  summary: 'Do not send a message after all',
  named: BY_ID,
  parameters: {},
  handle: ({ tools, caller, values }) =>
    unscheduleMessage(tools, caller, values.scheduled_message_id),
})
