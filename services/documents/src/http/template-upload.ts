import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { MAX_SCHEMA_BYTES } from '../actions/data-schema.ts'
import type { TaskThreads } from '../actions/task-threads.ts'
import { schemaProblem } from '../actions/validate-data.ts'
import { ApiError, invalidInput, type Issue } from '../errors.ts'
import { payloadTooLarge } from './json-body.ts'

/** What a multipart request for a template held. */
export interface TemplateUpload {
  readonly slug: string | undefined
  readonly docx: Buffer | undefined
  readonly schema: Buffer | undefined
  readonly clearsSchema: boolean
}

export interface UploadTools {
  readonly maxUploadBytes: number
  readonly threads: TaskThreads
}

const MAX_FIELDS = 10
const MAX_FIELD_BYTES = MAX_SCHEMA_BYTES
const MAX_HEADER_PAIRS = 50
const MAX_FIELD_NAME_BYTES = 100
const KNOWN = new Set(['slug', 'file', 'schema', 'schema_clear'])

/**
 * Reads a multipart upload into memory, with a limit on every part; nothing touches the disk before everything is read.
 * @throws ApiError INVALID_INPUT, PAYLOAD_TOO_LARGE
 */
export async function readUpload(
  request: FastifyRequest,
  { maxUploadBytes, threads }: UploadTools,
): Promise<TemplateUpload> {
  if (!request.isMultipart()) {
    throw invalidInput([{ path: [], message: 'the body must be multipart/form-data' }])
  }
  const parts = new Map<string, Buffer>()
  const issues: Issue[] = []
  await readParts(request, maxUploadBytes, ({ name, kind, bytes }) => {
    if (!KNOWN.has(name)) return
    if (parts.has(name)) issues.push({ path: [name], message: 'must be sent once' })
    if (name === 'file' && kind !== 'file')
      issues.push({ path: ['file'], message: 'must be a file' })
    parts.set(name, bytes)
  })
  const schema = parts.get('schema')
  if (schema !== undefined) issues.push(...(await schemaIssues(threads, schema)))
  const clear = parts.get('schema_clear')?.toString('utf8')
  if (clear !== undefined && clear !== 'true' && clear !== 'false') {
    issues.push({ path: ['schema_clear'], message: 'must be true or false' })
  }
  if (clear === 'true' && schema !== undefined) {
    issues.push({ path: ['schema_clear'], message: 'cannot be sent together with schema' })
  }
  if (issues.length > 0) throw invalidInput(issues)
  return {
    slug: parts.get('slug')?.toString('utf8'),
    docx: parts.get('file'),
    schema,
    clearsSchema: clear === 'true',
  }
}

interface Part {
  readonly name: string
  readonly kind: 'file' | 'field'
  readonly bytes: Buffer
}

async function readParts(
  request: FastifyRequest,
  maxUploadBytes: number,
  take: (part: Part) => void,
): Promise<void> {
  const limits = {
    fileSize: maxUploadBytes,
    files: 3,
    fields: MAX_FIELDS,
    parts: MAX_FIELDS + 3,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: MAX_FIELD_NAME_BYTES,
    headerPairs: MAX_HEADER_PAIRS,
  }
  try {
    for await (const part of request.parts({ limits })) {
      const { type: kind, fieldname: name } = part
      const bytes = kind === 'file' ? await fileBytes(part, maxUploadBytes) : fieldBytes(part)
      take({ name, kind, bytes })
    }
  } catch (error) {
    // Nobody reads the rest any more, and unread data would block the connection's next request.
    request.raw.unpipe()
    request.raw.resume()
    throw readable(error, maxUploadBytes)
  }
}

async function fileBytes(part: MultipartFile, maxUploadBytes: number): Promise<Buffer> {
  const bytes = await part.toBuffer()
  if (part.file.truncated) throw tooLarge(maxUploadBytes)
  return bytes
}

function fieldBytes(part: MultipartValue): Buffer {
  if (part.valueTruncated) {
    throw invalidInput([{ path: [part.fieldname], message: 'is too long' }])
  }
  return Buffer.from(String(part.value), 'utf8')
}

function tooLarge(maxUploadBytes: number): ApiError {
  return payloadTooLarge(`MAX_UPLOAD_MB, ${maxUploadBytes} bytes`)
}

function readable(error: unknown, maxUploadBytes: number): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const code = 'code' in error ? error.code : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxUploadBytes)
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return invalidInput([{ path: [], message: 'the form has too many parts' }])
  }
  // Busboy's own errors: no boundary, a part that ends too early.
  return invalidInput([{ path: [], message: 'the multipart body cannot be read' }])
}

async function schemaIssues(threads: TaskThreads, schema: Buffer): Promise<readonly Issue[]> {
  if (schema.length > MAX_SCHEMA_BYTES) {
    return [{ path: ['schema'], message: `must have at most ${MAX_SCHEMA_BYTES} bytes` }]
  }
  const problem = await schemaProblem(threads, schema)
  return problem === undefined ? [] : [{ path: ['schema'], message: problem }]
}
