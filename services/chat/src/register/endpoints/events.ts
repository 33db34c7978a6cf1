import { randomInt } from 'node:crypto'

import { defaulted, optional } from '@oficina/api/parameter.ts'
import { quoted } from '@oficina/words/bilingual.ts'

import { EVENTS_ANSWER, type EventsAnswer } from '../../../wire/events.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, integer, text } from '../../api/kinds.ts'
import type { Tools } from '../../events/act.ts'
import type { ClientQueue } from '../../events/client-queue.ts'
import type { QueueCall } from '../../events/queue-call.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { JsonText } from '../../tenancy/json-text.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { badQueue, ownQueue } from '../own-queue.ts'
import type { QueueTools } from '../queue-tools.ts'

// Clients give up after 90 s without a byte; a heartbeat at a random moment keeps them from all coming at once.
const HEARTBEAT_MS = 45_000
const HEARTBEAT_SPREAD_MS = 10_000
const HEARTBEAT = { type: 'heartbeat', json: '{"type":"heartbeat"}' }

export const getEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'The events of a queue; waits until there are some',
  waits: true,
  parameters: {
    queue_id: optional(text()),
    last_event_id: optional(integer()),
    dont_block: defaulted(boolean, false),
    // Old clients give their program's name and what they can do here.
    user_client: optional(text()),
    slim_presence: optional(boolean),
    all_public_streams: optional(boolean),
  },
  answer: EVENTS_ANSWER,
  handle: async ({ tools, caller, values, reply }) => {
    const { queue_id: queueId, last_event_id: lastEventId } = values
    if (queueId === undefined)
      throw refusal(say("Missing '%{name}' argument", { name: 'queue_id' }))
    if (lastEventId === undefined)
      throw refusal(say("Missing '%{name}' argument", { name: 'last_event_id' }))
    const poll = { lastEventId, dontBlock: values.dont_block }
    const queue = ownQueue(tools.hub, caller.realm.id, caller.id, queueId)
    const events =
      queue === undefined
        ? await askOwner(tools, caller, { queueId, poll }, reply.raw)
        : await pollQueue(tools, queue, poll, reply.raw)
    return { events: new JsonText<EventsAnswer['events']>(events), queue_id: queueId }
  },
})

/**
 * The events of a queue after the last one that its client knows, as a JSON list; waits until there are some.
 * @throws ApiError BAD_REQUEST when the client names an event that the queue cannot go on from
 */
export async function pollQueue(
  { now }: Pick<Tools, 'now'>,
  queue: ClientQueue,
  { lastEventId, dontBlock }: NonNullable<QueueCall['poll']>,
  response: NodeJS.EventEmitter,
): Promise<string> {
  const problem = queue.acknowledge(lastEventId)
  if (problem === 'pruned')
    throw refusal(
      say('An event newer than %{lastEventId} has already been pruned!', { lastEventId }),
    )
  if (problem === 'not_in_queue')
    throw refusal(say('Event %{lastEventId} was not in this queue', { lastEventId }))
  queue.lastPollMs = now()
  if (!queue.hasEvents && !dontBlock) await waitForEvents(queue, response)
  queue.lastPollMs = now()
  return `[${queue.take().join(',')}]`
}

async function waitForEvents(queue: ClientQueue, response: NodeJS.EventEmitter): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const waitMs = HEARTBEAT_MS + randomInt(HEARTBEAT_SPREAD_MS)
  const how = await queue.wait(waitMs, gone.signal)
  if (how === 'timeout') queue.push(HEARTBEAT)
}

export const deleteEvents = endpoint({
  method: 'DELETE',
  path: '/events',
  summary: 'End an event queue',
  parameters: { queue_id: optional(text()) },
  handle: async ({ tools, caller, values, reply }) => {
    const { queue_id: queueId } = values
    if (queueId === undefined)
      throw refusal(say("Missing '%{name}' argument", { name: 'queue_id' }))
    const queue = ownQueue(tools.hub, caller.realm.id, caller.id, queueId)
    if (queue === undefined) await askOwner(tools, caller, { queueId }, reply.raw)
    else tools.hub.close(queue)
    return {}
  },
})

/**
 * Asks the process that has a queue, for as long as the client waits.
 * @throws ApiError BAD_EVENT_QUEUE_ID also for the queue of somebody else, and at once when its process is gone;
 * EVENT_QUEUE_ELSEWHERE when that process cannot be asked just now
 */
async function askOwner(
  { processCalls }: QueueTools,
  caller: Caller,
  call: Pick<QueueCall, 'queueId' | 'poll'>,
  response: NodeJS.EventEmitter,
): Promise<string> {
  const { queueId } = call
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const asked = { ...call, realmId: caller.realm.id, userId: caller.id }
  const answer = await processCalls.ask(asked, gone.signal)
  switch (answer.kind) {
    case 'answered':
      return answer.events
    case 'refused':
      throw answer.code === 'BAD_EVENT_QUEUE_ID'
        ? badQueue(queueId)
        : refusal(quoted(answer.message))
    case 'gone':
      throw badQueue(queueId)
    case 'elsewhere':
      throw new ApiError(
        'EVENT_QUEUE_ELSEWHERE',
        'Another process of the server has this event queue; try again',
        { queue_id: queueId },
        { retryAfterSeconds: 1 },
      )
  }
}
