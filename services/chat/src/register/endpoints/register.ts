import type { Kind } from '@oficina/api/kind.ts'
import { nullable } from '@oficina/api/kinds.ts'
import { defaulted, optional } from '@oficina/api/parameter.ts'

import { REGISTER_ANSWER } from '../../../wire/register.ts'
import { endpoint } from '../../api/endpoint.ts'
import { anyObject, boolean, integer, jsonText, list, text, placeText } from '../../api/kinds.ts'
import type { NarrowTerm } from '../../narrow/narrow-term.ts'
import { narrowKind } from '../../narrow/narrow-term.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'
import { register } from '../actions/register.ts'

const capabilities: Kind<Readonly<Record<string, boolean>>> = {
  isRaw: false,
  schema: { type: 'object', additionalProperties: { type: 'boolean' } },
  check: (value, place) => {
    const given = Object.entries(anyObject.check(value, place))
    return Object.fromEntries(given.map(([name, is]) => [name, is === true]))
  },
}

const subscriberListing: Kind<'all' | 'none' | 'partial'> = {
  isRaw: true,
  schema: { enum: [true, false, 'partial'] },
  check: (value, place) => {
    if (value === 'true') return 'all'
    if (value === 'false') return 'none'
    if (value === '"partial"' || value === 'partial') return 'partial'
    throw refusal(say('Invalid %{place}', { place: placeText(place) }))
  },
}

const DEFAULT_IDLE_SECONDS = 600
const MAX_IDLE_SECONDS = 7 * 86_400
const NARROW_OPERATORS = new Set(['channel', 'stream', 'topic', 'sender', 'is'])

export const postRegister = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Open an event queue and read the state that its events go on from',
  parameters: {
    apply_markdown: defaulted(boolean, false),
    client_gravatar: defaulted(boolean, true),
    slim_presence: defaulted(boolean, false),
    all_public_streams: defaulted(boolean, false),
    include_subscribers: defaulted(subscriberListing, 'none'),
    event_types: optional(nullable(list(jsonText()))),
    fetch_event_types: optional(nullable(list(jsonText()))),
    client_capabilities: defaulted(capabilities, {}),
    narrow: defaulted(narrowKind, []),
    presence_history_limit_days: optional(integer({ min: 0 })),
    idle_queue_timeout: optional(integer({ min: 1 })),
    queue_lifespan_secs: optional(integer({ min: 1 })),
    user_client: optional(text()),
  },
  answer: REGISTER_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const eventTypes = values.event_types ?? null
    const idleSeconds =
      values.idle_queue_timeout ?? values.queue_lifespan_secs ?? DEFAULT_IDLE_SECONDS
    const { queueId, state } = await register(
      tools,
      caller,
      {
        eventTypes,
        applyMarkdown: values.apply_markdown,
        clientGravatar: values.client_gravatar,
        allPublicStreams: values.all_public_streams,
        slimPresence: values.slim_presence,
        narrow: queueNarrow(values.narrow),
        capabilities: values.client_capabilities,
        idleTimeoutMs: Math.min(idleSeconds, MAX_IDLE_SECONDS) * 1000,
      },
      {
        fetchTypes: values.fetch_event_types ?? eventTypes,
        clientGravatar: values.client_gravatar,
        isSlimPresence: values.slim_presence,
        presenceDays: values.presence_history_limit_days,
        subscribers: values.include_subscribers,
        capabilities: values.client_capabilities,
      },
    )
    return { queue_id: queueId, last_event_id: -1, ...state }
  },
})

/** The few operators that a queue can be narrowed by. */
function queueNarrow(terms: readonly NarrowTerm[]): readonly (readonly [string, string])[] {
  return terms.map(({ operator, operand, isNegated }) => {
    if (!NARROW_OPERATORS.has(operator) || isNegated)
      throw refusal(say('Operator %{operator} not supported.', { operator }))
    if (operator === 'is' && operand === 'followed')
      throw refusal(say('Operand %{operand} not supported.', { operand }))
    return [operator, String(operand)] as const
  })
}
