import type { FastifyReply } from 'fastify'
import { defaulted } from '@oficina/api/parameter.ts'

import { officeError } from '../actions/convert-document.ts'
import { NO_PDF_OPTIONS, type PdfRequest } from '../actions/pdf-request.ts'
import { producePdf } from '../actions/produce-pdf.ts'
import { renderDocument } from '../actions/render-document.ts'
import { invalidInput, type InvalidInput } from '../errors.ts'
import type { Tools } from '../http/context.ts'
import { bytesOf } from '../http/json-body.ts'
import { renderPageAsPng } from '../office/page-images.ts'
import { file } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './kinds.ts'
import { clientSignal, RENDER_FAILURES } from './produce-document.ts'
import { SINGLE, singleRequest } from './render-parameters.ts'

const MAX_PAGE = 10_000

/** Which page, and how large. */
export const PAGE = {
  page: defaulted(wholeNumber(1, MAX_PAGE), 1),
  dpi: defaulted(wholeNumber(36, 300), 96),
}

/** One page as PNG. @source docs/decisions/0102-documents-extensions.md */
export const preview = endpoint({
  method: 'POST',
  path: '/render/preview',
  auth: 'key',
  tag: 'render',
  summary: 'Render one page as PNG',
  body: {
    ...SINGLE,
    ...PAGE,
  },
  answers: { 200: file('The page.', 'image/png') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, request, reply, values }) => {
    const { page, dpi } = values
    const wanted = singleRequest(values, bytesOf(request.body))
    const docx = await renderDocument(tools, wanted)
    return await sendPage(tools, reply, docx, {
      origin: wanted.slug,
      pdf: wanted.pdf,
      page,
      dpi,
    })
  },
})

interface PageOptions {
  /** The template, which may not fill the office's queue alone. */
  readonly origin: string
  readonly pdf: PdfRequest
  readonly page: number
  readonly dpi: number
}

/** Answers with one page of a document. @throws ApiError INVALID_INPUT when it has no such page */
export async function sendPage(
  tools: Tools,
  reply: FastifyReply,
  docx: Buffer,
  { page, dpi, pdf, origin }: PageOptions,
): Promise<FastifyReply> {
  const { archive, isAccessible, watermark } = pdf
  const signal = clientSignal(reply)
  const pages = [{ first: page, last: page }]
  const drawnPdf = await producePdf(tools, docx, {
    pdf: { ...NO_PDF_OPTIONS, archive, isAccessible, watermark, pages },
    origin,
    signal,
    pagesPath: ['page'],
  })
  const { tmpDir, conversionTimeoutMs: timeoutMs } = tools
  const drawn = await renderPageAsPng(drawnPdf, { page: 1, dpi, tmpDir, timeoutMs, signal })
  if (!drawn.ok) throw officeError(drawn.error)
  if (drawn.value === undefined) throw noSuchPage()
  return reply.type('image/png').send(drawn.value)
}

function noSuchPage(): InvalidInput {
  return invalidInput([{ path: ['page'], message: 'the document has no such page' }])
}
