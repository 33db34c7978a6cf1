import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { safeName } from '@oficina/http/content-disposition.ts'

import type { AttachmentFile } from '../actions/attachments/add-attachment.ts'
import type { AttachmentFiles } from '../actions/attachments/attachment-tools.ts'
import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import { spool, type SpooledFile } from '../files/spool.ts'
import {
  A_FILE,
  FILE_REQUIRED,
  FORM_CUT_OFF,
  ONE_FILE,
  TOO_MANY_PARTS,
} from '../messages/attachment-forms.ts'
import { FILE_AT_MOST, NOT_A_FORM } from '../messages/http.ts'
import { TEXT_OF_AT_MOST } from '../messages/requests.ts'
import { BOOLEAN, FIELD_IS } from '../messages/values.ts'
import { NO_FORM_FIELD, NO_FORM_FILE } from '../messages/writing.ts'
import { parseBoolean } from '../query/field-value.ts'
import { unknownName } from '../query/unknown-names.ts'

/** The fields of the form beside the file. */
const FIELDS = ['descripcion', 'es_confidencial']
const FILE = 'archivo'
// More parts are a mistake; the message about one that is too many needs it to be read.
const LIMITS = {
  files: 2,
  fields: 10,
  parts: 12,
  fieldSize: 16 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
}
const MAX_DESCRIPTION = 250
const BYTES_PER_MB = 1_048_576

interface Reading {
  readonly problems: ErrorEntry[]
  readonly fields: Map<string, string>
  file: Pick<AttachmentFile, 'received' | 'nombre' | 'declared'> | undefined
}

/**
 * Receives a form with a file, which is on the disk when this returns and for the caller to remove.
 * @throws ApiError VALIDATION and UNKNOWN_FIELD with every problem, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export async function readAttachmentForm(
  request: FastifyRequest,
  files: AttachmentFiles,
  signal: AbortSignal,
): Promise<AttachmentFile> {
  if (!request.isMultipart()) {
    throw apiError('UNSUPPORTED_MEDIA_TYPE', NOT_A_FORM())
  }
  const reading: Reading = { problems: [], fields: new Map(), file: undefined }
  try {
    await readParts(request, reading, { files, signal })
    return formOf(reading)
  } catch (error) {
    await reading.file?.received.remove()
    // Nobody reads the rest any more, and the client should still hear the reason.
    request.raw.unpipe()
    request.raw.resume()
    signal.throwIfAborted()
    throw readable(error, files.maxBytes)
  }
}

async function readParts(
  request: FastifyRequest,
  reading: Reading,
  to: { readonly files: AttachmentFiles; readonly signal: AbortSignal },
): Promise<void> {
  const limits = { ...LIMITS, fileSize: to.files.maxBytes }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') takeField(reading, part)
    else if (part.fieldname !== FILE || reading.file !== undefined) {
      part.file.resume()
      reading.problems.push(
        part.fieldname === FILE
          ? { code: 'VALIDATION', field: FILE, message: ONE_FILE() }
          : unknownName(NO_FORM_FILE, part.fieldname, [FILE]),
      )
    } else reading.file = await receive(part, to)
  }
}

function takeField(
  { problems, fields }: Reading,
  { fieldname: name, value, valueTruncated }: MultipartValue,
): void {
  const text = valueTruncated ? 'x'.repeat(LIMITS.fieldSize) : String(value)
  if (name === FILE) {
    problems.push({ code: 'VALIDATION', field: FILE, message: A_FILE() })
  } else if (FIELDS.includes(name)) fields.set(name, text)
  else problems.push(unknownName(NO_FORM_FIELD, name, [FILE, ...FIELDS]))
}

async function receive(
  { file, filename, mimetype }: MultipartFile,
  { files, signal }: { readonly files: AttachmentFiles; readonly signal: AbortSignal },
): Promise<NonNullable<Reading['file']>> {
  const to = { path: files.incoming.newFile(), maxBytes: files.maxBytes, signal }
  const received: SpooledFile = await spool(file, to)
  return { received, nombre: safeName(filename), declared: mimetype }
}

function formOf({ problems, fields, file }: Reading): AttachmentFile {
  const descripcion = fields.get('descripcion')?.trim() ?? ''
  if (descripcion.length > MAX_DESCRIPTION || descripcion.includes('\0')) {
    const field = 'descripcion'
    const message = FIELD_IS({ field, what: TEXT_OF_AT_MOST({ most: MAX_DESCRIPTION }) })
    problems.push({ code: 'VALIDATION', field, message })
  }
  const confidential = parseBoolean(fields.get('es_confidencial') || 'false')
  if (confidential === null) {
    const field = 'es_confidencial'
    problems.push({ code: 'VALIDATION', field, message: FIELD_IS({ field, what: BOOLEAN() }) })
  }
  if (file === undefined) {
    problems.push({ code: 'VALIDATION', field: FILE, message: FILE_REQUIRED() })
  }
  if (problems.length > 0 || file === undefined || confidential === null) {
    throw new ApiError(problems)
  }
  return {
    ...file,
    descripcion: descripcion === '' ? null : descripcion,
    esConfidencial: confidential,
  }
}

function readable(error: unknown, maxBytes: number): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const mebibytes = Math.floor(maxBytes / BYTES_PER_MB)
    return apiError('PAYLOAD_TOO_LARGE', FILE_AT_MOST({ mebibytes }), FILE)
  }
  if (/^FST_(?:PARTS|FILES|FIELDS)_LIMIT$/.test(code)) {
    return apiError('VALIDATION', TOO_MANY_PARTS())
  }
  // The parser's own errors: no boundary, a part that ends too early, a name that no form has.
  const isOfForm =
    code.startsWith('FST_') || /multipart|part header|boundary|end of form/i.test(error.message)
  return isOfForm ? apiError('VALIDATION', FORM_CUT_OFF()) : error
}
