import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import type { ReceivedFile, Uploads } from '../files/store/upload-folder.ts'
import { refusal } from '../tenancy/api-error.ts'
import type { UploadedFile } from './endpoint.ts'

export interface Received {
  readonly fields: Map<string, string>
  readonly files: readonly UploadedFile[]
}

// Maximum size of a form without files.
const MAX_FIELDS_BYTES = 4 * 1024 * 1024

/**
 * The fields of a request: the query string, overridden by the form of the body; both count for every method. `uploads`
 * receives the first file, if the operation accepts any; further files are only counted.
 * @source docs/decisions/0309-chat-parameters.md
 */
export async function receivedFields(
  request: FastifyRequest,
  uploads: Uploads | undefined,
): Promise<Received> {
  const fields = new Map<string, string>()
  const [, query = ''] = request.url.split('?', 2)
  addForm(fields, query)
  const files: UploadedFile[] = []
  if (request.isMultipart()) await readParts(request, { fields, files, uploads })
  else if (typeof request.body === 'string' && !isJson(request)) addForm(fields, request.body)
  return { fields, files }
}

/** What other programs send is no form; the operations that take it read it themselves. */
function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')
}

/** Answered like any other body that is too large. */
class TooLarge extends Error {
  readonly statusCode = 413
}

interface Reading {
  readonly fields: Map<string, string>
  readonly files: UploadedFile[]
  readonly uploads: Uploads | undefined
}

async function readParts(
  request: FastifyRequest,
  { fields, files, uploads }: Reading,
): Promise<void> {
  let fieldBytes = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const value = String(part.value)
        fieldBytes += Buffer.byteLength(value)
        if (fieldBytes > MAX_FIELDS_BYTES || part.valueTruncated) {
          throw new TooLarge()
        }
        fields.set(part.fieldname, value)
      } else if (uploads === undefined || files.length > 0) {
        part.file.resume()
        if (uploads !== undefined) files.push(unread(part))
      } else files.push(await readFile(request, part, uploads))
    }
  } catch (error) {
    await discardFiles(files, uploads)
    throw isBrokenForm(error) ? refusal('The multipart form cannot be read to its end') : error
  }
}

/** Whether the parser failed on what the client sent; only its message tells. */
function isBrokenForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('statusCode' in error) &&
    /unexpected end of (?:multipart|form)|malformed part header|boundary not found/i.test(
      error.message,
    )
  )
}

const NOTHING: ReceivedFile = { path: '', sizeBytes: 0 }

function unread({ filename, mimetype }: MultipartFile): UploadedFile {
  return { name: filename, type: mimetype, received: NOTHING, isTooLarge: false }
}

async function readFile(
  request: FastifyRequest,
  part: MultipartFile,
  uploads: Uploads,
): Promise<UploadedFile> {
  const received = await uploads.receive(part.file, endOf(request))
  return { ...unread(part), received, isTooLarge: part.file.truncated }
}

/** Reports a client that goes away before it has sent everything. */
function endOf({ raw }: FastifyRequest): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.complete) controller.abort(new Error('the upload was cut off'))
  })
  return controller.signal
}

/** Removes received files that were not stored. */
export async function discardFiles(
  files: readonly UploadedFile[],
  uploads: Uploads | undefined,
): Promise<void> {
  for (const { received } of files) {
    if (received !== NOTHING) await uploads?.discard(received)
  }
}

function addForm(fields: Map<string, string>, form: string): void {
  for (const [name, value] of new URLSearchParams(form)) fields.set(name, value)
}

// The length of a program name that a message stores.
const MAX_CLIENT = 30

/** The calling program, from its User-Agent: the first word without its version. */
export function clientName(request: FastifyRequest): string {
  const agent = request.headers['user-agent'] ?? ''
  const name = /^[^\s/(]+/.exec(agent)?.[0] ?? 'Unspecified'
  return (name.startsWith('Mozilla') ? 'website' : name).slice(0, MAX_CLIENT)
}
