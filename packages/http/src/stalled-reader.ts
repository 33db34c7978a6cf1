import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import type { Log } from '@oficina/kit/log.ts'

/**
 * Cuts off the connection of a reader that takes nothing of an answer for this long, so that what the answer holds,
 * such as a database connection, is freed at once. A reader that waits for an answer still being made is not cut off.
 */
export function cutOffStalledReaders(
  app: FastifyInstance,
  latest: WeakMap<Socket, ServerResponse>,
  { timeoutMs, log }: { readonly timeoutMs: number; readonly log: Log },
): void {
  app.server.setTimeout(timeoutMs)
  // Node checks a write's progress itself: this fires only when nothing has moved for the whole time.
  app.server.on('timeout', (socket: Socket) => {
    const answer = latest.get(socket)
    const isIdle = answer?.writableFinished === true
    if (!isIdle && socket.writableLength === 0) {
      socket.setTimeout(timeoutMs)
      return
    }
    if (!isIdle)
      log.warn({ reqId: answer?.getHeader('x-request-id') }, 'a stalled reader is cut off')
    socket.destroy()
  })
}
