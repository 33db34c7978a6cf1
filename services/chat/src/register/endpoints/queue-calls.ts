import type { FastifyInstance } from 'fastify'

import { isSigned, QUEUE_CALLS, SIGNATURE, type QueueCall } from '../../events/queue-call.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import { badQueue, ownQueue } from '../own-queue.ts'
import type { QueueTools } from '../queue-tools.ts'
import { pollQueue } from './events.ts'

/**
 * Answers other processes that were asked for a queue of this one; nobody else, which their signature shows.
 * @source docs/decisions/0303-chat-events.md
 */
export function answerProcesses(app: FastifyInstance, tools: QueueTools): void {
  app.route({
    method: 'POST',
    url: QUEUE_CALLS,
    config: { auth: 'public' },
    schema: { hide: true },
    handler: async ({ body, headers }, reply) => {
      const signature = headers[SIGNATURE]
      const text = typeof body === 'string' ? body : ''
      const given = { signature: typeof signature === 'string' ? signature : '', text }
      if (!isSigned(tools.secret, given, tools.now())) {
        throw new ApiError('UNAUTHORIZED', 'Only processes of this server may call this.')
      }
      // Only a process of the service signs, and writes it in this form.
      const { poll, queueId, realmId, userId } = JSON.parse(text) as QueueCall
      const queue = ownQueue(tools.hub, realmId, userId, queueId)
      if (queue === undefined) throw badQueue(queueId)
      if (poll === undefined) tools.hub.close(queue)
      const events = poll === undefined ? '' : await pollQueue(tools, queue, poll, reply.raw)
      return await reply.header('content-type', 'application/json').send(events)
    },
  })
}
