import type { Kind, Place } from '@oficina/api/kind.ts'
import { described, isObject, optionalField } from '@oficina/api/kinds.ts'
import { parametersSchema } from '@oficina/api/operation.ts'
import { defaulted, optional, readObject, required, type Values } from '@oficina/api/parameter.ts'

import { outputOptions } from '../actions/finish-pdf.ts'
import type { MergeItem } from '../actions/merge-documents.ts'
import { NO_PDF_OPTIONS } from '../actions/pdf-request.ts'
import { dataOfShare } from '../actions/request-data.ts'
import { InvalidInput, invalidInput, type Issue } from '../errors.ts'
import type { Tools } from '../http/context.ts'
import { say, type Told } from '../messages/say.ts'
import type { MergeOptions } from '../pdf/merged-pdf.ts'
import { POSITIONS, type PageNumbers } from '../pdf/page-overlay.ts'
import { ALL_PROBLEMS, boolean, choice, object, slug, text, values, wholeNumber } from './kinds.ts'
import { base64, latinText, pageSelection, pdfOptions } from './pdf-options.ts'
import { COMMON, filename } from './render-parameters.ts'

export const MAX_ITEMS = 10_000
const MAX_TITLE = 500
const MAX_FORMAT = 100
const MAX_FIRST = 1_000_000

const numbers = object({
  position: optionalField(choice(POSITIONS)),
  format: optionalField(described(latinText(MAX_FORMAT), '{page} and {pages} stand for numbers.')),
  size: optionalField(wholeNumber(4, 72)),
  first: optionalField(wholeNumber(0, MAX_FIRST)),
})

const pageNumbers: Kind<PageNumbers> = {
  ...numbers,
  check: (value, path) => {
    const given = numbers.check(value, path)
    return {
      position: given.position ?? 'bottom-center',
      format: given.format ?? '{page}',
      size: given.size ?? 9,
      first: given.first ?? 1,
    }
  },
}

/** What all items of a merge have in common. */
export const MERGE = {
  filename,
  strict: COMMON.strict,
  locale: COMMON.locale,
  timezone: COMMON.timezone,
  bookmarks: defaulted(described(boolean, 'A bookmark for each item that has a title.'), true),
  pageNumbers: optional(described(pageNumbers, 'Numbers over the pages.')),
  pdf: optional(described(pdfOptions, 'But for pages, pdfa and pdfua.')),
}
export type MergeValues = Values<typeof MERGE>

export const BOTH = {
  title: optional(described(text({ maxLength: MAX_TITLE }), 'Of its bookmark.')),
  pages: optional(pageSelection),
}
const DOCUMENT = {
  slug: required(slug),
  data: required(values),
  locale: COMMON.locale,
  timezone: COMMON.timezone,
  ...BOTH,
}
const APPENDED = { content: required(described(base64, 'A PDF in base64.')), ...BOTH }

/** An item before it is known what it has in common with the others. */
export type ItemValues =
  | ({ readonly kind: 'document' } & Values<typeof DOCUMENT>)
  | ({ readonly kind: 'pdf' } & Values<typeof APPENDED>)

/** A template with its data, or a PDF. */
export const mergeItem: Kind<ItemValues> = {
  isRaw: false,
  schema: { anyOf: [parametersSchema(DOCUMENT), parametersSchema(APPENDED)] },
  check: (value, path) => {
    const fields = isObject(value) ? value : {}
    return Object.hasOwn(fields, 'content')
      ? { kind: 'pdf', ...readObject(APPENDED, fields, ALL_PROBLEMS, path) }
      : { kind: 'document', ...readObject(DOCUMENT, fields, ALL_PROBLEMS, path) }
  },
}

/** The items of a body; all of their problems are reported at once. */
export function listOfItems<T>(item: Kind<T>): Kind<readonly T[]> {
  const schema = { type: 'array', minItems: 1, maxItems: MAX_ITEMS, items: item.schema }
  return { isRaw: false, schema, check: (value, path) => checkedItems(item, value, path) }
}

function checkedItems<T>(kind: Kind<T>, value: unknown, path: Place): readonly T[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ITEMS) {
    const message = say('must be a list of 1 to %{max} objects with slug and data, or content', {
      max: MAX_ITEMS,
    })
    throw invalidInput([{ path, message }])
  }
  const issues: Issue[] = []
  const read = value.flatMap((item: unknown, index) => itemAt(kind, item, [...path, index], issues))
  if (issues.length > 0) throw invalidInput(issues)
  return read
}

// A list of ten thousand wrong items needs no list of ten thousand problems.
export const MAX_ISSUES = 100

/** An item, or nothing and its problems. */
export function itemAt<T>(
  kind: Kind<T>,
  item: unknown,
  place: Place,
  issues: Issue[],
): readonly T[] {
  try {
    return [kind.check(item, place)]
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    if (issues.length < MAX_ISSUES) issues.push(...error.issues)
    return []
  }
}

/** An item with what it shares with the others; its JSON had so many bytes. */
export function mergeItemOf(item: ItemValues, common: MergeValues, sizeBytes: number): MergeItem {
  const { title, pages } = item
  if (item.kind === 'pdf') return { kind: 'pdf', title, pages, bytes: item.content }
  const { slug: name, data, locale = common.locale, timezone = common.timezone } = item
  const request = {
    slug: name,
    data: dataOfShare(data, sizeBytes),
    isStrict: common.strict,
    locale,
    timezone,
  }
  return { kind: 'document', title, pages, request }
}

/** How the one PDF is written. @throws ApiError INVALID_INPUT for what holds of single documents only */
export function mergeOptions(tools: Tools, { pdf, ...common }: MergeValues): MergeOptions {
  const request = pdf ?? NO_PDF_OPTIONS
  const wrong = [
    request.archive === undefined ? [] : ['pdfa'],
    request.isAccessible ? ['pdfua'] : [],
    request.pages === undefined ? [] : ['pages'],
  ].flat()
  if (wrong.length > 0) {
    const message: Told = 'cannot be had for a merged PDF'
    throw invalidInput(wrong.map((field) => ({ path: ['pdf', field], message })))
  }
  return {
    ...outputOptions(request, tools.now),
    numbers: common.pageNumbers,
    hasBookmarks: common.bookmarks,
  }
}
