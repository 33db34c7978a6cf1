import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import {
  fastify,
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Log } from '@oficina/kit/log.ts'

import { compressAnswers } from './compression.ts'
import { allowOrigins } from './cross-origin.ts'
import { lingerAfterEarlyAnswers } from './early-answer.ts'
import type { Metrics } from './metrics.ts'
import { requestIdFrom } from './request-id.ts'
import { waitForRequests } from './requests-under-way.ts'
import type { HttpSettings } from './service-process.ts'
import { cutOffStalledReaders } from './stalled-reader.ts'
import { tellRequests } from './told-requests.ts'
import { JSON_TYPE, refusals, refuseTunnels, type UnreadableForm } from './unreadable-request.ts'

export interface HttpServerOptions {
  /** Upper limit for the request line and headers together. */
  readonly maxHeaderBytes?: number
  readonly log: Log
  readonly metrics?: Metrics | undefined
  /** Largest body in bytes where a route sets no limit of its own. */
  readonly bodyLimitBytes: number
  /** Time for a client to send a whole request, in milliseconds; answering may take longer. */
  readonly requestTimeoutMs?: number
  /** Time for a client to send the headers, in milliseconds; a connection that stays silent has the same time. */
  readonly headersTimeoutMs?: number
  /** Settings that the operator gives to all services alike. */
  readonly http?: Partial<HttpSettings> | undefined
  /** How the service answers a request that it cannot read. */
  readonly unreadable?: UnreadableForm
  /** Further Fastify options of the service, such as a query parser. */
  readonly fastify?: Partial<FastifyServerOptions>
}

const MAX_HEADER_BYTES = 16 * 1024
// A slow client may trickle its headers for this long before its socket is closed.
const HEADERS_TIMEOUT_MS = 15_000
// How much later than its limit a slow connection may be closed.
const CHECK_INTERVAL_MS = 5_000
const REQUEST_TIMEOUT_MS = 60_000
// Longer than the 60 s that common load balancers keep idle connections, so that they close first.
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const READER_TIMEOUT_MS = 30_000
const SHUTDOWN_TIMEOUT_MS = 20_000
const MAX_PATH_PARAMETER = 512
const SLOW_MS = 1_000
// Another process answers at once, the next one of this place in some seconds.
const RETRY_AFTER_S = 1

/**
 * An HTTP server with bounds on body, headers and time, and a request id on every answer.
 * Requests are logged at `debug`, slow ones (over a second) and failures (5xx) at `warn`. A route whose `config.waits`
 * is true answers late on purpose.
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const headersTimeout = options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS
  // The answer that each connection started last.
  const latest = new WeakMap<Socket, ServerResponse>()
  const app = fastify({
    loggerInstance: options.log,
    logController: quietButForBrokenAnswers(options.log),
    // Whoever logs names the request himself; a logger for each request costs a fortieth of a short one.
    childLoggerFactory: (log) => log,
    bodyLimit: options.bodyLimitBytes,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    trustProxy: options.http?.trustProxy ?? false,
    // The hook below answers in the service's own form.
    return503OnClosing: false,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      maxHeaderSize: options.maxHeaderBytes ?? MAX_HEADER_BYTES,
      headersTimeout,
      connectionsCheckingInterval: Math.min(headersTimeout, CHECK_INTERVAL_MS),
      // Node would refuse it without a body and without a request id.
      requireHostHeader: false,
    },
    genReqId: (request) => requestIdFrom(request.headers['x-request-id']),
    ...(options.unreadable === undefined ? {} : refusals(options.unreadable, latest)),
    ...options.fastify,
  })
  app.server.on('request', (request, response) => latest.set(request.socket, response))
  if (options.unreadable !== undefined) refuseTunnels(app.server, options.unreadable, latest)
  ignoreExpectations(app)
  boundWaiting(app, latest, options)
  allowOrigins(app, options.http?.corsOrigins ?? [])
  compressAnswers(app)
  const closing = { isClosing: false }
  tellRequests(app, options.metrics)
  receiveRequests(app, options.unreadable, closing)
  lingerAfterEarlyAnswers(app)
  closeConnectionsAfterAnswers(app, closing)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const line = {
      reqId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      elapsedMs: Math.round(reply.elapsedTime * 10) / 10,
    }
    const isSlow = reply.elapsedTime > SLOW_MS && !waits(request.routeOptions.config)
    if (reply.statusCode >= 500 || isSlow) options.log.warn(line, 'request')
    else options.log.debug(line, 'request')
    options.metrics?.observeRequest(line)
    done()
  })
  return app
}

/** Neither a reader nor a stop waits for ever. */
function boundWaiting(
  app: FastifyInstance,
  latest: WeakMap<Socket, ServerResponse>,
  { http = {}, log }: HttpServerOptions,
): void {
  const { readerTimeoutMs = READER_TIMEOUT_MS, shutdownTimeoutMs = SHUTDOWN_TIMEOUT_MS } = http
  cutOffStalledReaders(app, latest, { timeoutMs: readerTimeoutMs, shutdownTimeoutMs, log })
  waitForRequests(app, { shutdownTimeoutMs, log })
}

