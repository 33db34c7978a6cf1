import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import {
  MATCHES_ANSWER,
  MESSAGE_ANSWER,
  MESSAGES_ANSWER,
  SENT_ANSWER,
  type ReadMessageObject,
} from '../../../wire/messages.ts'
import { endpoint, type Call } from '../../api/endpoint.ts'
import { FORM_WORDS } from '../../api/form-words.ts'
import { boolean, ids, integer, text } from '../../api/kinds.ts'
import { narrowKind, type NarrowTerm } from '../../narrow/narrow-term.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { normalContent } from '../../tenancy/message-text.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { addressChannel, addressUsers } from '../actions/address-message.ts'
import {
  fetchByIds,
  fetchOne,
  fetchRange,
  NEWEST,
  type Anchor,
  type FetchTools,
} from '../actions/fetch-messages.ts'
import { highlightMatches } from '../actions/highlight-matches.ts'
import { sendMessage } from '../actions/send-message.ts'
import { messageObject, type MessageForm } from '../message-presentation.ts'
import type { Destination } from '../outgoing-message.ts'
import type { ReadMessage } from '../store/message-load.ts'
import { BY_MESSAGE } from './message-in-path.ts'
import { channelsOf, recipients, usersOf, type Recipients } from './recipients.ts'

const RANGE_PARAMETERS = [
  'num_before',
  'num_after',
  'anchor',
  'include_anchor',
  'use_first_unread_anchor',
] as const

/** Taken apart by `parseAnchor`: beside the old way to ask for the first unread message nobody looks at it. */
export const anchorText = described(text(), 'The id of a message, or newest, oldest, first_unread.')

export const getMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary: 'Messages around an anchor within a narrow, or given ones',
  parameters: {
    anchor: optional(anchorText),
    include_anchor: optional(boolean),
    num_before: optional(integer({ min: 0 })),
    num_after: optional(integer({ min: 0 })),
    narrow: defaulted(narrowKind, []),
    client_gravatar: defaulted(boolean, true),
    apply_markdown: defaulted(boolean, true),
    message_ids: optional(ids),
    allow_empty_topic_name: defaulted(boolean, false),
    use_first_unread_anchor: optional(boolean),
  },
  answer: MESSAGES_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const form = {
      applyMarkdown: values.apply_markdown,
      clientGravatar: values.client_gravatar,
      allowEmptyTopicName: values.allow_empty_topic_name,
    }
    return await withShare(tools, async (fetching) => {
      if (values.message_ids !== undefined) {
        refuseRange(values)
        const messages = await fetchByIds(fetching, caller, values.narrow, values.message_ids)
        return {
          messages: await shown(messages, { form, narrow: values.narrow, tools, caller }),
          found_newest: false,
          found_oldest: false,
          found_anchor: false,
          history_limited: false,
        }
      }
      const found = await fetchRange(fetching, caller, values.narrow, {
        anchor:
          values.use_first_unread_anchor === true ? 'first_unread' : parseAnchor(values.anchor),
        includeAnchor: values.include_anchor ?? true,
        numBefore: given('num_before', values.num_before),
        numAfter: given('num_after', values.num_after),
      })
      return {
        anchor: found.anchor,
        messages: await shown(found.messages, { form, narrow: values.narrow, tools, caller }),
        found_newest: found.foundNewest,
        found_oldest: found.foundOldest,
        found_anchor: found.foundAnchor,
        history_limited: false,
      }
    })
  },
})

/** Ends the share of a fetch once its answer was written as text, for which the service needs no further turn. */
async function withShare<T>(
  tools: Call<unknown>['tools'],
  work: (fetching: FetchTools) => Promise<T>,
): Promise<T> {
  const share = tools.texts.share()
  try {
    return await work({ tools, share })
  } finally {
    setImmediate(() => share.end())
  }
}

/** @throws ApiError REQUEST_VARIABLE_MISSING for a bound of the range that is not there */
function given(name: string, value: number | undefined): number {
  if (value === undefined) throw FORM_WORDS.missing(name)
  return value
}

function refuseRange(values: Readonly<Record<string, unknown>>): void {
  if (RANGE_PARAMETERS.every((name) => values[name] === undefined)) return
  const parameters =
    'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor'
  throw new ApiError(
    'BAD_REQUEST',
    say('Unsupported parameter combination: %{parameters}', { parameters }),
    {
      parameters,
    },
  )
}

/**
 * What an anchor names; the old way to ask for the first unread message excludes it.
 * @throws ApiError for what is neither a number nor one of the words
 * @source docs/decisions/0307-chat-narrow.md, "Ranges"
 */
