import { defaulted } from '@oficina/api/parameter.ts'

import { officeError } from '../actions/convert-document.ts'
import { NO_PDF_OPTIONS } from '../actions/pdf-request.ts'
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
import { SINGLE, singleRequest, type RenderRequest } from './render-parameters.ts'

const MAX_PAGE = 10_000

/** One page as PNG. @source docs/decisions/0102-documents-extensions.md */
export const preview = endpoint({
  method: 'POST',
  path: '/render/preview',
  auth: 'key',
  tag: 'render',
  summary: 'Render one page as PNG',
  body: {
    ...SINGLE,
    page: defaulted(wholeNumber(1, MAX_PAGE), 1),
    dpi: defaulted(wholeNumber(36, 300), 96),
  },
  answers: { 200: file('The page.', 'image/png') },
  failures: RENDER_FAILURES,
  handle: async ({ tools, request, reply, values }) => {
    const { page, dpi } = values
    const wanted = singleRequest(values, bytesOf(request.body))
    const pdf = await pdfOfPage(tools, { wanted, page, signal: clientSignal(reply) })
    const { tmpDir, conversionTimeoutMs: timeoutMs } = tools
    const drawn = await renderPageAsPng(pdf, { page: 1, dpi, tmpDir, timeoutMs })
    if (!drawn.ok) throw officeError(drawn.error)
    if (drawn.value === undefined) throw noSuchPage()
    return reply.type('image/png').send(drawn.value)
  },
})

interface PageRequest {
  readonly wanted: RenderRequest
  readonly page: number
  readonly signal: AbortSignal
}

/** A PDF of one page. @throws ApiError INVALID_INPUT when the document has no such page */
async function pdfOfPage(tools: Tools, { wanted, page, signal }: PageRequest): Promise<Buffer> {
  const { archive, isAccessible, watermark } = wanted.pdf
  const pages = [{ first: page, last: page }]
  return await producePdf(tools, await renderDocument(tools, wanted), {
    pdf: { ...NO_PDF_OPTIONS, archive, isAccessible, watermark, pages },
    origin: wanted.slug,
    signal,
    pagesPath: ['page'],
  })
}

function noSuchPage(): InvalidInput {
  return invalidInput([{ path: ['page'], message: 'the document has no such page' }])
}
