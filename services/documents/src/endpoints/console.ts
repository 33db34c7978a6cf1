import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { FastifyReply } from 'fastify'
import { required } from '@oficina/api/parameter.ts'

import { ApiError } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { shortText } from './kinds.ts'

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

const declared = { method: 'GET', auth: 'public', failures: [404] } as const

function page(type: string) {
  const content = { [type]: { schema: { type: 'string' } } }
  return { 200: { description: 'A file of the console.', content } }
}

/** A page to upload, try and preview templates; it asks for the key and holds no data. */
export const consolePage = endpoint({
  ...declared,
  path: '/console',
  summary: 'The console',
  answers: page('text/html'),
  handle: ({ reply }) => sendFile(reply, 'console.html'),
})

export const consoleFile = endpoint({
  ...declared,
  path: '/console/:file',
  summary: 'A file of the console',
  named: { file: required(shortText('Name of the file.')) },
  answers: page('text/javascript'),
  handle: ({ reply, values }) => sendFile(reply, values.file ?? ''),
})

async function sendFile(reply: FastifyReply, name: string): Promise<FastifyReply> {
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  if (type === undefined) throw new ApiError('NOT_FOUND', 'There is no such page.')
  return reply
    .type(type)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-cache')
    .send(await readFile(join(FOLDER, name)))
}
