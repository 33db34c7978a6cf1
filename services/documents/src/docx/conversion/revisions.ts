import { ok, type Result } from '@oficina/kit/result.ts'

import type { Told } from '../messages/say.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../package/package-limits.ts'
import { tokenizeXml } from '../xml/xml-tokens.ts'
import { joinParagraphs, type Insertions } from './joined-paragraphs.ts'
import { holds, skip, type Reading } from './partial-reading.ts'

// Missing in nearly every document. No part of the pattern may match at many lengths: the part may be one long name.
const MARKED = new RegExp(
  [
    '[<:](?:comment(?:RangeStart|RangeEnd|Reference)|del(?:Text|InstrText)?|ins',
    String.raw`|move(?:From|To)(?:Range(?:Start|End))?|cell(?:Del|Ins|Merge))[\s/>]`,
    String.raw`|Change[\s/>]|customXml(?:Ins|Del|Move)`,
  ].join(''),
)

/**
 * A part of a Word file as its reader would have it: tracked changes accepted, and no anchors of comments. What was
 * deleted must not reach the reader of a PDF, and a comment's anchor crashes an office that has no window to draw it
 * in. The error is a sentence.
 * @source docs/decisions/0121-conversion-copy.md
 */
export function withoutRevisions(xml: string): Result<string, Told> {
  if (!hasRevisions(xml)) return ok(xml)
  const document = tokenizeXml(xml, DEFAULT_PACKAGE_LIMITS)
  if (!document.ok) return document
  const { tokens } = document.value
  const reading: Reading = { tokens, skipped: new Uint8Array(tokens.length) }
  /** Start tags of paragraphs whose mark was deleted. */
  const joined: number[] = []
  tokens.forEach((token, at) => {
    if (token.kind === 'open' || token.kind === 'empty') readElement(reading, joined, at)
  })
  dropHollowTables(reading)
  return ok(written(reading, joinParagraphs(reading, joined)))
}

/** Whether a part may have something to leave out; works on bytes read as Latin-1 too. */
export function hasRevisions(xml: string): boolean {
  return MARKED.test(xml)
}

const DROPPED: ReadonlySet<string> = new Set([
  'w:commentRangeStart',
  'w:commentRangeEnd',
  'w:commentReference',
  'w:del',
  'w:delText',
  'w:delInstrText',
  'w:moveFrom',
])
const UNWRAPPED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo', 'w:cellIns', 'w:cellMerge'])
const RANGE_MARK = /^w:(?:move(?:From|To)Range|customXml(?:Ins|Del|MoveFrom|MoveTo)Range)/
const FORMER_PROPERTIES = /^w:\w+Change$/

function readElement(reading: Reading, joined: number[], at: number): void {
  const name = reading.tokens[at]?.name ?? ''
  if (name === 'w:del' || name === 'w:moveFrom') readDeletion(reading, joined, at)
  else if (name === 'w:cellDel') skip(reading, nth(reading, at, 2))
  if (DROPPED.has(name) || RANGE_MARK.test(name) || FORMER_PROPERTIES.test(name)) skip(reading, at)
  else if (UNWRAPPED.has(name)) skipTags(reading, at)
}

/** A deletion in a row's properties deletes the row; one in a paragraph mark's properties deletes the mark. */
function readDeletion(reading: Reading, joined: number[], at: number): void {
  const { tokens } = reading
  const properties = nth(reading, at, 1)
  const owner = nth(reading, at, 2)
  if (tokens[properties]?.name === 'w:trPr') skip(reading, owner)
  else if (tokens[properties]?.name === 'w:rPr' && tokens[owner]?.name === 'w:pPr')
    joined.push(nth(reading, at, 3))
}

/** The ancestors of an element, its parent first. */
function nth({ tokens }: Reading, at: number, generation: number): number {
  let found = at
  for (let i = 0; i < generation; i++) found = tokens[found]?.parent ?? -1
  return found
}

function skipTags({ tokens, skipped }: Reading, at: number): void {
  skipped[at] = 1
  skipped[tokens[at]?.partner ?? at] = 1
}

/** A row without cells is dropped, and so is a table without rows: Word refuses both. */
function dropHollowTables(reading: Reading): void {
  const { tokens } = reading
  // From the end, so that a row is examined before its table.
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]
    if (token?.kind !== 'open') continue
    if (token.name === 'w:tr' && !holds(reading, at, 'w:tc')) skip(reading, at)
    else if (token.name === 'w:tbl' && !holds(reading, at, 'w:tr')) skip(reading, at)
  }
}

function written({ tokens, skipped }: Reading, insertions: Insertions): string {
  let text = ''
  tokens.forEach((token, at) => {
    text += insertions.get(at) ?? ''
    if (skipped[at] === 0) text += token.raw
  })
  return text
}
