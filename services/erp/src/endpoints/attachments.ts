import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'
import { contentDisposition } from '@oficina/http/content-disposition.ts'

import { addAttachment, demandOwner } from '../actions/attachments/add-attachment.ts'
import { attachmentModel } from '../actions/attachments/attachment-tools.ts'
import { removeAttachment } from '../actions/attachments/remove-attachment.ts'
import { attachmentsOfRecord, readableAttachment } from '../actions/attachments/seen-attachments.ts'
import { notFound } from '../actions/not-found.ts'
import { apiError } from '../errors.ts'
import { isContentName } from '../files/content-folder.ts'
import { readAttachmentForm } from '../http/attachment-form.ts'
import { byteRange, type ByteRange } from '../http/byte-range.ts'
import { clientSignal } from '../http/client-gone.ts'
import { idempotencyOf, modelOf, recordIdOf, viewOf, type Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { namesTag } from '../http/if-none-match.ts'
import { demand } from '../identity/rights.ts'
import { RANGE_BEHIND_END } from '../messages/http.ts'
import { NO_RECORD } from '../messages/requests.ts'
import type { AttachmentRow } from '../store/attachment-store.ts'
import { empty, RECORD, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { IDEMPOTENCY, idOf, modelo, recordId } from './kinds.ts'

const OF_RECORD = {
  path: '/api/v1/:modelo/:id/adjuntos',
  auth: 'bearer',
  tag: 'attachments',
  named: { modelo, id: recordId },
} as const

const adjunto = idOf('Id of an attachment.', (text) =>
  apiError('NOT_FOUND', NO_RECORD({ model: 'Adjunto', id: text })),
)

const INSTANT = { type: 'string', format: 'date-time' }
const ATTACHMENT = {
  type: 'object',
  required: ['id', 'contenido'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    nombre: { type: 'string', description: 'The name of the file.' },
    tipo: { type: 'integer', description: 'Its TipoArchivo.' },
    tipo_str: { type: 'string' },
    mime: { type: 'string' },
    tamano_bytes: { type: 'integer', minimum: 1 },
    huella: { type: 'string', description: 'SHA-256 of its content, in hexadecimal.' },
    modelo: { type: ['string', 'null'] },
    registro: { type: ['integer', 'null'] },
    descripcion: { type: ['string', 'null'] },
    es_confidencial: { type: 'boolean' },
    subido_por: { type: ['integer', 'null'] },
    creado_en: INSTANT,
    contenido: { type: 'string', description: 'Where its content is.' },
  },
}
const FORM = {
  type: 'object',
  required: ['archivo'],
  properties: {
    archivo: { type: 'string', format: 'binary' },
    descripcion: { type: 'string', maxLength: 250 },
    es_confidencial: { type: 'boolean', default: false },
  },
}

/**
 * A file for a record that the caller may change.
 * @source docs/decisions/0244-erp-attachments.md
 */
export const attach = endpoint({
  ...OF_RECORD,
  method: 'POST',
  summary: 'Attach a file to a record',
  description:
    'A form (multipart/form-data) with the file as archivo. Its type is found by its content, and must be what its name says.',
  headers: IDEMPOTENCY,
  takesForm: FORM,
  demands: (exchange) => demand(exchange.caller.rights, modelOf(exchange), 'modificar'),
  answers: { 201: success(ATTACHMENT) },
  failures: [404, 409, 422],
  handle: async (exchange) => {
    const { tools, request, reply, caller } = exchange
    const target = { model: modelOf(exchange), id: recordIdOf(exchange) }
    const idempotency = idempotencyOf(exchange)
    const signal = clientSignal(reply)
    const giveBack = await tools.attachments.turns.take(signal)
    reply.raw.once('close', giveBack)
    await demandOwner(tools, caller, target)
    const file = await readAttachmentForm(request, tools.attachments, signal)
    try {
      const row = await addAttachment(tools, caller, { ...target, file, signal, idempotency })
      const shown = shownAs(exchange, row)
      reply.code(201).header('location', contentPath(row))
      return sendData(reply, shown, { model: target.model.name })
    } finally {
      await file.received.remove()
      giveBack()
    }
  },
})

export const attachments = endpoint({
  ...OF_RECORD,
  method: 'GET',
  summary: 'The attachments of a record, the oldest first, at most a thousand',
  demands: (exchange) => demand(exchange.caller.rights, modelOf(exchange), 'leer'),
  answers: { 200: success({ type: 'array', items: ATTACHMENT }) },
  failures: [404],
  handle: async (exchange) => {
    const { tools, reply, caller } = exchange
    const target = { model: modelOf(exchange), id: recordIdOf(exchange) }
    const rows = await attachmentsOfRecord(tools, caller, target)
    const data = rows.map((row) => shownAs(exchange, row))
    return sendData(reply, data, { model: target.model.name, total: rows.length })
  },
})

/** Without what the caller's profiles hide of Adjunto. */
function shownAs(exchange: Exchange, row: AttachmentRow): object {
  const model = attachmentModel(exchange.tools.registry)
  const hidden = new Set(viewOf(exchange).hiddenOf(model))
  const { id, tipo, registro, subido_por: subidoPor } = row
  const numbers = {
    id: Number(id),
    tipo: Number(tipo),
    registro: registro === null ? null : Number(registro),
    subido_por: subidoPor === null ? null : Number(subidoPor),
  }
  const told = Object.entries({ ...row, ...numbers }).filter(
    ([name]) => name === 'id' || !hidden.has(name.replace(/_str$/, '')),
  )
  return { ...Object.fromEntries(told), contenido: contentPath(row) }
}

function contentPath({ id }: AttachmentRow): string {
  return `/api/v1/adjuntos/${id}/contenido`
}

// Whatever a file says it is, nothing in it runs.
const FILE_POLICY = "default-src 'none'; sandbox"

/** The bytes of an attachment, for whoever may read the record that it belongs to. */
export const content = endpoint({
  method: 'GET',
  path: '/api/v1/adjuntos/:id/contenido',
  auth: 'bearer',
  tag: 'attachments',
  summary: 'Download an attachment, whole or a range of it',
  named: { id: adjunto },
  headers: {
    range: { type: 'string', description: 'One range of bytes, as bytes=0-499.' },
    'if-range': { type: 'string', description: 'The ETag of the version that the range is of.' },
    'if-none-match': { type: 'string' },
  },
  sendsFile: true,
  answers: {
    200: { description: 'The file.', content: { '*/*': { schema: {} } } },
    206: { description: 'A range of it.', content: { '*/*': { schema: {} } } },
    304: empty('Unchanged.'),
  },
  failures: [404, 416],
  handle: async (exchange) => {
    const { tools, request, reply, caller, values } = exchange
    const row = await readableAttachment(tools, caller, values.id)
    if (!isContentName(row.huella)) throw notFound(attachmentModel(tools.registry), row.id)
    const etag = `"${row.huella}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const range = isOfVersion(request.headers['if-range'], etag)
      ? byteRange(request.headers.range, row.tamano_bytes)
      : null
    reply.header('accept-ranges', 'bytes')
    if (range === 'unsatisfiable') throw outOfRange(row)
    return await sendContent(exchange, row, range)
  },
})

function isOfVersion(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag
}

function outOfRange({ nombre, tamano_bytes: sizeBytes }: AttachmentRow) {
  const message = RANGE_BEHIND_END({ file: nombre, sizeBytes })
  return apiError('RANGE_NOT_SATISFIABLE', message, 'Range', {
    'content-range': `bytes */${sizeBytes}`,
  })
}

async function sendContent(
  { tools, request, reply, caller }: Exchange,
  row: AttachmentRow,
  range: ByteRange | null,
): Promise<FastifyReply> {
  const file = await tools.attachments.contents.open(caller.empresa, row.huella)
  if (file === undefined) throw notFound(attachmentModel(tools.registry), row.id)
  const { first, last } = range ?? { first: 0, last: row.tamano_bytes - 1 }
  reply
    .code(range === null ? 200 : 206)
    .type(row.mime.startsWith('text/') ? `${row.mime}; charset=utf-8` : row.mime)
    .header('content-length', String(last - first + 1))
    .header('content-disposition', contentDisposition(row.nombre))
    .header('content-security-policy', FILE_POLICY)
    .header('x-content-type-options', 'nosniff')
  if (range !== null) reply.header('content-range', `bytes ${first}-${last}/${row.tamano_bytes}`)
  if (request.method === 'HEAD') {
    await file.close()
    // Fastify would say of no body at all that its length is 0.
    return reply.send(Readable.from([]))
  }
  return reply.send(file.createReadStream({ start: first, end: last }))
}

export const detach = endpoint({
  method: 'DELETE',
  path: '/api/v1/adjuntos/:id',
  auth: 'bearer',
  tag: 'attachments',
  summary: 'Remove an attachment of a record that the caller may change',
  named: { id: adjunto },
  answers: { 200: success(RECORD) },
  failures: [404, 409],
  handle: async ({ tools, reply, caller, values }) => {
    await removeAttachment(tools, caller, values.id)
    return sendData(reply, { id: Number(values.id) }, { model: 'Adjunto' })
  },
})
