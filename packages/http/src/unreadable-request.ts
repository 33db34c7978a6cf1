import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { LINGER_BYTES, LINGER_MS } from './early-answer.ts'
import { requestIdFrom } from './request-id.ts'

/** Why no route and no handler ever saw a request; `stopping`: it came by a connection from before the stop. */
export type UnreadableReason =
  | 'path-not-encoded'
  | 'path-too-long'
  | 'headers-too-large'
  | 'too-slow'
  | 'no-http'
  | 'tunnel'
  | 'stopping'

/** A service's answer to a request that it cannot read: its own status and form, as JSON. */
export type UnreadableForm = (
  reason: UnreadableReason,
  requestId: string,
) => { readonly status: number; readonly body: string }

export const JSON_TYPE = 'application/json; charset=utf-8'

const REASONS: Readonly<Record<string, UnreadableReason>> = {
  FST_ERR_MAX_PARAM_LENGTH: 'path-too-long',
  FST_ERR_BAD_URL: 'path-not-encoded',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/**
 * Answers requests that the server refuses before any route or hook runs, in the service's own form and with
 * `x-request-id`. `latestOf` gives the answer that a connection started last.
 */
export function refusals(form: UnreadableForm, latestOf: WeakMap<Socket, ServerResponse>) {
  return {
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
      const { status, body } = form(REASONS[error.code] ?? 'path-not-encoded', request.id)
      reply.header('x-request-id', request.id).code(status).type(JSON_TYPE).send(body)
    },
    clientErrorHandler: (error: Error & { readonly code?: string }, socket: Socket): void => {
      const latest = latestOf.get(socket)
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy()
      } else if (latest === undefined || latest.writableFinished || isUnread(latest, socket)) {
        const requestId = randomUUID()
        answerAndLeave(socket, requestId, form(REASONS[error.code ?? ''] ?? 'no-http', requestId))
      } else leaveAfter(latest, socket)
    },
  }
}

/** Answers CONNECT, which asks for a proxy: Node would close the connection without an answer. */
export function refuseTunnels(
  server: Server,
  form: UnreadableForm,
  latestOf: WeakMap<Duplex, ServerResponse>,
): void {
  server.on('connect', (request, socket) => {
    // The server no longer watches the connection.
    socket.on('error', () => socket.destroy())
    const latest = latestOf.get(socket)
    if (latest !== undefined && !latest.writableFinished) {
      leaveAfter(latest, socket)
      return
    }
    const requestId = requestIdFrom(request.headers['x-request-id'])
    answerAndLeave(socket, requestId, form('tunnel', requestId))
  })
}

/** The previous request's answer is still on its way; a second answer cannot follow it. */
function leaveAfter(latest: ServerResponse, socket: Duplex): void {
  socket.removeAllListeners('data')
  // What has been written is sent before the end.
  latest.once('close', () => socket.end(() => socket.destroy()))
}

/** Whether it is the request of this very answer that is unreadable, and nothing of the answer has been sent. */
function isUnread({ req, headersSent, socket }: ServerResponse, on: Socket): boolean {
  return !req.complete && !headersSent && socket === on
}

function answerAndLeave(
  socket: Duplex,
  requestId: string,
  { status, body }: { readonly status: number; readonly body: string },
): void {
  // A client goes on sending what it has begun, as after any early answer.
  const left = { bytes: LINGER_BYTES }
  // Only half-closed, a connection would stay open for as long as its client likes.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
  // The parser would report every further piece as another error.
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer) => {
    left.bytes -= chunk.length
    if (left.bytes < 0) socket.destroy()
  })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
