import { attribute } from '@oficina/xml/attribute.ts'

/** The part that declares the lists of a document, cut where more can be added. */
export type ListsPart = {
  readonly name: string
  readonly dosTime: number
  readonly head: string
  readonly tail: string
  /** What a list looks like, by its number in the template. */
  readonly looks: ReadonlyMap<string, ListLook>
  readonly firstFreeId: number
}

type ListLook = {
  readonly abstractId: string
  /** Where each level begins. */
  readonly starts: readonly number[]
}

const MAX_LEVELS = 9

/** Reads `word/numbering.xml`; undefined when it declares no lists. */
export function readLists(name: string, xml: string, dosTime: number): ListsPart | undefined {
  const abstracts = new Map<string, readonly number[]>()
  for (const piece of xml.split('<w:abstractNum ').slice(1)) {
    const id = attribute(
      `<w:abstractNum ${piece.slice(0, piece.indexOf('>') + 1)}`,
      'w:abstractNumId',
    )
    if (id !== undefined) abstracts.set(id, startsOf(piece))
  }
  const looks = new Map<string, ListLook>()
  const last = xml.lastIndexOf('</w:num>')
  if (last === -1) return undefined
  for (const piece of xml.split('<w:num ').slice(1)) {
    const id = attribute(`<w:num ${piece.slice(0, piece.indexOf('>') + 1)}`, 'w:numId') ?? ''
    const abstractId = /<w:abstractNumId\s+w:val="(\d+)"/.exec(piece)?.[1] ?? ''
    if (/^\d{1,9}$/.test(id)) looks.set(id, { abstractId, starts: abstracts.get(abstractId) ?? [] })
  }
  const end = last + '</w:num>'.length
  const firstFreeId = Math.max(...[...looks.keys()].map(Number)) + 1
  return { name, dosTime, head: xml.slice(0, end), tail: xml.slice(end), looks, firstFreeId }
}

function startsOf(abstract: string): readonly number[] {
  const levels = abstract.split('<w:lvl ').slice(1, MAX_LEVELS + 1)
  return levels.map((level) => Number(/<w:start\s+w:val="(\d{1,9})"/.exec(level)?.[1] ?? '1'))
}

/** A list that looks as another one, and begins again. */
export function restartedList(lists: ListsPart, original: string, id: number): string {
  const { abstractId, starts } = lists.looks.get(original) ?? { abstractId: '0', starts: [] }
  const levels = starts.map(
    (start, level) =>
      `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
  )
  return `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${levels.join('')}</w:num>`
}
