import { randomInt } from 'node:crypto'

import { defaulted, optional } from '@oficina/api/parameter.ts'

import { endpoint } from '../../api/endpoint.ts'
import { boolean, integer, text } from '../../api/kinds.ts'
import type { ClientQueue } from '../../events/client-queue.ts'
import type { Tools } from '../../tenancy/act.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { JsonText } from '../../tenancy/json-text.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'

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
  answer: { events: { type: 'array', items: { type: 'object' } }, queue_id: { type: 'string' } },
  handle: async ({ tools, caller, values, reply }) => {
    const { queue_id: queueId, last_event_id: lastEventId } = values
    if (queueId === undefined) throw refusal("Missing 'queue_id' argument")
    if (lastEventId === undefined) throw refusal("Missing 'last_event_id' argument")
    const queue = await queueOf(tools, caller, queueId)
    const problem = queue.acknowledge(lastEventId)
    if (problem === 'pruned')
      throw refusal(`An event newer than ${lastEventId} has already been pruned!`)
    if (problem === 'not_in_queue') throw refusal(`Event ${lastEventId} was not in this queue`)
    queue.lastPollMs = tools.now()
    if (!queue.hasEvents && !values.dont_block) await waitForEvents(queue, reply.raw)
    queue.lastPollMs = tools.now()
    return { events: new JsonText(`[${queue.take().join(',')}]`), queue_id: queue.id }
  },
})

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
  handle: async ({ tools, caller, values }) => {
    if (values.queue_id === undefined) throw refusal("Missing 'queue_id' argument")
    tools.hub.close(await queueOf(tools, caller, values.queue_id))
    return {}
  },
})

/** The number of the process that made a queue. */
function processOf(id: string): number {
  return /^[0-9a-f]{8}-/.test(id) ? Number.parseInt(id.slice(0, 8), 16) : -1
}

/**
 * @throws ApiError BAD_EVENT_QUEUE_ID also for the queue of somebody else; EVENT_QUEUE_ELSEWHERE when another running
 * process has it: the queue is valid, only this process cannot answer for it
 */
async function queueOf({ hub, bus }: Tools, caller: Caller, id: string): Promise<ClientQueue> {
  const queue = hub.get(id)
  if (queue === undefined && (await bus.keepsQueuesOf(processOf(id)))) {
    const fields = { queue_id: id }
    const message = 'Another process of the server has this event queue; try again'
    throw new ApiError('EVENT_QUEUE_ELSEWHERE', message, fields, { retryAfterSeconds: 1 })
  }
  if (queue === undefined || queue.userId !== caller.id || queue.realmId !== caller.realm.id) {
    throw new ApiError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${id}`, { queue_id: id })
  }
  return queue
}
