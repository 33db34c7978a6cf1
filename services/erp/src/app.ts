import { join } from 'node:path'

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registerApiReference } from '@oficina/http/api-reference.ts'
import { handleErrors } from '@oficina/http/client-gone.ts'
import { createHttpServer } from '@oficina/http/http-server.ts'
import type { ProcessTools } from '@oficina/http/service-process.ts'
import { registerConsole } from '@oficina/web/server/register-console.ts'

import { API_RELEASE } from './dictionary/openapi-model.ts'
import { routeSchema, serve, type Endpoint } from './endpoints/endpoint.ts'
import { ERRORS, apiError } from './errors.ts'
import type { Tools } from './http/context.ts'
import { sendErrors } from './http/envelope.ts'
import { errorHandler } from './http/errors.ts'
import { chooseSpeech } from './http/request-speech.ts'
import { unreadableRequest } from './http/unreadable-request.ts'
import { NOT_JSON, NO_METHOD, NO_PATH } from './messages/http.ts'
import { parseExactJson } from './query/json-number.ts'
import { ROUTES } from './routes.ts'

// The largest record (long texts and JSON fields) fits easily; imports have their own limit.
const BODY_LIMIT_BYTES = 4 * 1024 * 1024
// A file of half a gigabyte takes this long at 7 Mbit/s; only the upload counts, not the import.
const REQUEST_TIMEOUT_MS = 10 * 60_000
const CONSOLE = join(import.meta.dirname, '..', 'console')

/** Builds the HTTP side without listening, for production and tests alike. */
export async function buildApp(
  { log, metrics, http }: ProcessTools,
  tools: Tools,
): Promise<FastifyInstance> {
  const app = createHttpServer({
    log,
    metrics,
    http,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    unreadable: unreadableRequest,
    fastify: { routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true } },
  })
  // The declarations parse; the schemas only describe. Numbers keep their digits, which a compiled serializer would
  // lose.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  // Before a handler knows the caller, and where none is found, the request is answered as it asks.
  app.addHook('onRequest', (request, _reply, next) => {
    chooseSpeech(request, tools)
    next()
  })
  parseJsonBodies(app)
  handleErrors(app, errorHandler)
  app.setNotFoundHandler(notFoundHandler)
  await registerApiReference(app, {
    title: 'Oficina ERP',
    version: API_RELEASE,
    description:
      'Business ERP REST API, version 1: models from a data dictionary, one company per session.',
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  })
  registerConsole(app, { folder: CONSOLE, title: 'Oficina ERP', notFound: notFoundHandler })
  await addScopes(app, tools)
  return app
}

/** JSON with its numbers' digits, the only body where nothing else is said. */
function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json/,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, body === '' ? undefined : parseExactJson(String(body)))
      } catch {
        // JSON.parse's own message quotes the body, which may hold a password.
        done(apiError('MALFORMED_JSON', NOT_JSON()), undefined)
      }
    },
  )
}

/** What takes a file or a form has a scope of its own, so that no other path ever accepts one as its body. */
async function addScopes(app: FastifyInstance, tools: Tools): Promise<void> {
  await app.register((scope, _options, done) => {
    addRoutes(scope, tools, takesJson)
    done()
  })
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const types = [...new Set(ROUTES.flatMap(({ takesFile = [] }) => takesFile))]
    scope.addContentTypeParser(types, (_request, payload, next) => {
      next(null, payload)
    })
    addRoutes(scope, tools, ({ takesFile }) => takesFile !== undefined)
    done()
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart)
    addRoutes(scope, tools, ({ takesForm }) => takesForm !== undefined)
  })
  await app.register((scope, _options, done) => {
    ignoreBodies(scope)
    addRoutes(scope, tools, ({ ignoresBody }) => ignoresBody === true)
    done()
  })
}

function takesJson({ takesFile, takesForm, ignoresBody }: Endpoint): boolean {
  return takesFile === undefined && takesForm === undefined && ignoresBody !== true
}

/** Takes any body of any content type and drops it. */
function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('onRequest', (request, _reply, next) => {
    // A malformed content type would be refused before any parser is asked.
    if (request.headers['content-type'] !== undefined) {
      request.headers['content-type'] = 'application/octet-stream'
    }
    next()
  })
  scope.addContentTypeParser('*', (_request, payload, next) => {
    payload.resume()
    next(null, undefined)
  })
}

function addRoutes(
  app: FastifyInstance,
  tools: Tools,
  isOne: (endpoint: Endpoint) => boolean,
): void {
  for (const endpoint of ROUTES.filter(isOne)) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { auth: endpoint.auth },
      schema: routeSchema(endpoint),
      ...(endpoint.holdsSecret === true || endpoint.sendsFile === true
        ? { compress: false as const }
        : {}),
      handler: (request, reply) => serve(endpoint, tools, request, reply),
    })
  }
}

function notFoundHandler(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { method } = request
  const [path = ''] = request.url.split('?', 1)
  const methods = methodsOf(path.replace(/\/$/, ''))
  // A path that has the method but matched no route, such as one with a line break in a name, is unknown.
  if (methods.length > 0 && !methods.includes(method)) {
    const allow = methods.join(', ')
    return sendErrors(reply.header('allow', allow), ERRORS.METHOD_NOT_ALLOWED.status, [
      { code: 'METHOD_NOT_ALLOWED', message: NO_METHOD({ method, path, allowed: allow }) },
    ])
  }
  return sendErrors(reply, ERRORS.NOT_FOUND.status, [
    { code: 'NOT_FOUND', message: NO_PATH({ method, path }) },
  ])
}

const PATTERNS = ROUTES.map(({ method, path }) => ({
  method,
  parameters: path.split(':').length - 1,
  pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** The methods of a path; where a fixed name stands, as in `/auth/login`, it is not a model's. */
function methodsOf(path: string): readonly string[] {
  const matching = PATTERNS.filter(({ pattern }) => pattern.test(path))
  const fewest = Math.min(...matching.map(({ parameters }) => parameters))
  const methods = matching
    .filter(({ parameters }) => parameters === fewest)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)]
}
