import { zipParts } from '@oficina/web/zip-parts.ts'

/** A part of a template that people write in, such as the document itself or a header. */
export interface OutlinePart {
  /** Its name in the file, such as `word/header1.xml`. */
  readonly name: string
  readonly paragraphs: readonly OutlineParagraph[]
}

interface OutlineParagraph {
  /** From 1, as problems and tags count them. */
  readonly number: number
  readonly text: string
  readonly isInTable: boolean
}

// Templates have some hundreds; more are shown by no page.
const MAX_PARAGRAPHS = 5_000
const WRITTEN = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/

/** The text of a template by paragraphs, the document itself first. @throws Error when it is no .docx */
export async function readOutline(docx: Blob): Promise<readonly OutlinePart[]> {
  const parts = zipParts(await docx.arrayBuffer())
  const names = parts.names.filter((name) => WRITTEN.test(name)).toSorted(documentFirst)
  const read = names.map(async (name) => ({
    name,
    paragraphs: paragraphsOf((await parts.text(name)) ?? ''),
  }))
  return (await Promise.all(read)).filter(({ paragraphs }) =>
    paragraphs.some(({ text }) => text.trim() !== ''),
  )
}

function documentFirst(one: string, other: string): number {
  const rank = (name: string): number => (name === 'word/document.xml' ? 0 : 1)
  return rank(one) - rank(other) || one.localeCompare(other)
}

function paragraphsOf(xml: string): readonly OutlineParagraph[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  const found = [...document.getElementsByTagName('w:p')].slice(0, MAX_PARAGRAPHS)
  return found.map((paragraph, index) => ({
    number: index + 1,
    text: textOf(paragraph),
    isInTable: paragraph.closest('tc') !== null,
  }))
}

const BREAKS = new Set(['w:tab', 'w:br', 'w:cr'])

/** Without the text of the boxes in it, which have paragraphs of their own. */
function textOf(paragraph: Element): string {
  return [...paragraph.getElementsByTagName('*')]
    .filter((element) => element.closest('p') === paragraph)
    .map((element) => {
      if (element.tagName === 'w:t') return element.textContent ?? ''
      return BREAKS.has(element.tagName) && element.parentElement?.tagName === 'w:r' ? ' ' : ''
    })
    .join('')
}
