import { access, constants } from 'node:fs/promises'

import type { NatsHealth } from '@oficina/nats/nats-link.ts'

import type { Tools } from '../http/context.ts'
import { endpoint } from './endpoint.ts'

const OFFICE = {
  type: 'object',
  required: ['available'],
  properties: { available: { type: 'boolean' }, version: { type: 'string' } },
}

const NATS = {
  type: 'object',
  description:
    'Present when NATS is configured: whether conversions are shared with other processes.',
  required: ['connected'],
  properties: {
    connected: { type: 'boolean' },
    reason: {
      description: 'Why it is not connected; the log says what to do.',
      enum: ['unreachable', 'account', 'certificate', 'tls'],
    },
  },
}

const WORKING = {
  type: 'object',
  required: ['status', 'uptimeMs', 'office', 'tmpDir'],
  additionalProperties: false,
  properties: {
    status: { enum: ['ok', 'degraded'] },
    uptimeMs: { type: 'integer', minimum: 0 },
    office: OFFICE,
    nats: NATS,
    tmpDir: {
      type: 'object',
      required: ['writable'],
      properties: { writable: { type: 'boolean' } },
    },
    templatesDir: {
      type: 'object',
      description: 'Present when its disk is full: nothing can be uploaded.',
      required: ['readable', 'writable'],
      properties: { readable: { const: true }, writable: { const: false } },
    },
  },
}

const DOWN = {
  type: 'object',
  required: ['status', 'uptimeMs', 'office', 'templatesDir'],
  additionalProperties: false,
  properties: {
    status: { const: 'down' },
    uptimeMs: { type: 'integer', minimum: 0 },
    office: OFFICE,
    nats: NATS,
    templatesDir: {
      type: 'object',
      required: ['readable'],
      properties: { readable: { type: 'boolean' } },
    },
  },
}

// Of a connection from before the stop; the server itself answers it.
const STOPPING = {
  type: 'object',
  required: ['status', 'stopping'],
  additionalProperties: false,
  properties: { status: { const: 'down' }, stopping: { const: true } },
}

/**
 * Ok, degraded (no office, no scratch space, no room for templates: .docx still works; or no NATS), or down (no templates, 503).
 * @source docs/contract/documents.md, Service health states
 */
export const health = endpoint({
  method: 'GET',
  path: '/health',
  auth: 'public',
  tag: 'service',
  summary: 'Whether the service can do its work',
  answers: { 200: WORKING, 503: { anyOf: [DOWN, STOPPING] } },
  failures: [],
  handle: async ({ tools, reply }) => {
    const uptimeMs = Math.max(0, Math.round(tools.now() - tools.startedMs))
    const [detected, isReadable, isTmpWritable, freeBytes] = await Promise.all([
      tools.detectOffice(),
      tools.store.isReadable(),
      isWritable(tools),
      tools.store.freeBytes(),
    ])
    const isAvailable =
      detected.path !== undefined || (await tools.shared?.isAnybodyHere()) === true
    const nats = natsOf(tools)
    const office = {
      available: isAvailable,
      ...(isAvailable && detected.version !== undefined ? { version: detected.version } : {}),
    }
    reply.header('cache-control', 'no-store')
    if (!isReadable) {
      return reply
        .code(503)
        .send({ status: 'down', uptimeMs, office, ...nats, templatesDir: { readable: false } })
    }
    const isJoined = nats.nats?.connected !== false
    const isFull = freeBytes < FULL_BELOW_BYTES
    return reply.send({
      status: isAvailable && isTmpWritable && !isFull && isJoined ? 'ok' : 'degraded',
      uptimeMs,
      office,
      ...nats,
      tmpDir: { writable: isTmpWritable },
      ...(isFull ? { templatesDir: { readable: true, writable: false } } : {}),
    })
  },
})

// Less than the smallest document and its PDF need; a disk is called full before it is.
const FULL_BELOW_BYTES = 1024 * 1024

function natsOf({ shared }: Tools): { readonly nats?: NatsHealth } {
  return shared === undefined ? {} : { nats: shared.health }
}

async function isWritable({ tmpDir, disk }: Tools): Promise<boolean> {
  const isAllowed = await access(tmpDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  return isAllowed && (await disk.freeBytes(tmpDir)) >= FULL_BELOW_BYTES
}
