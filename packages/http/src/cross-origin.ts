import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
// Headers that a page needs besides the body: where a new resource is, its version, when to retry, what to name in a
// report.
const EXPOSED = [
  'accept-ranges',
  'content-disposition',
  'content-range',
  'etag',
  'location',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]
// Browsers ask again after this; Chromium does so after two hours anyway.
const PREFLIGHT_SECONDS = 7_200

/**
 * Lets pages of exactly these origins call the service from a browser; without any, no page may. The browser's own
 * credentials (cookies, Basic) are never requested: a page sends its token or key itself.
 * @source docs/decisions/0206-http.md
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.register(cors, {
    delegator: (request, callback) => callback(null, optionsFor(request, allowed)),
  })
}

function optionsFor(
  { method, headers }: FastifyRequest,
  allowed: ReadonlySet<string>,
): FastifyCorsOptions {
  const { origin } = headers
  if (origin === undefined || !allowed.has(origin)) return { origin: false }
  return {
    origin,
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
    credentials: false,
    // Any other OPTIONS is a question to the path itself.
    preflight: method === 'OPTIONS' && 'access-control-request-method' in headers,
  }
}
