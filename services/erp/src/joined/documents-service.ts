import { randomUUID } from 'node:crypto'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

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

interface FormRequest {
  readonly template: FormTemplate
  readonly data: object
}

/** The documents service, as far as the ERP uses it. */
export interface DocumentsService {
  /** A form as PDF. */
  render(request: FormRequest): Promise<Result<Buffer, JoinedFailure>>
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
    render: async (request) => {
      const first = await render(address, apiKey, request)
      if (first !== 'no template') return first
      const uploaded = await upload(address, apiKey, request.template)
      if (uploaded !== undefined) return fail(uploaded)
      const second = await render(address, apiKey, request)
      if (second !== 'no template') return second
      return fail({ kind: 'unavailable', reason: 'the template was removed at once' })
    },
  }
}

async function render(
  address: JoinedAddress,
  apiKey: string,
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
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body,
  })
  if (!answer.ok) return answer
  if (answer.value.status === 200) return pdfOf(answer.value.body)
  const { code, message } = errorOf(jsonOf(answer.value))
  if (code === 'TEMPLATE_NOT_FOUND') return 'no template'
  const reason = `documents answers ${code || answer.value.status}${message}`
  if (OF_THE_TEMPLATE.has(code)) return fail({ kind: 'rejected', reason })
  return fail(failureOf(answer.value.status, reason))
}

// Statuses of faults of a server, for what is wrong with the template or its data.
const OF_THE_TEMPLATE: ReadonlySet<string> = new Set(['RENDER_ERROR', 'IMAGE_FETCH_ERROR'])

function pdfOf(body: Buffer): Result<Buffer, JoinedFailure> {
  if (body.subarray(0, 5).toString('latin1') === '%PDF-') return ok(body)
  return fail({ kind: 'misconfigured', reason: 'what answers at DOCUMENTS_URL gives no PDF' })
}

/** Why the template is not there; one that somebody else has uploaded meanwhile is the same. */
async function upload(
  address: JoinedAddress,
  apiKey: string,
  { slug, docx }: FormTemplate,
): Promise<JoinedFailure | undefined> {
  const boundary = `oficina-${randomUUID()}`
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="slug"')}${slug}\r\n`),
    Buffer.from(part(`name="file"; filename="${slug}.docx"\r\nContent-Type: ${DOCX}`)),
    await docx(),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await askJoined(address, {
    method: 'POST',
    path: '/templates',
    headers: {
      'content-type': `multipart/form-data; boundary="${boundary}"`,
      'x-api-key': apiKey,
    },
    body,
  })
  if (!answer.ok) return answer.error
  const { status } = answer.value
  if (status === 201 || status === 409) return undefined
  const { code, message } = errorOf(jsonOf(answer.value))
  return failureOf(status, `documents does not take the template: ${code || status}${message}`)
}

const MAX_MESSAGE = 300

/** What an answer says is wrong; what is no error of documents is told by its status alone. */
function errorOf({ error }: Readonly<Record<string, unknown>>) {
  if (typeof error !== 'object' || error === null) return { code: '', message: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const message = 'message' in error && typeof error.message === 'string' ? error.message : ''
  return { code, message: message === '' ? '' : `: ${message.slice(0, MAX_MESSAGE)}` }
}
