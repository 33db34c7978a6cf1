import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyReply } from 'fastify'

import { ApiError } from '../errors.ts'
import type { Exchange } from './context.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'console')
const FILES: Readonly<Record<string, string>> = {
  'console.html': 'text/html; charset=utf-8',
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
}
// Only its own files and this service; pictures of pages come as blobs.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** GET /console: a page to upload, try and preview templates; it asks for the key and holds no data. */
export async function consolePage(exchange: Exchange): Promise<FastifyReply> {
  return await sendFile(exchange, 'console.html')
}

/** GET /console/:file */
export async function consoleFile(exchange: Exchange): Promise<FastifyReply> {
  // The route gives an object of texts.
  const { file = '' } = exchange.request.params as Readonly<Record<string, string>>
  return await sendFile(exchange, file)
}

async function sendFile({ reply }: Exchange, name: string): Promise<FastifyReply> {
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  if (type === undefined) throw new ApiError('NOT_FOUND', 'There is no such page.')
  return reply
    .type(type)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-cache')
    .send(await readFile(join(FOLDER, name)))
}
