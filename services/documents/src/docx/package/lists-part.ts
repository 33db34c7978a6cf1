import { attribute } from '@oficina/xml/attribute.ts'
import { DOS_EPOCH } from '@oficina/zip/zip-format.ts'

/** The part that declares the lists of a document, cut where more can be added. */
export type ListsPart = {
  readonly name: string
  readonly dosTime: number
  /** Up to the end of what says how lists look. */
  readonly head: string
  /** The template's own lists. */
  readonly lists: string
  readonly tail: string
  /** What a list looks like, by its number in the template. */
  readonly looks: ReadonlyMap<string, ListLook>
  readonly firstFreeId: number
  readonly firstFreeLook: number
  readonly wordPrefix: string
}

type ListLook = {
  readonly abstractId: string
  /** Where each level begins. */
  readonly starts: readonly number[]
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const EMPTY = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="${WORD}"></w:numbering>`
const MAX_LEVELS = 9

/** Reads `word/numbering.xml`; a document without it declares no lists. */
export function readLists(
  name: string,
  xml: string | undefined,
  dosTime: number | undefined,
): ListsPart {
  const written = (xml ?? EMPTY).replace(/<((?:\w+:)?numbering)(\s[^<>]*)?\/>\s*$/, '<$1$2></$1>')
  const w = /<(\w+:)?numbering[\s>]/.exec(written)?.[1] ?? ''
  const end = firstAt(written, new RegExp(`<${w}numIdMacAtCleanup[\\s/>]|</${w}numbering\\s*>`))
  const listsAt = Math.min(end, firstAt(written, new RegExp(`<${w}num[\\s>]`)))
  const head = written.slice(0, listsAt)
  const lists = written.slice(listsAt, end)
  const abstracts = new Map(
    [...elementsOf(head, `${w}abstractNum`, `${w}abstractNumId`)].map(([id, piece]) => [
      id,
      startsOf(piece, w),
    ]),
  )
  const looks = new Map<string, ListLook>()
  for (const [id, piece] of elementsOf(lists, `${w}num`, `${w}numId`)) {
    const abstractId = new RegExp(`<${w}abstractNumId\\s+${w}val="(\\d+)"`).exec(piece)?.[1] ?? ''
    if (/^\d{1,9}$/.test(id)) looks.set(id, { abstractId, starts: abstracts.get(abstractId) ?? [] })
  }
  return {
    name,
    dosTime: dosTime ?? DOS_EPOCH,
    head,
    lists,
    tail: written.slice(end),
    looks,
    firstFreeId: above(looks.keys()),
    firstFreeLook: above(abstracts.keys()),
    wordPrefix: w,
  }
}

function firstAt(text: string, pattern: RegExp): number {
  const at = text.search(pattern)
  return at === -1 ? text.length : at
}

/** The elements of this name, by their ids. */
function elementsOf(xml: string, name: string, id: string): ReadonlyMap<string, string> {
  const pieces = xml.split(new RegExp(`<${name}(?=\\s)`)).slice(1)
  return new Map(
    pieces.map((piece) => [attribute(piece.slice(0, piece.indexOf('>') + 1), id) ?? '', piece]),
  )
}

function above(ids: Iterable<string>): number {
  return Math.max(0, ...[...ids].map(Number).filter((id) => Number.isSafeInteger(id))) + 1
}

function startsOf(abstract: string, w: string): readonly number[] {
  const levels = abstract.split(`<${w}lvl `).slice(1, MAX_LEVELS + 1)
  const start = new RegExp(`<${w}start\\s+${w}val="(\\d{1,9})"`)
  return levels.map((level) => Number(start.exec(level)?.[1] ?? '1'))
}

/** A list that looks as another one, and begins again. */
export function restartedList(
  { wordPrefix: w }: ListsPart,
  { abstractId, starts }: ListLook,
  id: number,
): string {
  const levels = starts.map(
    (start, level) =>
      `<${w}lvlOverride ${w}ilvl="${level}"><${w}startOverride ${w}val="${start}"/></${w}lvlOverride>`,
  )
  return `<${w}num ${w}numId="${id}"><${w}abstractNumId ${w}val="${abstractId}"/>${levels.join('')}</${w}num>`
}
