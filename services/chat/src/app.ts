import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { registerApiReference } from '@oficina/http/api-reference.ts'
import { handleErrors } from '@oficina/http/client-gone.ts'
import { createHttpServer } from '@oficina/http/http-server.ts'
import type { ProcessTools } from '@oficina/http/service-process.ts'

import { sendApiError, sendError } from './api/answers.ts'
import type { Endpoint } from './api/endpoint.ts'
import { routeSchema } from './api/openapi.ts'
import { serve, serveOther, type PathEndpoints, type Serving } from './api/serve.ts'
import { unreadableRequest } from './api/unreadable-request.ts'
import { registerClient } from './client/register-client.ts'
import { servePage } from './entrance/endpoints/serve-page.ts'
import { answerProcesses } from './register/endpoints/queue-calls.ts'
import { ENDPOINTS, OTHER_ROUTES, PAGES } from './routes.ts'
import { notFound } from './tenancy/api-error.ts'
import { say } from './tenancy/words/say.ts'

const API = '/api/v1'
// Twice the longest form that anybody sends: 1,000 drafts do not fit in one call, and need not.
const BODY_LIMIT_BYTES = 4 * 1024 * 1024
// GET /messages may name 5,000 messages, at most 16 digits and an encoded comma each.
const MAX_HEADER_BYTES = 128 * 1024
const MAX_FIELDS = 200
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface AppOptions {
  readonly maxUploadBytes: number
}

/** Builds the HTTP side without listening, for production and tests alike. */
export async function buildApp(
  { log, metrics, http }: ProcessTools,
  serving: Serving,
  options: AppOptions,
): Promise<FastifyInstance> {
  const app = createHttpServer({
    log,
    metrics,
    http,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    maxHeaderBytes: MAX_HEADER_BYTES,
    unreadable: unreadableRequest,
    fastify: {
      routerOptions: { maxParamLength: 1_024, ignoreTrailingSlash: true },
    },
  })
  // The declarations parse; the schemas only describe.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  handleErrors(app, sendError)
  app.setNotFoundHandler((request, reply) =>
    sendApiError(
      notFound(
        say('There is no %{method} %{path}', {
          method: request.method,
          path: request.url.split('?', 1).join(''),
        }),
      ),
      reply,
    ),
  )
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    // A file that is too large is cut, so that the code that receives it can report it.
    throwFileSizeLimit: false,
    limits: {
      fields: MAX_FIELDS,
      files: 10,
      fileSize: options.maxUploadBytes,
      fieldSize: BODY_LIMIT_BYTES,
    },
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  await registerApiReference(app, {
    title: 'Oficina chat',
    version: '1',
    description: 'Team chat REST API, compatible with Zulip at feature level 421.',
    securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
  })
  registerClient(app, serving.tools.uploads.publicOrigin)
  await app.register((scope, _options, done) => {
    addOthers(scope, serving)
    answerProcesses(scope, serving.tools)
    for (const [path, endpoints] of byPath()) addPath(scope, path, endpoints, serving)
    done()
  })
  return app
}

/** What is no operation of the API. */
function addOthers(app: FastifyInstance, serving: Serving): void {
  const common = { config: { auth: 'public' }, schema: { hide: true } } as const
  for (const route of OTHER_ROUTES) {
    app.route({
      ...common,
      method: 'GET',
      url: route.path,
      handler: (request, reply) => serveOther(route, serving, request, reply),
    })
  }
  for (const page of PAGES) {
    app.route({
      ...common,
      method: page.method,
      url: page.path,
      handler: (request, reply) => servePage(page, serving, request, reply),
    })
  }
}

function byPath(): ReadonlyMap<string, Map<string, Endpoint>> {
  const paths = new Map<string, Map<string, Endpoint>>()
  for (const endpoint of ENDPOINTS) {
    const methods = paths.get(endpoint.path) ?? new Map<string, Endpoint>()
    methods.set(endpoint.method, endpoint)
    paths.set(endpoint.path, methods)
  }
  return paths
}

function addPath(
  app: FastifyInstance,
  path: string,
  endpoints: PathEndpoints,
  serving: Serving,
): void {
  for (const method of METHODS) {
    const endpoint = endpoints.get(method)
    app.route({
      method,
      url: API + path,
      config: { auth: endpoint?.auth ?? 'public', waits: endpoint?.waits === true },
      schema: endpoint === undefined ? { hide: true } : routeSchema(endpoint),
      handler: (request, reply) => serve(serving, endpoints, request, reply),
    })
  }
  app.route({
    method: 'OPTIONS',
    url: API + path,
    config: { auth: 'public' },
    schema: { hide: true },
    handler: (_request, reply) =>
      reply
        .code(204)
        .header('allow', [...endpoints.keys()].toSorted().join(', '))
        .send(),
  })
}
