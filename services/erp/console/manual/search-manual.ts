import { plainText, type Block, type ManualPage } from './manual-tree.ts'

export interface FoundPage {
  readonly page: ManualPage
  /** The heading under which the words stand, and a few of the words around them; undefined: the title says it. */
  readonly part: FoundPart | undefined
}

interface FoundPart {
  readonly id: string | undefined
  readonly heading: string | undefined
  readonly excerpt: string
}

interface Part {
  readonly id: string | undefined
  readonly heading: string
  readonly text: string
}

// A word in a title says more of what a page is about than one in a heading, and that more than one in its text.
const TITLE = 12
const HEADING = 5
const TEXT = 1

/**
 * The pages that have every word that was typed, as the beginning of one of theirs; accents and capitals are ignored.
 * The best comes first, pages of the same worth in their own order.
 */
export function searchManual(pages: readonly ManualPage[], typed: string): readonly FoundPage[] {
  const sought = folded(typed).split(/\s+/).filter(Boolean)
  if (sought.length === 0) return []
  return pages
    .map((page) => ({ page, parts: partsOf(page) }))
    .map(({ page, parts }) => ({ page, parts, worth: worthOf({ page, parts }, sought) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ page, parts }) => ({ page, part: bestPart(parts, sought) }))
}

/** Without accents and capitals. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The page cut at its headings. */
function partsOf({ blocks }: ManualPage): readonly Part[] {
  const parts: { id: string | undefined; heading: string; text: string }[] = [
    { id: undefined, heading: '', text: '' },
  ]
  for (const block of blocks) {
    if (block.kind === 'heading') {
      parts.push({ id: block.id, heading: plainText(block.text), text: '' })
    } else {
      const last = parts.at(-1)
      if (last !== undefined) last.text = `${last.text} ${textOfBlock(block)}`.trim()
    }
  }
  return parts
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainText(block.text)
    case 'list':
      return block.items.map((item) => item.map(textOfBlock).join(' ')).join(' ')
    case 'note':
      return block.blocks.map(textOfBlock).join(' ')
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(plainText)).join(' ')
    case 'picture':
      return block.text
  }
}

/** Nothing if a word stands nowhere in the page. */
function worthOf(
  { page, parts }: { readonly page: ManualPage; readonly parts: readonly Part[] },
  sought: readonly string[],
): number {
  const title = folded(page.title)
  const headings = folded(parts.map(({ heading }) => heading).join(' '))
  const text = folded(parts.map((part) => part.text).join(' '))
  const worths = sought.map(
    (word) =>
      (hasWord(title, word) ? TITLE : 0) +
      (hasWord(headings, word) ? HEADING : 0) +
      (hasWord(text, word) ? TEXT : 0),
  )
  return worths.includes(0) ? 0 : worths.reduce((sum, worth) => sum + worth, 0)
}

function hasWord(text: string, word: string): boolean {
  return placeOf(text, word) >= 0
}

/** Where a word begins with this. */
function placeOf(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return at
  }
  return -1
}

function bestPart(parts: readonly Part[], sought: readonly string[]): FoundPart | undefined {
  const worths = parts.map((part) => {
    const [heading, text] = [folded(part.heading), folded(part.text)]
    return sought.reduce(
      (sum, word) =>
        sum + (hasWord(heading, word) ? HEADING : 0) + (hasWord(text, word) ? TEXT : 0),
      0,
    )
  })
  const most = Math.max(...worths)
  const best = parts[worths.indexOf(most)]
  if (best === undefined || most === 0) return undefined
  return {
    id: best.id,
    heading: best.heading === '' ? undefined : best.heading,
    excerpt: excerptOf(best.text, sought),
  }
}

const EXCERPT = 140

/** What stands around the first of the words, cut between words. */
function excerptOf(text: string, sought: readonly string[]): string {
  const places = sought.map((word) => placeOf(folded(text), word)).filter((at) => at >= 0)
  const at = Math.min(...places, text.length)
  const from = at === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 40)) + 1)
  const cut = text.slice(from, from + EXCERPT)
  const whole = from + EXCERPT >= text.length ? cut : cut.slice(0, cut.lastIndexOf(' '))
  return `${from > 0 ? '…' : ''}${whole}${from + EXCERPT >= text.length ? '' : '…'}`
}
