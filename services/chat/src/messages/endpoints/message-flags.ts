import { defaulted, required } from '@oficina/api/parameter.ts'

import { FLAGS_ANSWER, NARROW_FLAGS_ANSWER } from '../../../wire/messages.ts'
import { BOOLEAN, objectOf } from '../../../wire/shape.ts'
import { readableChannel } from '../../access/access-channel.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, ids, integer, text } from '../../api/kinds.ts'
import { narrowKind } from '../../narrow/narrow-term.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../tenancy/realm-settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { fetchIds, type RangeRequest } from '../actions/fetch-messages.ts'
import {
  changeFlags,
  checkFlagChange,
  readConversation,
  readEverything,
} from '../actions/message-flags.ts'
import { topicExists } from '../store/render-store.ts'
import { anchorText, parseAnchor } from './messages.ts'

export const postFlags = endpoint({
  method: 'POST',
  path: '/messages/flags',
  summary: 'Set or clear a flag on messages',
  parameters: { messages: required(ids), op: required(text()), flag: required(text()) },
  answer: FLAGS_ANSWER,
  handle: async ({ tools, caller, values: { messages, op, flag } }) => {
    const result = await changeFlags(tools, caller, { op, flag }, messages)
    return {
      messages: result.messages,
      ...(result.ignoredChannels === undefined
        ? {}
        : { ignored_because_not_subscribed_channels: result.ignoredChannels }),
    }
  },
})

// As many as one call may change.
const MAX_MESSAGES = 5_000

export const postFlagsNarrow = endpoint({
  method: 'POST',
  path: '/messages/flags/narrow',
  summary: 'Set or clear a flag on the messages of a narrow around an anchor',
  parameters: {
    anchor: required(anchorText),
    include_anchor: defaulted(boolean, true),
    num_before: required(integer({ min: 0 })),
    num_after: required(integer({ min: 0 })),
    narrow: defaulted(narrowKind, []),
    op: required(text()),
    flag: required(text()),
  },
  answer: NARROW_FLAGS_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const { op, flag, num_before: before, num_after: after } = values
    checkFlagChange({ op, flag })
    const numBefore = Math.min(before, MAX_MESSAGES)
    const request: RangeRequest = {
      anchor: parseAnchor(values.anchor),
      includeAnchor: values.include_anchor,
      numBefore,
      numAfter: Math.min(after, MAX_MESSAGES - numBefore),
    }
    const found = await fetchIds(tools, caller, values.narrow, request)
    const result = await changeFlags(tools, caller, { op, flag }, found.ids)
    return {
      processed_count: found.ids.length,
      updated_count: result.messages.length,
      first_processed_id: found.ids.at(0) ?? null,
      last_processed_id: found.ids.at(-1) ?? null,
      found_oldest: found.foundOldest,
      found_newest: found.foundNewest,
      ignored_because_not_subscribed_channels: result.ignoredChannels ?? [],
    }
  },
})

export const markAllAsRead = endpoint({
  method: 'POST',
  path: '/mark_all_as_read',
  summary: 'Mark everything as read',
  parameters: {},
  answer: objectOf({ complete: BOOLEAN }),
  handle: async ({ tools, caller }) => {
    await readEverything(tools, caller)
    return { complete: true }
  },
})

export const markStreamAsRead = endpoint({
  method: 'POST',
  path: '/mark_stream_as_read',
  summary: 'Mark a channel as read',
  parameters: { stream_id: required(integer()) },
  handle: async ({ tools, caller, values }) => {
    const channel = await readableChannel(tools.database, viewerOf(caller), values.stream_id)
    await readConversation(tools, caller, channel.recipientId)
  },
})

export const markTopicAsRead = endpoint({
  method: 'POST',
  path: '/mark_topic_as_read',
  summary: 'Mark a topic as read',
  parameters: { stream_id: required(integer()), topic_name: required(text()) },
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const { recipientId } = await readableChannel(tools.database, viewer, values.stream_id)
    const topic = values.topic_name === EMPTY_TOPIC_DISPLAY_NAME ? '' : values.topic_name
    if (!(await topicExists(tools.database, caller.realm.id, recipientId, topic))) {
      throw refusal(say("No such topic '%{topic_name}'", { topic_name: values.topic_name }))
    }
    await readConversation(tools, caller, recipientId, topic)
  },
})
