import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { attribute } from '@oficina/xml/attribute.ts'
import { unescapeText } from '@oficina/xml/xml-text.ts'

import type { Told } from '../messages/say.ts'

/** What the content types part says about the parts of a package. */
export type ContentTypes = {
  readonly xml: string
  readonly defaults: ReadonlyMap<string, string>
  readonly overrides: ReadonlyMap<string, string>
}

const MAX_DECLARATIONS = 10_000

/** Reads `[Content_Types].xml`. */
export function readContentTypes(xml: string): Result<ContentTypes, Told> {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    return fail('The part has a document type declaration, which is not allowed.')
  const defaults = new Map<string, string>()
  const overrides = new Map<string, string>()
  for (const [tag, element] of xml.matchAll(/<(?:\w+:)?(Default|Override)\s[^<>]*>/g)) {
    const type = unescapeText(attribute(tag, 'ContentType') ?? '')
    if (element === 'Default') defaults.set((attribute(tag, 'Extension') ?? '').toLowerCase(), type)
    else overrides.set(unescapeText(attribute(tag, 'PartName') ?? '').toLowerCase(), type)
    if (defaults.size + overrides.size > MAX_DECLARATIONS)
      return fail('The part declares too many parts.')
  }
  return ok({ xml, defaults, overrides })
}

export function contentTypeOf(types: ContentTypes, part: string): string {
  const extension = part.slice(part.lastIndexOf('.') + 1).toLowerCase()
  return types.overrides.get(`/${part}`.toLowerCase()) ?? types.defaults.get(extension) ?? ''
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'

const MAIN_TYPE = `${WORD}document.main+xml`

const MAIN_TYPES: ReadonlySet<string> = new Set([
  MAIN_TYPE,
  `${WORD}template.main+xml`,
  'application/vnd.ms-word.document.macroEnabled.main+xml',
  'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
])

const NOTES_TYPES: ReadonlySet<string> = new Set([`${WORD}footnotes+xml`, `${WORD}endnotes+xml`])

const STORY_TYPES: ReadonlySet<string> = new Set([
  ...MAIN_TYPES,
  `${WORD}header+xml`,
  `${WORD}footer+xml`,
  ...NOTES_TYPES,
])

// The parts that docxtemplater fills, and charts, whose titles people expect to be filled as well.
const TEMPLATED_TYPES: ReadonlySet<string> = new Set([
  ...STORY_TYPES,
  `${WORD}comments+xml`,
  'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
  'application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml',
  'application/vnd.ms-office.drawingml.diagramDrawing+xml',
  'application/vnd.openxmlformats-package.core-properties+xml',
  'application/vnd.openxmlformats-officedocument.extended-properties+xml',
  'application/vnd.openxmlformats-officedocument.custom-properties+xml',
])

export function isMainType(contentType: string): boolean {
  return MAIN_TYPES.has(contentType)
}

/** True for parts whose paragraphs are on the pages: the text, and what stands above and below it. */
export function isStoryType(contentType: string): boolean {
  return STORY_TYPES.has(contentType)
}

export function isNotesType(contentType: string): boolean {
  return NOTES_TYPES.has(contentType)
}

export function isTemplatedType(contentType: string): boolean {
  return TEMPLATED_TYPES.has(contentType)
}

const IMAGE_TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['bmp', 'image/bmp'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
])

/**
 * The content types part of rendered documents: a template file becomes a document, since Word refuses a .docx that
 * declares another type, and images and the numbering that a render may add are declared in advance.
 */
export function rewriteContentTypes(
  types: ContentTypes,
  mainPart: string,
  { addsMedia, addedPart }: { readonly addsMedia: boolean; readonly addedPart: string | undefined },
): string {
  let { xml } = types
  const mainType = contentTypeOf(types, mainPart)
  if (mainType !== MAIN_TYPE) xml = xml.replaceAll(mainType, MAIN_TYPE)
  const prefix = /<(\w+:)?Types[\s>]/.exec(xml)?.[1] ?? ''
  if (addedPart !== undefined) {
    const override = `<${prefix}Override PartName="/${addedPart}" ContentType="${WORD}numbering+xml"/>`
    xml = xml.replace(/<\/(?:\w+:)?Types\s*>/, (end) => override + end)
  }
  if (!addsMedia) return xml
  const missing = [...IMAGE_TYPES].filter(([extension]) => !types.defaults.has(extension))
  const added = missing.map(
    ([extension, type]) => `<${prefix}Default Extension="${extension}" ContentType="${type}"/>`,
  )
  return xml.replace(/(<(?:\w+:)?Types[^<>]*>)/, (start) => start + added.join(''))
}
