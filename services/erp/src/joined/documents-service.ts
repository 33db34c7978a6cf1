import { randomUUID } from 'node:crypto'

import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { CheckedAnswer } from '@oficina/outbound/checked-request.ts'
import type { Language } from '@oficina/words/language.ts'

import {
  askJoined,
  failureOf,
  jsonOf,
  type JoinedAddress,
  type JoinedFailure,
} from './joined-service.ts'

/** A Word template, known to documents by a name that follows from its content. */
export interface FormTemplate {
  readonly slug: string
  readonly docx: () => Promise<Buffer>
}

export interface FormRequest {
  readonly template: FormTemplate
  readonly data: object
}

/** The documents service, as far as the ERP uses it. What it refuses it says in the language of whoever asked. */
export interface DocumentsService {
  /** A form as PDF. */
  render(request: FormRequest, language: Language): Promise<Result<Buffer, JoinedFailure>>
  /** A file of an office suite as PDF. */
  convert(given: OfficeFile, language: Language): Promise<Result<Buffer, JoinedFailure>>
}

interface OfficeFile {
  readonly name: string
  readonly type: string
  readonly file: Buffer
}

// What documents takes as a body.
const MAX_FORM_BYTES = 1024 * 1024
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/**
 * Renders by a documents service. A template that it does not have yet is uploaded: names follow from contents, so what
 * it has under a name is always the right one, also when several processes and versions share the service.
 * @source docs/decisions/0254-erp-joined-services.md
 */
export function documentsService(address: JoinedAddress, apiKey: string): DocumentsService {
  return {
    render: async (request, language) => {
      const asked = headersOf(apiKey, language)
      const first = await render(address, asked, request)
      if (first !== 'no template') return first
      const uploaded = await upload(address, asked, request.template)
      if (uploaded !== undefined) return fail(uploaded)
      const second = await render(address, asked, request)
      if (second !== 'no template') return second
      return fail({ kind: 'unavailable', reason: 'the template was removed at once' })
    },
    convert: async (given, language) => await convert(address, headersOf(apiKey, language), given),
  }
}

type Headers = Readonly<Record<string, string>>

function headersOf(apiKey: string, language: Language): Headers {
  return { 'x-api-key': apiKey, 'accept-language': language }
}

async function render(
  address: JoinedAddress,
  asked: Headers,
  { template, data }: FormRequest,
): Promise<Result<Buffer, JoinedFailure> | 'no template'> {
  const body = JSON.stringify({
    slug: template.slug,
    data,
    format: 'pdf',
    locale: 'es-MX',
    timezone: 'America/Mexico_City',
  })
  if (Buffer.byteLength(body) > MAX_FORM_BYTES)
    return fail({ kind: 'rejected', reason: 'it is too large for a form' })
  const answer = await askJoined(address, {
    method: 'POST',
    path: '/render',
    headers: { ...asked, 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) return answer
  const { code } = errorOf(jsonOf(answer.value))
  return code === 'TEMPLATE_NOT_FOUND' ? 'no template' : madeOf(answer.value)
}

async function convert(
  address: JoinedAddress,
  asked: Headers,
  { name, type, file }: OfficeFile,
): Promise<Result<Buffer, JoinedFailure>> {
  const form = formOf([{ head: `name="file"; filename="${name}"\r\nContent-Type: ${type}`, file }])
  const answer = await askJoined(address, {
    method: 'POST',
    path: '/convert',
    headers: { ...asked, 'content-type': form.type },
    body: form.body,
  })
  return answer.ok ? madeOf(answer.value) : answer
}

/** The PDF of an answer, or why there is none. */
function madeOf(answer: CheckedAnswer): Result<Buffer, JoinedFailure> {
  if (answer.status === 200) return pdfOf(answer.body)
  const { code, message } = errorOf(jsonOf(answer))
  const reason = `documents answers ${code || answer.status}${message}`
  if (OF_THE_FILE.has(code)) return fail({ kind: 'rejected', reason })
  return fail(failureOf(answer.status, reason))
}

// Statuses of faults of a server, for what is wrong with a template, its data or a file.
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'RENDER_ERROR',
  'IMAGE_FETCH_ERROR',
  'CONVERSION_ERROR',
])

function pdfOf(body: Buffer): Result<Buffer, JoinedFailure> {
  if (body.subarray(0, 5).toString('latin1') === '%PDF-') return ok(body)
  return fail({ kind: 'misconfigured', reason: 'what answers at DOCUMENTS_URL gives no PDF' })
}

/** Why the template is not there; one that somebody else has uploaded meanwhile is the same. */
async function upload(
  address: JoinedAddress,
  asked: Headers,
  { slug, docx }: FormTemplate,
): Promise<JoinedFailure | undefined> {
  const form = formOf([
    { head: 'name="slug"', file: Buffer.from(slug) },
    {
      head: `name="file"; filename="${slug}.docx"\r\nContent-Type: ${DOCX}`,
      file: await docx(),
    },
  ])
  const answer = await askJoined(address, {
    method: 'POST',
    path: '/templates',
    headers: { ...asked, 'content-type': form.type },
    body: form.body,
  })
  if (!answer.ok) return answer.error
  const { status } = answer.value
  if (status === 201 || status === 409) return undefined
  const { code, message } = errorOf(jsonOf(answer.value))
  return failureOf(status, `documents does not take the template: ${code || status}${message}`)
}

interface FormPart {
  /** Behind `form-data;`, with further headers. */
  readonly head: string
  readonly file: Buffer
}

/** A form with files. */
function formOf(parts: readonly FormPart[]): { readonly type: string; readonly body: Buffer } {
  const boundary = `oficina-${randomUUID()}`
  const pieces = parts.flatMap(({ head, file }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    file,
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary="${boundary}"`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

const MAX_MESSAGE = 300

/** What an answer says is wrong; what is no error of documents is told by its status alone. */
function errorOf({ error }: Readonly<Record<string, unknown>>) {
  if (typeof error !== 'object' || error === null) return { code: '', message: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message = 'message' in error && typeof error.message === 'string' ? error.message : ''
  return { code, message: message === '' ? '' : `: ${message.slice(0, MAX_MESSAGE)}` }
}