/** Any expectation but that of a 100 may be ignored; Node would answer 417 in a form of its own. */
function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** This file logs requests. An error after the answer has started cannot reach the client, but is still logged. */
function quietButForBrokenAnswers(log: Log): LogController {
  return Object.assign(new LogController({ disableRequestLogging: true }), {
    streamError(error: Error, request: FastifyRequest, { raw }: FastifyReply) {
      // A client that goes away breaks its answer itself; that is no error of ours.
      if (raw.destroyed) return
      log.error({ err: error, reqId: request.id }, 'an answer broke off in the middle')
    },
  })
}

/** What each request begins with: its id, and a refusal where nothing of it should be done. */
function receiveRequests(
  app: FastifyInstance,
  form: UnreadableForm | undefined,
  closing: { readonly isClosing: boolean },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (closing.isClosing) {
      refuseWhileStopping(request, reply, form)
      return
    }
    if (form !== undefined && lacksHost(request)) {
      const { status, body } = form('no-http', request.id)
      reply.code(status).headers({ connection: 'close' }).type(JSON_TYPE).send(body)
      return
    }
    // Some clients send a content type with every request; an empty body needs no parser.
    if (request.method === 'DELETE' && !hasBody(request)) delete request.headers['content-type']
    done()
  })
}

/**
 * A connection that was kept from before the stop may still bring a request: nothing of it is done, so anybody may send
 * it again, to another process or to the next one here.
 */
function refuseWhileStopping(
  request: FastifyRequest,
  reply: FastifyReply,
  form: UnreadableForm = () => ({ status: 503, body: '{"message":"stopping"}' }),
): void {
  const { status, body } =
    request.routeOptions.url === '/health'
      ? { status: 503, body: JSON.stringify({ status: 'down', stopping: true }) }
      : form('stopping', request.id)
  const headers = { connection: 'close', 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_S }
  reply.code(status).headers(headers).type(JSON_TYPE).send(body)
}

/** HTTP/1.1 wants to know which host is meant; 1.0 did not. */
function lacksHost({ raw: { headers, httpVersion } }: FastifyRequest): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function waits(config: object): boolean {
  return 'waits' in config && config.waits === true
}

/**
 * While the server stops, each answer closes its connection: otherwise a client that keeps connections alive would
 * delay the stop until its connection has been idle for long enough.
 */
function closeConnectionsAfterAnswers(app: FastifyInstance, state: { isClosing: boolean }): void {
  app.addHook('preClose', (done) => {
    state.isClosing = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (state.isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    // An answer whose headers left before the stop began keeps its connection open.
    if (state.isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
}