export function parseAnchor(anchor: string | undefined): Anchor {
  if (anchor === undefined) throw refusal("Missing 'anchor' argument.")
  if (anchor === 'oldest') return 0
  if (anchor === 'newest') return NEWEST
  if (anchor === 'first_unread') return 'first_unread'
  if (!/^[+-]?\d+$/.test(anchor)) throw refusal('Invalid anchor')
  return Math.min(Math.max(Number(anchor), 0), NEWEST)
}

interface Showing {
  readonly form: MessageForm
  readonly narrow: readonly NarrowTerm[]
  readonly tools: Call<unknown>['tools']
  readonly caller: Caller
}

async function shown(
  messages: readonly ReadMessage[],
  { form, narrow, tools }: Showing,
): Promise<readonly ReadMessageObject[]> {
  const matches = await highlightMatches(tools, messages, narrow)
  return messages.map(({ message, flags }) => ({
    ...messageObject(message, form),
    flags,
    ...matches?.get(message.id),
  }))
}

export const getMessage = endpoint({
  method: 'GET',
  path: '/messages/:message_id',
  summary: 'One message',
  named: BY_MESSAGE,
  parameters: {
    apply_markdown: defaulted(boolean, true),
    allow_empty_topic_name: defaulted(boolean, false),
  },
  answer: MESSAGE_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const { message, flags } = await fetchOne(tools, caller, values.message_id)
    const form = {
      applyMarkdown: values.apply_markdown,
      clientGravatar: false,
      allowEmptyTopicName: values.allow_empty_topic_name,
    }
    return { message: { ...messageObject(message, form), flags }, raw_content: message.content }
  },
})

/** Programs that a person types into: what they send has been read by its sender. */
const HUMAN_CLIENTS = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
])

function isHumanClient(client: string): boolean {
  return HUMAN_CLIENTS.has(client.toLowerCase().replaceAll(/[^a-z]/g, ''))
}

export const postMessage = endpoint({
  method: 'POST',
  path: '/messages',
  summary: 'Send a message',
  parameters: {
    type: required(text()),
    to: required(recipients),
    topic: optional(text(), 'subject'),
    content: required(text({ mayHoldNull: true })),
    queue_id: optional(text()),
    local_id: optional(text()),
    read_by_sender: optional(boolean),
    client: optional(text()),
  },
  answer: SENT_ANSWER,
  handle: async ({ tools, caller, values, client: agent }) => {
    const client = values.client ?? agent
    const { queue_id: queueId, local_id: localId } = values
    const viewer = viewerOf(caller)
    const destination = await destinationOf({ tools, caller, viewer }, values)
    const sent = await sendMessage(tools, {
      realm: caller.realm,
      viewer,
      senderId: caller.id,
      sender: caller.person,
      isBot: caller.botType !== null,
      destination,
      content: values.content,
      client,
      isReadBySender: values.read_by_sender ?? isHumanClient(client),
      ...(queueId === undefined || localId === undefined
        ? {}
        : { localEcho: { queueId, localId } }),
    })
    return {
      id: sent.id,
      ...(sent.newVisibilityPolicy === undefined
        ? {}
        : { automatic_new_visibility_policy: sent.newVisibilityPolicy }),
    }
  },
})

interface DestinationFields {
  readonly type: string
  readonly to: Recipients
  readonly topic: string | undefined
  readonly content: string
}

async function destinationOf(
  sender: Parameters<typeof addressChannel>[0],
  { type, to, topic, content }: DestinationFields,
): Promise<Destination> {
  if (type === 'stream' || type === 'channel') {
    const [channel, ...others] = channelsOf(to)
    if (channel === undefined) throw refusal('Missing channel')
    if (others.length > 0) throw refusal('Cannot send to multiple channels')
    if (topic === undefined) throw refusal('Missing topic')
    return await addressChannel(sender, channel, topic, normalContent(content))
  }
  if (type === 'direct' || type === 'private') {
    return await addressUsers(sender, usersOf(to))
  }
  throw refusal('Invalid type')
}

export const matchesNarrow = endpoint({
  method: 'GET',
  path: '/messages/matches_narrow',
  summary: 'Which of some messages a narrow holds',
  parameters: { msg_ids: required(ids), narrow: required(narrowKind) },
  answer: MATCHES_ANSWER,
  handle: async ({ tools, caller, values }) => {
    return await withShare(tools, async (fetching) => {
      const found = await fetchByIds(fetching, caller, values.narrow, values.msg_ids)
      const matches = await highlightMatches(tools, found, values.narrow)
      const entries = found.map(({ message }) => [
        message.id,
        matches?.get(message.id) ?? {
          match_content: message.rendered_content,
          match_subject: message.subject,
        },
      ])
      return { messages: Object.fromEntries(entries) }
    })
  },
})
