import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REQUESTS, RESUMED, type Received } from '@oficina/kit/channels.ts'

import type { Metrics } from './metrics.ts'
import { registerPoolMetrics } from './pool-metrics.ts'

/** Measures what requests wait for, and tells of each one, so that whoever listens knows in which one something happens. */
export function tellRequests(app: FastifyInstance, metrics: Metrics | undefined): void {
  if (metrics !== undefined) registerPoolMetrics(metrics.registry)
  // Traces begin before the service is built; without them a request passes no hook more.
  if (!REQUESTS.start.hasSubscribers) return
  const told = new WeakMap<FastifyRequest, Received>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { id, method, headers } = request
    const one = { id, method, route: request.routeOptions.url ?? 'unknown', headers }
    told.set(request, one)
    REQUESTS.start.runStores(one, done)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const one = told.get(request)
    if (one === undefined) done()
    else RESUMED.runStores(one, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const one = told.get(request)
    if (one !== undefined)
      REQUESTS.asyncEnd.publish(Object.assign(one, { status: reply.statusCode }))
    done()
  })
}
