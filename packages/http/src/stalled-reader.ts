import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'
import type { Log } from '@oficina/kit/log.ts'

interface Options {
  /** How long a reader may take nothing, in milliseconds. */
  readonly timeoutMs: number
  /** How long a stop may take, in milliseconds. */
  readonly shutdownTimeoutMs: number
  readonly log: Log
}

// A stop has time for the other requests, too.
const PART_OF_A_STOP = 4

/**
 * Cuts off the connection of a reader that takes nothing of an answer for this long, so that what the answer holds,
 * such as a database connection, is freed at once. A reader that waits for an answer still being made is not cut off.
 * Once the server stops, a reader has a quarter of the stop's time at most: otherwise one that stalls would outlast it.
 */
export function cutOffStalledReaders(
  app: FastifyInstance,
  latest: WeakMap<Socket, ServerResponse>,
  { timeoutMs, shutdownTimeoutMs, log }: Options,
): void {
  const state = { timeoutMs }
  const sockets = new Set<Socket>()
  app.server.setTimeout(timeoutMs)
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', (done) => {
    state.timeoutMs = Math.min(timeoutMs, Math.ceil(shutdownTimeoutMs / PART_OF_A_STOP))
    for (const socket of sockets) socket.setTimeout(state.timeoutMs)
    done()
  })
  // Node checks a write's progress itself: this fires only when nothing has moved for the whole time.
  app.server.on('timeout', (socket: Socket) => {
    const answer = latest.get(socket)
    const isIdle = answer?.writableFinished === true
    if (!isIdle && socket.writableLength === 0) {
      socket.setTimeout(state.timeoutMs)
      return
    }
    if (!isIdle)
      log.warn({ reqId: answer?.getHeader('x-request-id') }, 'a stalled reader is cut off')
    socket.destroy()
  })
}
