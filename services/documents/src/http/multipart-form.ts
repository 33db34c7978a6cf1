import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { MAX_SCHEMA_BYTES } from '../actions/data-schema.ts'
import { ApiError, invalidInput, type Issue } from '../errors.ts'
import { say } from '../messages/say.ts'
import { payloadTooLarge } from './json-body.ts'

/** A part of a multipart form. */
export interface FormPart {
  readonly kind: 'file' | 'field'
  readonly bytes: Buffer
  /** Of a file, as its sender calls it. */
  readonly filename?: string
}

const MAX_FIELDS = 10
// Forms with few files may have some that nobody asked for.
const MIN_FILES = 3
// Of all parts together, which are in memory at the same time; one upload of the largest kind fits in any case.
const MAX_FORM_BYTES = 64 * 1024 * 1024
const MAX_FIELD_BYTES = MAX_SCHEMA_BYTES
const MAX_HEADER_PAIRS = 50
const MAX_FIELD_NAME_BYTES = 100

/**
 * Reads the parts of a multipart form that have one of these names into memory, with a limit on every part; nothing
 * touches the disk before everything is read.
 * @throws ApiError INVALID_INPUT, PAYLOAD_TOO_LARGE
 */
export async function readFormParts(
  request: FastifyRequest,
  names: readonly string[],
  maxUploadBytes: number,
): Promise<Readonly<Record<string, FormPart>>> {
  if (!request.isMultipart()) {
    throw invalidInput([{ path: [], message: 'the body must be multipart/form-data' }])
  }
  const parts = new Map<string, FormPart>()
  const issues: Issue[] = []
  const maxFiles = Math.max(MIN_FILES, names.length)
  await readParts(request, { maxUploadBytes, maxFiles }, (name, part) => {
    if (!names.includes(name)) return
    if (parts.has(name)) issues.push({ path: [name], message: 'must be sent once' })
    parts.set(name, part)
  })
  if (issues.length > 0) throw invalidInput(issues)
  return Object.fromEntries(parts)
}

async function readParts(
  request: FastifyRequest,
  { maxUploadBytes, maxFiles }: { readonly maxUploadBytes: number; readonly maxFiles: number },
  take: (name: string, part: FormPart) => void,
): Promise<void> {
  const maxFormBytes = Math.max(MAX_FORM_BYTES, maxUploadBytes)
  let formBytes = 0
  const limits = {
    fileSize: maxUploadBytes,
    files: maxFiles,
    fields: MAX_FIELDS,
    parts: MAX_FIELDS + maxFiles,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: MAX_FIELD_NAME_BYTES,
    headerPairs: MAX_HEADER_PAIRS,
  }
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname: name } = part
      if (part.type === 'file') {
        const { filename } = part
        const bytes = await fileBytes(part, maxUploadBytes)
        formBytes += bytes.length
        if (formBytes > maxFormBytes) throw payloadTooLarge(maxFormBytes)
        take(name, { kind: 'file', bytes, filename })
      } else take(name, { kind: 'field', bytes: fieldBytes(part) })
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
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    say('The body is larger than MAX_UPLOAD_MB, %{max} bytes.', { max: maxUploadBytes }),
  )
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
