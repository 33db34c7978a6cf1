import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Log } from '@oficina/kit/log.ts'

// Early enough that it is said before the process ends.
const TOLD_AT = 0.9
const MAX_TOLD = 20

interface Options {
  readonly log: Log
  /** How long a stop may take, in milliseconds. */
  readonly shutdownTimeoutMs: number
}

/**
 * Lets a stop wait for requests and says for which ones when it is about to run out of time. The work of a client that
 * went away counts too: what it uses, such as the database, is closed only once it has seen that nobody waits for it.
 */
export function waitForRequests(app: FastifyInstance, options: Options): void {
  const { log, shutdownTimeoutMs } = options
  const answering = new Map<FastifyRequest, FastifyReply>()
  const working = new Map<FastifyRequest, PromiseLike<unknown>>()
  app.addHook('onRequest', (request, reply, done) => {
    answering.set(request, reply)
    // Nothing else is told for certain when a client goes away.
    reply.raw.once('close', () => answering.delete(request))
    done()
  })
  app.addHook('onRoute', (route) => {
    route.handler = followed(route.handler, working)
  })
  app.addHook('preClose', (done) => {
    setTimeout(() => {
      const left = [...new Set([...answering.keys(), ...working.keys()])]
      if (left.length === 0) return
      const requests = left.slice(0, MAX_TOLD).map((request) => told(request, answering))
      log.warn({ count: left.length, requests }, 'the stop still waits for these requests')
    }, shutdownTimeoutMs * TOLD_AT).unref()
    done()
  })
  app.addHook('onClose', async () => {
    while (working.size > 0) await Promise.allSettled(working.values())
  })
}

function followed(
  handler: RouteHandlerMethod,
  working: Map<FastifyRequest, PromiseLike<unknown>>,
): RouteHandlerMethod {
  return function follow(request, reply) {
    const work = handler.call(this, request, reply)
    // A reply is a promise of its answer; one that is being sent is no work.
    if (work instanceof Promise) {
      const end = () => working.delete(request)
      working.set(request, work)
      work.then(end, end)
    }
    return work
  }
}

function told(request: FastifyRequest, answering: ReadonlyMap<FastifyRequest, FastifyReply>) {
  const reply = answering.get(request)
  return {
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    waitsFor: reply === undefined ? 'work that nobody waits for' : partOf(request, reply),
    ...(reply !== undefined && { elapsedMs: Math.round(reply.elapsedTime) }),
  }
}

function partOf({ raw }: FastifyRequest, { raw: answer }: FastifyReply): string {
  if (answer.headersSent) return 'the reader of the answer'
  return raw.complete ? 'the answer' : 'the body'
}
