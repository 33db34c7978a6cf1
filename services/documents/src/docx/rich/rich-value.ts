import MarkdownIt from 'markdown-it'
import { fail, type Result } from '@oficina/kit/result.ts'

import { say, type Told } from '../messages/say.ts'
import { readHtml } from './read-html.ts'
import type { RichBlock } from './rich-text.ts'

/** How long a formatted text may be: 60 pages, which the slowest Markdown takes half a second to read. */
const MAX_RICH_CHARACTERS = 200_000
// Markdown inside Markdown: deeper quotations and lists are their text.
const MAX_NESTING = 40

const markdown = new MarkdownIt({
  html: true,
  linkify: true,
  breaks: true,
  maxNesting: MAX_NESTING,
})
// `factura.mx` is a name as often as it is a page.
markdown.linkify.set({ fuzzyLink: false })

/**
 * Reads the value of a rich tag: a text in Markdown, `{markdown}` or `{html}`. Both become the same few structures, and
 * nothing else passes. The error is a sentence for whoever sent the value.
 */
export function readRich(value: unknown): Result<readonly RichBlock[], Told> {
  const written = writtenIn(value)
  if (written === undefined)
    return fail(
      'The value of a rich tag must be text in Markdown, {"markdown": text} or {"html": text}.',
    )
  const { text, isHtml, embedded } = withoutEmbedded(written)
  if (text.length > MAX_RICH_CHARACTERS)
    return fail(
      say('The value of a rich tag has more than %{max} characters.', { max: MAX_RICH_CHARACTERS }),
    )
  return readHtml(
    isHtml ? text : markdown.render(text),
    (source) => embedded.get(source) ?? asValue(source),
  )
}

/** In Markdown and HTML a path is written as in an address, in an image tag as it is. */
function asValue(source: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(source)) return source
  try {
    return decodeURIComponent(source)
  } catch {
    return source
  }
}

/** How many characters of a value have to be read. */
export function richLength(value: unknown): number {
  const written = writtenIn(value)
  return written === undefined ? 0 : withoutEmbedded(written).text.length
}

/** False when a value surely holds no picture. */
export function mayShowPictures(value: unknown): boolean {
  return /!\[|<img/i.test(writtenIn(value)?.text ?? '')
}

type Written = { readonly text: string; readonly isHtml: boolean }

function writtenIn(value: unknown): Written | undefined {
  if (value === null || value === undefined || value === false) return { text: '', isHtml: false }
  if (typeof value === 'string') return { text: value, isHtml: false }
  if (typeof value === 'number' || value === true) return { text: String(value), isHtml: false }
  if (typeof value !== 'object') return undefined
  if ('html' in value && typeof value.html === 'string') return { text: value.html, isHtml: true }
  if ('markdown' in value && typeof value.markdown === 'string')
    return { text: value.markdown, isHtml: false }
  return undefined
}

// Editors put whole pictures into a text; as names they need not be read with it, nor count as its length.
const EMBEDDED =
  /(?<=\]\(\s{0,3}<?|src\s{0,3}=\s{0,3}["']?)data:image\/[a-z.+-]{1,20};base64,[\w+/=]{100,}/gi

function withoutEmbedded({ text, isHtml }: Written): Written & {
  readonly embedded: ReadonlyMap<string, string>
} {
  const embedded = new Map<string, string>()
  const short = text.replace(EMBEDDED, (picture) => {
    const name = `embedded:${embedded.size}`
    embedded.set(name, picture)
    return name
  })
  return { text: short, isHtml, embedded }
}
