import type { FastifyReply } from 'fastify'

import { convertDocument, officeError } from '../actions/convert-document.ts'
import { renderDocument } from '../actions/render-document.ts'
import { ApiError, invalidInput, type Issue } from '../errors.ts'
import { renderPageAsPng } from '../office/page-images.ts'
import { assembleZip, buildPrefix, storedEntry } from '../docx/package/zip-write.ts'
import { contentDisposition, withExtension } from './content-disposition.ts'
import type { Exchange, Tools } from './context.ts'
import { bytesOf, fieldsOf } from './json-body.ts'
import {
  commonFields,
  dataOf,
  integerField,
  renderFields,
  textField,
  type Format,
  type RenderFields,
} from './render-fields.ts'

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}
const MAX_BATCH = 500
const MAX_PAGE = 10_000

/** POST /render. @source docs/contract/documents.md, POST /render request */
export async function render({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const fields = renderFields(fieldsOf(request.body), bytesOf(request.body))
  const bytes = await produce(tools, fields, clientSignal(reply))
  const name = fields.filename ?? defaultName(tools, fields)
  return reply
    .type(CONTENT_TYPES[fields.format])
    .header('content-disposition', contentDisposition(withExtension(name, fields.format)))
    .send(bytes)
}

/** POST /render/preview: one page as PNG. @source docs/decisions/0102-documents-extensions.md */
export async function preview({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const raw = fieldsOf(request.body)
  const issues: Issue[] = []
  const page = integerField(
    raw['page'],
    { name: 'page', min: 1, max: MAX_PAGE, fallback: 1 },
    issues,
  )
  const dpi = integerField(raw['dpi'], { name: 'dpi', min: 36, max: 300, fallback: 96 }, issues)
  if (issues.length > 0) throw invalidInput(issues)
  const fields = renderFields({ ...raw, format: 'pdf' }, bytesOf(request.body))
  const pdf = await pdfOfPage(tools, { fields, page, signal: clientSignal(reply) })
  const { tmpDir, conversionTimeoutMs: timeoutMs } = tools
  const drawn = await renderPageAsPng(pdf, { page: 1, dpi, tmpDir, timeoutMs })
  if (!drawn.ok) throw officeError(drawn.error)
  if (drawn.value === undefined) throw noSuchPage()
  return reply.type('image/png').send(drawn.value)
}

interface PageRequest {
  readonly fields: RenderFields
  readonly page: number
  readonly signal: AbortSignal
}

/** A PDF of one page: writing the others takes as long as laying them out. @throws ApiError INVALID_INPUT */
async function pdfOfPage(tools: Tools, { fields, page, signal }: PageRequest): Promise<Buffer> {
  const { slug: origin, isPdfA } = fields
  const docx = await renderDocument(tools, fields)
  const pdfOf = (number: number) =>
    convertDocument(tools, docx, {
      signal,
      origin,
      isPdfA,
      pages: { first: number, last: number },
    })
  try {
    return await pdfOf(page)
  } catch (error) {
    if (page === 1 || !isFailedConversion(error)) throw error
    // The office fails alike on a page that does not exist and on a document that it cannot convert.
    await pdfOf(1)
    throw noSuchPage()
  }
}

/** True unless it was for want of time. */
function isFailedConversion(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'CONVERSION_ERROR') return false
  const { details } = error
  return details !== undefined && 'reason' in details && details.reason === 'failed'
}

function noSuchPage(): ApiError {
  return invalidInput([{ path: ['page'], message: 'the document has no such page' }])
}

/** POST /render/batch: many documents of one template as a zip, all or none. */
export async function batch({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const items = batchItems(fieldsOf(request.body), bytesOf(request.body).length)
  const signal = clientSignal(reply)
  const documents: Buffer[] = []
  for (const [index, item] of items.entries()) {
    if (signal.aborted) break
    documents.push(
      await produce(tools, item, signal).catch((error: unknown) => withIndex(error, index)),
    )
  }
  const names = uniqueNames(items)
  const entries = documents.map((bytes, index) => storedEntry(names[index] ?? '', bytes, ZIP_EPOCH))
  return reply
    .type('application/zip')
    .header('content-disposition', contentDisposition(`${items[0]?.slug ?? 'documents'}.zip`))
    .send(assembleZip(buildPrefix(entries), []))
}

// 1980-01-01, the earliest day that a zip can name: the same request gives the same bytes.
const ZIP_EPOCH = (1 << 5) | 1

async function produce(tools: Tools, fields: RenderFields, signal: AbortSignal): Promise<Buffer> {
  const docx = await renderDocument(tools, fields)
  if (fields.format === 'docx') return docx
  return await convertDocument(tools, docx, {
    signal,
    origin: fields.slug,
    isPdfA: fields.isPdfA,
  })
}

/** Ends when the client goes away before its answer, so that its conversion gives up its place in the queue. */
function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function defaultName(tools: Tools, { slug }: RenderFields): string {
  const timestamp = new Date(tools.now())
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z')
  return `${slug}-${timestamp}`
}

function batchItems(
  fields: Readonly<Record<string, unknown>>,
  sizeBytes: number,
): readonly RenderFields[] {
  const issues: Issue[] = []
  const common = commonFields(fields, issues)
  const { items } = fields
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_BATCH) {
    issues.push({
      path: ['items'],
      message: `must be a list of 1 to ${MAX_BATCH} objects with data`,
    })
  }
  const list: readonly unknown[] = Array.isArray(items) ? items : []
  const requests = list.map((item, index) => {
    const own = asFields(item)
    return {
      ...common,
      data: dataOf(own, issues, ['items', index, 'data']),
      filename: textField(own['filename'], `items.${index}.filename`, issues) ?? common.filename,
      sizeBytes: Math.ceil(sizeBytes / list.length),
      json: undefined,
    }
  })
  if (issues.length > 0) throw invalidInput(issues)
  return requests
}

function asFields(item: unknown): Readonly<Record<string, unknown>> {
  return typeof item === 'object' && item !== null ? Object.fromEntries(Object.entries(item)) : {}
}

function withIndex(error: unknown, index: number): never {
  if (!(error instanceof ApiError)) throw error
  const details = { ...error.details, index }
  throw new ApiError(error.code, `items.${index}: ${error.message}`, {
    details,
    headers: error.headers,
  })
}

/** The files' names, numbered where the client gave none or the same. */
function uniqueNames(items: readonly RenderFields[]): readonly string[] {
  const used = new Set<string>()
  return items.map(({ filename, slug, format }, index) => {
    const wanted = (filename ?? `${slug}-${index + 1}`)
      .replaceAll(/[^\p{L}\p{N} ._-]/gu, '_')
      .slice(0, 150)
    const base = wanted.toLowerCase().endsWith(`.${format}`)
      ? wanted.slice(0, -format.length - 1)
      : wanted
    let name = `${base}.${format}`
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${base} (${copy}).${format}`
    used.add(name.toLowerCase())
    return name
  })
}
