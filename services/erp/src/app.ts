import type { Clock } from '@oficina/kit/clock.ts'
import { createHttpServer } from '@oficina/kit/http-server.ts'
import { registerApiReference } from '@oficina/kit/api-reference.ts'
import type { BuiltService, ProcessTools } from '@oficina/kit/service-process.ts'

import { ROUTES } from './routes.ts'

export interface Dependencies extends ProcessTools {
  readonly now: Clock
}

const BODY_LIMIT_BYTES = 1_048_576

/** Builds the service without listening, for production and tests alike. */
export async function buildErp(dependencies: Dependencies): Promise<BuiltService> {
  const { log, metrics, now } = dependencies
  const app = createHttpServer({ log, metrics, bodyLimitBytes: BODY_LIMIT_BYTES })
  await registerApiReference(app, {
    title: 'Oficina erp',
    version: '1',
    description: 'Not built yet: this service answers /health only.',
    securitySchemes: {},
  })
  const startedMs = now()
  await app.register((scope, _options, done) => {
    for (const route of ROUTES) {
      scope.route({
        method: route.method,
        url: route.path,
        config: { auth: route.auth },
        schema: route.schema,
        handler: () => route.handler({ uptimeMs: now() - startedMs }),
      })
    }
    done()
  })
  return { app, close: () => Promise.resolve() }
}
