import { join } from 'node:path'

import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { registerApiReference } from '@oficina/http/api-reference.ts'
import { handleErrors } from '@oficina/http/client-gone.ts'
import { createHttpServer } from '@oficina/http/http-server.ts'
import type { ProcessTools } from '@oficina/http/service-process.ts'
import { registerConsole } from '@oficina/web/server/register-console.ts'

import { requireApiKey } from './access/api-key.ts'
import { routeSchema, serve, type Endpoint } from './endpoints/endpoint.ts'
import type { Tools } from './http/context.ts'
import { errorHandler, notFoundHandler } from './http/error-handler.ts'
import { HandlersUnderWay } from './http/handlers-under-way.ts'
import { MAX_JSON_BYTES, parseJsonBody } from './http/json-body.ts'
import { JSON_LINES } from './http/json-lines.ts'
import { unreadableRequest } from './http/unreadable-request.ts'
import { ROUTES } from './routes.ts'

const CONSOLE = join(import.meta.dirname, '..', 'console')

export interface AppOptions extends ProcessTools {
  readonly apiKey: string
  readonly tools: Tools
}

/** Builds the HTTP side without listening, for production and tests alike. */
export async function buildApp({
  apiKey,
  tools,
  log,
  metrics,
  http,
}: AppOptions): Promise<FastifyInstance> {
  const app = createHttpServer({
    log,
    metrics,
    http,
    bodyLimitBytes: MAX_JSON_BYTES,
    unreadable: unreadableRequest,
  })
  // The declarations parse; the schemas only describe.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  handleErrors(app, errorHandler)
  app.setNotFoundHandler(notFoundHandler)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(Buffer.isBuffer(body) ? body : Buffer.from(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body'), undefined)
    }
  })
  // Read by the handler, as it comes.
  app.addContentTypeParser(JSON_LINES, (_request, payload, done) => done(null, payload))
  await app.register(multipart)
  await registerApiReference(app, {
    title: 'Oficina documents',
    version: '1',
    description: 'Word templates and JSON in, .docx or PDF out.',
    securitySchemes: { apiKey: { type: 'apiKey', name: 'x-api-key', in: 'header' } },
  })
  registerConsole(app, {
    folder: CONSOLE,
    title: 'Oficina documents',
    scripts: [{ name: 'preview.js', source: 'oficina-preview' }],
    notFound: notFoundHandler,
  })
  const handlers = new HandlersUnderWay(app)
  await app.register((scope, _options, done) => {
    for (const endpoint of ROUTES) addRoute(scope, endpoint, { apiKey, tools, handlers })
    done()
  })
  return app
}

interface Served {
  readonly apiKey: string
  readonly tools: Tools
  readonly handlers: HandlersUnderWay
}

function addRoute(
  app: FastifyInstance,
  endpoint: Endpoint,
  { apiKey, tools, handlers }: Served,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { auth: endpoint.auth },
    schema: routeSchema(endpoint),
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    // Before the body is read: an upload without a key costs nothing.
    onRequest: (request, _reply, done) => {
      if (endpoint.auth === 'key') requireApiKey(request.headers['x-api-key'], apiKey)
      done()
    },
    handler: (request, reply) => handlers.run(() => serve(endpoint, tools, request, reply)),
  })
}
