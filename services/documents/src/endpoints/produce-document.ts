import type { FastifyReply } from 'fastify'

import { producePdf } from '../actions/produce-pdf.ts'
import { renderDocument } from '../actions/render-document.ts'
import type { Tools } from '../http/context.ts'
import type { RenderRequest } from './render-parameters.ts'

/** The error statuses of a render. */
export const RENDER_FAILURES = [400, 401, 404, 413, 422, 502, 503, 507]

/** The document that a request asks for. */
export async function produce(
  tools: Tools,
  request: RenderRequest,
  signal: AbortSignal,
): Promise<Buffer> {
  const docx = await renderDocument(tools, request)
  if (request.format === 'docx') return docx
  return await producePdf(tools, docx, {
    pdf: request.pdf,
    origin: request.slug,
    signal,
    pagesPath: ['pdf', 'pages'],
  })
}

/** Aborts when the client goes away before its answer, so that its conversion leaves the queue. */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) controller.abort()
  }
  // It may have gone before this is asked.
  if (reply.raw.closed) abort()
  else reply.raw.once('close', abort)
  return controller.signal
}
