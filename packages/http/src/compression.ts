import { constants } from 'node:zlib'

import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

// Below this the headers cost more than the body saves; it fits one packet.
const THRESHOLD_BYTES = 1_024
// Packed at once, in well under a millisecond, and sent with its length; what is larger is packed by another thread.
const AT_ONCE_BYTES = 32 * 1024
// Pages, JSON, tables and vector pictures. Word, Excel, PDF, zip and bitmap pictures are compressed as they are, and lines
// that tell of progress must leave one by one.
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

/** The list above decides alone: what the library holds for compressible besides changes with the registry of types. */
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

/** HEAD packs nothing, so it does not know how long the packed answer of GET would be. */
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
