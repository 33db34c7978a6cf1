import { unescapeText } from '@oficina/xml/xml-text.ts'

/** A paragraph of a document that another template takes the place of: `{>slug}` or `{>slug data}`. */
export type IncludeTag = {
  readonly from: number
  readonly to: number
  /** Counted from 1 within the document. */
  readonly paragraph: number
  readonly tag: string
  readonly slug: string
  /** The data that it gets as its own, escaped as written; empty for all of it. */
  readonly data: string
}

const WRITTEN = /^\{>\s*([a-z0-9-]+)(?:\s+([^{}]+))?\}$/

/** Finds them in the text of the main part. Word may have cut the tag into several runs. */
export function findIncludes(xml: string): readonly IncludeTag[] {
  if (!/&gt;|>\s*>|\{>/.test(xml)) return []
  const found: IncludeTag[] = []
  let paragraph = 0
  let from = -1
  for (const piece of xml.matchAll(/<w:p(?=[\s>])[^<>]*>|<\/w:p>/g)) {
    if (!piece[0].startsWith('</')) {
      if (piece[0].endsWith('/>')) continue
      paragraph++
      from = piece.index
      continue
    }
    // Only an innermost paragraph can hold nothing but the tag.
    const to = piece.index + piece[0].length
    const tag = from === -1 ? undefined : tagOf(xml.slice(from, to))
    if (tag !== undefined) found.push({ from, to, paragraph, ...tag })
    from = -1
  }
  return found
}

const TEXT = /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>/g
// Longer is no tag.
const MAX_CHARACTERS = 20_000

function tagOf(xml: string): Pick<IncludeTag, 'tag' | 'slug' | 'data'> | undefined {
  if (xml.length > MAX_CHARACTERS || /<w:(?:drawing|pict|object)[\s>]/.test(xml)) return undefined
  const written = [...xml.matchAll(TEXT)].map(([, text = '']) => text).join('')
  const [, slug, data = ''] = WRITTEN.exec(unescapeText(written).trim()) ?? []
  return slug === undefined ? undefined : { tag: unescapeText(written).trim(), slug, data }
}
