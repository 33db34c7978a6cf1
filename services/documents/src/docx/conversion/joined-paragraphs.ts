import { holds, nextElement, skip, writtenText, type Reading } from './partial-reading.ts'

/** What is written before a token beyond the token itself. */
export type Insertions = ReadonlyMap<number, string>

/**
 * Joins each paragraph whose mark was deleted with the one after it, whose properties then apply to both, as in Word.
 * An empty one with no paragraph to join is dropped, unless it is the last of its container. `paragraphs` are their
 * start tags in order.
 */
export function joinParagraphs(reading: Reading, paragraphs: readonly number[]): Insertions {
  const insertions = new Map<number, string>()
  // From the end, so that a chain of paragraphs is joined into its last one first.
  for (const paragraph of paragraphs.toReversed()) {
    if (reading.skipped[paragraph] === 1) continue
    const next = nextBlock(reading, paragraph)
    if (next === undefined) continue
    if (reading.tokens[next]?.name === 'w:p') join(reading, insertions, { paragraph, next })
    else if (!holds(reading, paragraph, 'w:r', 'm:oMath')) skip(reading, paragraph)
  }
  return insertions
}

type Pair = { readonly paragraph: number; readonly next: number }

function join(reading: Reading, insertions: Map<number, string>, { paragraph, next }: Pair): void {
  const { tokens, skipped } = reading
  const own = propertiesOf(reading, paragraph)
  const theirs = propertiesOf(reading, next)
  const properties =
    theirs === undefined
      ? (insertions.get(next + 1) ?? '')
      : writtenText(reading, theirs, tokens[theirs]?.partner ?? theirs)
  if (own !== undefined) skip(reading, own)
  if (theirs !== undefined) skip(reading, theirs)
  insertions.delete(next + 1)
  insertions.set(paragraph + 1, properties)
  skipped[next] = 1
  // `<w:p/>` leaves nothing, so the end of the first paragraph stays.
  if (tokens[next]?.kind === 'open') skipped[tokens[paragraph]?.partner ?? paragraph] = 1
}

// What may stand both between two paragraphs and inside one.
const PASSED_OVER: ReadonlySet<string> = new Set([
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:permStart',
  'w:permEnd',
  'w:proofErr',
])

/** The paragraph, table or the like after a paragraph; undefined when its container ends there. */
function nextBlock(reading: Reading, paragraph: number): number | undefined {
  let next = nextElement(reading, paragraph)
  while (next !== undefined && PASSED_OVER.has(reading.tokens[next]?.name ?? ''))
    next = nextElement(reading, next)
  return next === undefined || reading.tokens[next]?.name === 'w:sectPr' ? undefined : next
}

function propertiesOf({ tokens, skipped }: Reading, paragraph: number): number | undefined {
  let at = paragraph + 1
  while (tokens[at]?.kind === 'text') at++
  return tokens[at]?.name === 'w:pPr' && skipped[at] === 0 ? at : undefined
}
