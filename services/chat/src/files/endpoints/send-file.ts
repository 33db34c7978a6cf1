import { Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { FileTools } from '../file-tools.ts'
import { contentDisposition, sentType } from '../file-types.ts'
import type { ByteRange } from '../store/upload-folder.ts'
import { missingFile } from './uploads.ts'

/** Whatever a file says it is, nothing in it runs. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox"

const REDIRECT = 302
const PARTIAL = 206
const NO_RANGE = 416

interface SentFile {
  readonly place: string
  readonly name: string
  readonly type: string
  readonly cache: string
}

interface Asked {
  readonly tools: Pick<FileTools, 'uploads'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A file, or a range of it, to somebody who may read it; where readers are sent to the bucket itself, its address there. */
export async function sendFile(asked: Asked, file: SentFile): Promise<FastifyReply> {
  const { tools, reply } = asked
  const type = sentType(file.type)
  const disposition = contentDisposition(file.name, file.type)
  const answer = { contentType: type, contentDisposition: disposition, cacheControl: file.cache }
  // An address is signed for one method.
  const isHead = asked.request.method === 'HEAD'
  const signed = isHead ? undefined : await tools.uploads.signedUrl(file.place, answer)
  if (signed !== undefined) {
    // Rights are checked at each use, and the address is soon no longer good.
    return reply.header('cache-control', 'private, no-store').redirect(signed, REDIRECT)
  }
  reply
    .header('content-security-policy', FILE_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('cache-control', file.cache)
  return await sendBytes(asked, file.place, { type, disposition })
}

async function sendBytes(
  { tools: { uploads }, request, reply }: Asked,
  place: string,
  { type, disposition }: { readonly type: string; readonly disposition: string },
): Promise<FastifyReply> {
  const sizeBytes = await uploads.sizeOf(place)
  if (sizeBytes === undefined) throw missingFile()
  const range = rangeOf(request.headers.range, sizeBytes)
  if (range === 'outside') {
    return reply.code(NO_RANGE).header('content-range', `bytes */${sizeBytes}`).send()
  }
  reply.header('content-type', type).header('content-disposition', disposition)
  const length = range === undefined ? sizeBytes : range.end - range.start + 1
  reply.header('content-length', String(length))
  if (range !== undefined) {
    reply.code(PARTIAL)
    reply.header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
  }
  // An answer without a stream would be told to have no bytes.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const file = await uploads.open(place, range)
  if (file === undefined) throw missingFile()
  return reply.send(file.stream)
}

/** One range of bytes; several, or what is no range, is answered whole, as RFC 9110 allows. */
function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const { start, end } = wanted(first, last, sizeBytes)
  if (end < start && start < sizeBytes) return undefined
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'outside'
}

/** Without a first byte it is so many bytes from the end. */
function wanted(first: string, last: string, sizeBytes: number): ByteRange {
  if (first === '') return { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes - 1 }
  return { start: Number(first), end: last === '' ? sizeBytes - 1 : Number(last) }
}
