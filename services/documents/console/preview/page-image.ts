import { api, ApiFailure } from '../session/api.ts'
import type { JsonObject } from '../templates/template-api.ts'

/** What is rendered: a template of the service, or a file that it does not store. */
export type PageSource =
  | { readonly kind: 'stored'; readonly slug: string }
  | { readonly kind: 'draft'; readonly docx: Blob }

export interface PageRequest {
  readonly data: JsonObject
  /** From 1. */
  readonly page?: number
  readonly dpi?: number
  readonly locale?: string | undefined
  readonly timezone?: string | undefined
  /** Options that are seen on a page; of a stored template. */
  readonly pdf?: JsonObject
}

/** A page as PNG. @throws ApiFailure */
export async function pageImage(
  source: PageSource,
  request: PageRequest,
  signal: AbortSignal,
): Promise<Blob> {
  if (source.kind === 'stored') {
    // Options are for PDFs, of which the picture is one of a page.
    const format = request.pdf === undefined ? {} : { format: 'pdf' }
    const body = { slug: source.slug, ...format, ...request }
    return await (await api('/render/preview', { method: 'POST', body, signal })).blob()
  }
  const body = new FormData()
  body.append('request', JSON.stringify(request))
  body.append('file', source.docx, 'a.docx')
  return await (await api('/drafts/preview', { method: 'POST', body, signal })).blob()
}

/** Whether a page failed because the document has no such page. */
export function isPastTheEnd(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.code !== 'INVALID_INPUT') return false
  const { issues } = error.details as { readonly issues?: readonly { readonly path: unknown[] }[] }
  return issues?.some(({ path }) => path[0] === 'page') === true
}
