import type { ClientQueue } from '../events/client-queue.ts'
import type { QueueHub } from '../events/queue-hub.ts'
import { ApiError } from '../tenancy/api-error.ts'
import { say } from '../tenancy/words/say.ts'

/**
 * The queue, if this process has it.
 * @throws ApiError BAD_EVENT_QUEUE_ID for the queue of somebody else
 */
export function ownQueue(
  hub: QueueHub,
  realmId: number,
  userId: number,
  id: string,
): ClientQueue | undefined {
  const queue = hub.get(id)
  if (queue === undefined) return undefined
  if (queue.userId !== userId || queue.realmId !== realmId) throw badQueue(id)
  return queue
}

export function badQueue(id: string): ApiError {
  return new ApiError('BAD_EVENT_QUEUE_ID', say('Bad event queue ID: %{id}', { id }), {
    queue_id: id,
  })
}
