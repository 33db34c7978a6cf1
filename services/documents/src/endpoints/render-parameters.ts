import type { Kind } from '@oficina/api/kind.ts'
import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional, required, type Values } from '@oficina/api/parameter.ts'

import { titled, type PdfRequest } from '../actions/pdf-request.ts'
import type { DocumentRequest } from '../actions/render-document.ts'
import { dataOfBody } from '../actions/request-data.ts'
import { invalidInput } from '../errors.ts'
import type { Told } from '../messages/say.ts'
import { boolean, choice, shortText, slug, values } from './kinds.ts'
import { pdfOptions, withArchive } from './pdf-options.ts'

export type Format = 'docx' | 'pdf'

/** A parsed render request. */
export interface RenderRequest extends DocumentRequest {
  readonly format: Format
  readonly filename: string | undefined
  /** What its PDF shall be. */
  readonly pdf: PdfRequest
}

/** A text that `canonical` accepts; it throws for any other. */
function known(
  description: string,
  rule: Told,
  canonical: (text: string) => string | undefined,
): Kind<string | undefined> {
  const text = shortText(description)
  return {
    ...text,
    check: (value, path) => {
      const given = text.check(value, path)
      if (given === undefined) return undefined
      try {
        return canonical(given)
      } catch {
        throw invalidInput([{ path, message: rule }])
      }
    },
  }
}

const locale = known(
  'Language tag for formatters that name none, such as es-MX.',
  'must be a language tag such as es-MX',
  (text) => Intl.getCanonicalLocales(text)[0],
)
const timezone = known(
  'IANA time zone for dates, such as America/Mexico_City.',
  'must be an IANA time zone such as America/Mexico_City',
  (text) => new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone,
)

export const filename = optional(shortText('Suggested name of the file.'))

/** What all renders have in common. @source docs/contract/documents.md, POST /render request */
export const COMMON = {
  slug: required(slug),
  format: defaulted(choice(['docx', 'pdf']), 'docx'),
  filename,
  strict: defaulted(described(boolean, 'A missing value is 422 instead of empty text.'), false),
  pdfa: defaulted(described(boolean, 'PDF/A-2b instead of plain PDF.'), false),
  pdf: optional(described(pdfOptions, 'Only for format pdf.')),
  locale: optional(locale),
  timezone: optional(timezone),
}

/** Parameters of a single document. */
export const SINGLE = { ...COMMON, data: required(values) }

/** The part of a request that all of its documents share. */
export function commonRequest(given: Values<typeof COMMON>): Omit<RenderRequest, 'data'> {
  return {
    slug: given.slug,
    format: given.format,
    filename: given.filename,
    isStrict: given.strict,
    pdf: pdfOf(given),
    locale: given.locale,
    timezone: given.timezone,
  }
}

function pdfOf(given: Values<typeof COMMON>): PdfRequest {
  const { pdfa: isPdfA, format, filename: name, slug: fallback } = given
  return titled(withArchive(given.pdf, { isPdfA, format }), name ?? fallback)
}

/** The request of a single document, whose body is `json`. */
export function singleRequest(given: Values<typeof SINGLE>, json: Buffer): RenderRequest {
  return { ...commonRequest(given), data: dataOfBody(given.data, json) }
}
