import { attribute } from '@oficina/xml/attribute.ts'
import { unescapeText } from '@oficina/xml/xml-text.ts'

import type { Told } from '../messages/say.ts'
import type { XmlToken } from '../xml/xml-tokens.ts'
import { readMergeInstruction } from './merge-instruction.ts'
import type { TagSyntax } from './tag-syntax.ts'
import type { TemplateProblem } from './template-problem.ts'

/** A part whose fields of mail merges have become tags: their texts by the index of their token. */
export type MergedPart = {
  readonly tokens: readonly XmlToken[]
  readonly tags: ReadonlyMap<number, TagSyntax>
}

type Field = {
  readonly paragraph: number
  instruction: string
  /** The elements that make it a field. */
  readonly elements: number[]
  /** The texts that it shows. */
  readonly results: number[]
  hasResult: boolean
}

type Reader = {
  readonly part: string
  readonly tokens: readonly XmlToken[]
  readonly problems: TemplateProblem[]
  /** The open fields, from the outermost. */
  readonly open: Field[]
  paragraphs: number
  readonly removed: Set<number>
  readonly tags: Map<number, TagSyntax>
  readonly emptied: Set<number>
}

/**
 * Turns the fields of a mail merge, as Word has them, into tags: what a field shows is replaced by the value that it
 * names. What only a mail merge can do is a problem.
 */
export function readMergeFields(
  part: string,
  tokens: readonly XmlToken[],
  problems: TemplateProblem[],
): MergedPart {
  const reader: Reader = {
    part,
    tokens,
    problems,
    open: [],
    paragraphs: 0,
    removed: new Set(),
    tags: new Map(),
    emptied: new Set(),
  }
  tokens.forEach((token, index) => readToken(reader, token, index))
  return reader.tags.size === 0 ? { tokens, tags: reader.tags } : withoutFields(reader)
}

function readToken(reader: Reader, token: XmlToken, index: number): void {
  const { kind, name, raw } = token
  const parent = reader.tokens[token.parent]?.name ?? ''
  if (kind === 'text') readText(reader.open, parent, { raw, index })
  else if (kind === 'open' || kind === 'empty') readElement(reader, token, index)
  else if (kind === 'close' && name === 'w:fldSimple') endField(reader)
}

function readElement(reader: Reader, { kind, name, raw }: XmlToken, index: number): void {
  const { open } = reader
  if (name === 'w:fldChar') readMark(reader, raw, index)
  else if (name === 'w:instrText') open.at(-1)?.elements.push(index)
  else if (kind === 'empty') return
  else if (name === 'w:p') reader.paragraphs++
  else if (name === 'w:fldSimple') {
    const instruction = unescapeText(attribute(raw, 'w:instr') ?? '')
    open.push({ ...startField(reader, index), instruction, hasResult: true })
  }
}

function startField({ paragraphs }: Reader, index: number): Field {
  const shared = { paragraph: paragraphs, elements: [index], results: [] }
  return { ...shared, instruction: '', hasResult: false }
}

function readMark(reader: Reader, raw: string, index: number): void {
  const { open } = reader
  const type = attribute(raw, 'w:fldCharType')
  if (type === 'begin') open.push(startField(reader, index))
  else open.at(-1)?.elements.push(index)
  const field = open.at(-1)
  if (type === 'separate' && field !== undefined) field.hasResult = true
  else if (type === 'end') endField(reader)
}

function readText(
  open: readonly Field[],
  parent: string,
  { raw, index }: { readonly raw: string; readonly index: number },
): void {
  const field = open.at(-1)
  if (parent === 'w:instrText' && field?.hasResult === false) field.instruction += unescapeText(raw)
  if (parent !== 'w:t') return
  for (const one of open) if (one.hasResult) one.results.push(index)
}

function endField(reader: Reader): void {
  const { open, part } = reader
  const field = open.pop()
  if (field === undefined) return
  const { instruction, paragraph, results } = field
  const read = readMergeInstruction(instruction, { part, paragraph })
  if (read === undefined) return
  const refuse = (message: Told): void => {
    reader.problems.push({ part, paragraph, tag: instruction.trim().slice(0, 200), message })
  }
  const [first, ...others] = results
  if (!read.ok) refuse(read.error)
  else if (open.some(({ hasResult }) => !hasResult))
    refuse(
      'A merge field inside another field is not filled: write a condition, such as {total > 0 ? "yes" : "no"}, or a tag in the address of a link.',
    )
  else if (first === undefined)
    refuse('The merge field shows no text that a value could replace: write a tag, such as {name}.')
  else {
    reader.tags.set(first, read.value)
    for (const index of others) reader.emptied.add(index)
    for (const index of field.elements) removeElement(reader, index)
  }
}

/** A simple field is only unwrapped; a mark or an instruction goes with all that is in it. */
function removeElement({ tokens, removed }: Reader, index: number): void {
  const token = tokens[index]
  const end = token?.partner ?? index
  if (token?.name === 'w:fldSimple') {
    removed.add(index)
    removed.add(end)
    return
  }
  for (let at = index; at <= end; at++) removed.add(at)
}

/** The part without what made its texts fields. */
function withoutFields({ tokens, removed, tags, emptied }: Reader): MergedPart {
  const kept: XmlToken[] = []
  const keptTags = new Map<number, TagSyntax>()
  /** Where each token is now; a removed one is where its parent is. */
  const places = new Int32Array(tokens.length)
  for (const [index, token] of tokens.entries()) {
    const parent = token.parent === -1 ? -1 : (places[token.parent] ?? -1)
    places[index] = removed.has(index) ? parent : kept.length
    if (removed.has(index)) continue
    const own = kept.length
    const partner = token.kind === 'close' ? (places[token.partner] ?? own) : own
    const opener = kept[partner]
    if (opener !== undefined) opener.partner = own
    const tag = tags.get(index)
    if (tag !== undefined) keptTags.set(own, tag)
    kept.push({ ...token, parent, partner, raw: emptied.has(index) ? '' : token.raw })
  }
  return { tokens: kept, tags: keptTags }
}
