import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHttpServer } from '@oficina/http/http-server.ts'

import { addControls } from './controls.ts'
import { addPac } from './pac-routes.ts'
import { addSat } from './sat-routes.ts'
import type { Simulator } from './simulator.ts'

// A CFDI of 8 MB, and what surrounds it.
const BODY_LIMIT_BYTES = 12 * 1024 * 1024

/** The simulator over HTTP, without listening: SW sapien's REST, the SAT's services, and what tests and demonstrations need. */
export function simulatorServer(simulator: Simulator): FastifyInstance {
  const app = createHttpServer({ log: simulator.options.log, bodyLimitBytes: BODY_LIMIT_BYTES })
  app.removeAllContentTypeParsers()
  // Every route reads its own body: what a client says of it is not always right.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(async (error, _request: FastifyRequest, reply: FastifyReply) => {
    simulator.options.log.error({ err: error }, 'the simulator failed')
    await reply.code(500).send({ status: 'error', message: 'CO1000 - Error no controlado.' })
  })
  addPac(app, simulator)
  addSat(app, simulator)
  addControls(app, simulator)
  return app
}
