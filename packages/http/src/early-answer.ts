import type { IncomingMessage, ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'

// How much of what the client is still sending is read and dropped, and for how long after the answer has left.
export const LINGER_BYTES = 16 * 1024 * 1024
export const LINGER_MS = 2_000

/**
 * An answer that leaves while the client is still sending its body, such as 413, would be lost: closing a connection
 * with unread data makes the system reset it. So the rest is read and dropped within limits, and the connection is
 * closed after that; a client that finishes in time keeps it.
 */
export function lingerAfterEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.getHeader('connection') === 'close' && !request.raw.complete) {
      // With this header Node would close at once.
      reply.removeHeader('connection')
      dropRest(request.raw, reply.raw)
    }
    done()
  })
}

function dropRest(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  response.once('finish', () => {
    if (request.complete || socket.destroyed) return
    const left = { bytes: LINGER_BYTES }
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    request.once('end', () => clearTimeout(timer))
    socket.once('close', () => clearTimeout(timer))
    request.on('data', (chunk: Buffer) => {
      left.bytes -= chunk.length
      if (left.bytes < 0) socket.destroy()
    })
    request.resume()
  })
}
