import type { FastifyReply } from 'fastify'

/** Nobody is waiting for the answer any more. */
export class ClientGone extends Error {}

/** Fires when the client goes away, or is cut off, before it has its whole answer. */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientGone('the client went away'))
  })
  return controller.signal
}
