import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** nginx's status for a client that closed the connection; it appears only in logs and metrics. */
export const CLIENT_GONE = 499

/**
 * Answers errors by `handler`, but for those of a connection that the client closed before its answer began: there is
 * nobody to tell, and nothing failed.
 */
export function handleErrors(
  app: FastifyInstance,
  handler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isGone = reply.raw.destroyed && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    return isGone ? reply.code(CLIENT_GONE).send() : handler(error, request, reply)
  })
}
