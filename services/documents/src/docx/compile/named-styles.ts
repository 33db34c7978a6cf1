import { attribute } from '@oficina/xml/attribute.ts'
import { unescapeText } from '@oficina/xml/xml-text.ts'

/** The ids of a template's styles that formatted text uses, each undefined when the template has none. */
export type NamedStyles = {
  /** By level, from 1. */
  readonly headings: readonly (string | undefined)[]
  readonly quote: string | undefined
  readonly code: string | undefined
  readonly inlineCode: string | undefined
  readonly link: string | undefined
  readonly bulleted: string | undefined
  readonly numbered: string | undefined
  readonly table: string | undefined
}

/** Finds the styles by the names that they have in every language of Word, or in LibreOffice. */
export function readNamedStyles(stylesXml: string): NamedStyles {
  const ids = idsByName(stylesXml)
  const paragraph = (...names: readonly string[]) => firstOf(ids, 'paragraph', names)
  const character = (...names: readonly string[]) => firstOf(ids, 'character', names)
  return {
    headings: [1, 2, 3, 4, 5, 6].map((level) => paragraph(`heading ${level}`)),
    quote: paragraph('quote', 'quotations'),
    code: paragraph('html preformatted', 'preformatted text'),
    inlineCode: character('html code', 'source text'),
    link: character('hyperlink', 'internet link'),
    bulleted: paragraph('list bullet', 'list paragraph'),
    numbered: paragraph('list number', 'list paragraph'),
    table: firstOf(ids, 'table', ['table grid']),
  }
}

function firstOf(
  ids: ReadonlyMap<string, string>,
  type: string,
  names: readonly string[],
): string | undefined {
  return names.map((name) => ids.get(`${type} ${name}`)).find((id) => id !== undefined)
}

function idsByName(stylesXml: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const style of stylesXml.split('</w:style>')) {
    const start = /<w:style\s[^<>]*>/.exec(style)?.[0] ?? ''
    const name = attribute(/<w:name\s[^<>]*>/.exec(style)?.[0] ?? '', 'w:val')
    const id = attribute(start, 'w:styleId')
    if (id === undefined || name === undefined) continue
    const key = `${attribute(start, 'w:type')} ${unescapeText(name).toLowerCase()}`
    if (!ids.has(key)) ids.set(key, id)
  }
  return ids
}
