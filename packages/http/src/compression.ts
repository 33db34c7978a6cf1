import { constants } from 'node:zlib'

import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

// Below this size the headers cost more than compression saves; it fits one packet.
const THRESHOLD_BYTES = 1_024
// Up to this size an answer is compressed at once, in well under a millisecond, and sent with its length; larger ones
// are compressed by another thread.
const AT_ONCE_BYTES = 32 * 1024
// Pages, JSON, tables and vector pictures. Word, Excel, PDF, zip and bitmap files are compressed already, and lines
// that report progress must leave one by one.
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|manifest)(?:;|$))/

/**
 * Compresses answers for clients that ask for it, with Brotli or gzip. Bodies of requests are never unpacked. A route
 * with `compress: false` is left out.
 * @source docs/decisions/0206-http.md
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], leaveLengthOpen].flat()
  })
  app.addHook('onSend', leaveOthersAlone)
  app.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    threshold: THRESHOLD_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    customTypes: (type) => COMPRESSIBLE.test(type),
    brotliOptions: {
      params: {
        // Higher ones take many times as long for a few percent; a window of 256 KiB keeps a stream's memory near one MiB.
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    },
  })
}

/** Only the list above counts: the library's own idea of what is compressible changes with the registry of types. */
function leaveOthersAlone<T>(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: T,
  done: (error: null, payload: T) => void,
): void {
  const type = reply.getHeader('content-type')
  if (type !== undefined && !COMPRESSIBLE.test(String(type))) headers['x-no-compression'] = '1'
  done(null, payload)
}

/** HEAD compresses nothing, so it does not know the length of GET's compressed answer. */
function leaveLengthOpen<T>(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: T,
  done: (error: null, payload: T) => void,
): void {
  const isPacked = COMPRESSIBLE.test(String(reply.getHeader('content-type')))
  if (isPacked && headers['accept-encoding'] !== undefined) reply.removeHeader('content-length')
  done(null, payload)
}
