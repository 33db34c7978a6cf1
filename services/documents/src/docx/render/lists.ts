import { say, type Told } from '../messages/say.ts'
import { restartedList, type ListsPart } from '../package/lists-part.ts'
import type { RichList } from '../rich/rich-text.ts'

/** The lists that a document has beside those of its template. */
export type Lists = {
  readonly part: ListsPart | undefined
  readonly added: string[]
  /** The numbers of those in formatted text; all lists with bullets are one. */
  readonly rich: Map<RichList | 'bullets', number>
  /** Ends the render. */
  readonly refuse: (message: Told) => never
}

// Word counts the lists of a document in sixteen bits, and reads thousands of them slowly.
const MAX_LISTS = 2_000

export function createLists(part: ListsPart | undefined, refuse: (message: Told) => never): Lists {
  return { part, refuse, added: [], rich: new Map() }
}

/** The number of a list that looks as one of the template's and begins again; undefined when there is no such list. */
export function restart(lists: Lists, original: string): number | undefined {
  const { part } = lists
  const look = part?.looks.get(original)
  if (part === undefined || look === undefined) return undefined
  return add(lists, part, (id) => restartedList(part, look, id))
}

/** The number of a list of formatted text; each list that counts has its own, and so begins anew. */
export function richListNumber(lists: Lists, list: RichList, depth: number): number {
  const { part, rich } = lists
  const key = list.isOrdered ? list : 'bullets'
  const known = rich.get(key)
  if (known !== undefined || part === undefined) return known ?? 0
  const { wordPrefix: w, firstFreeLook } = part
  const look = list.isOrdered ? firstFreeLook + 1 : firstFreeLook
  const start = list.isOrdered
    ? `<${w}lvlOverride ${w}ilvl="${depth}"><${w}startOverride ${w}val="${list.start}"/></${w}lvlOverride>`
    : ''
  const id = add(
    lists,
    part,
    (own) => `<${w}num ${w}numId="${own}"><${w}abstractNumId ${w}val="${look}"/>${start}</${w}num>`,
  )
  rich.set(key, id)
  return id
}

function add(lists: Lists, part: ListsPart, xml: (id: number) => string): number {
  const { added } = lists
  if (added.length >= MAX_LISTS)
    lists.refuse(say('The document has more than %{max} lists with this data.', { max: MAX_LISTS }))
  const id = part.firstFreeId + added.length
  added.push(xml(id))
  return id
}

/** The part with the lists of the document. */
export function listsXml({ part, added, rich }: Lists): string | undefined {
  if (part === undefined) return undefined
  const { head, lists, tail } = part
  return head + (rich.size === 0 ? '' : looksXml(part)) + lists + added.join('') + tail
}

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const BULLETS = ['•', '◦', '▪']
const COUNTS = ['decimal', 'lowerLetter', 'lowerRoman']
// Twentieths of a point: what Word itself indents each level by, and the room for its mark.
const INDENT = 720
const HANGING = 360

function looksXml({ wordPrefix: w, firstFreeLook }: ListsPart): string {
  const level = (depth: number, format: string, text: string): string =>
    `<${w}lvl ${w}ilvl="${depth}"><${w}start ${w}val="1"/><${w}numFmt ${w}val="${format}"/><${w}lvlText ${w}val="${text}"/><${w}lvlJc ${w}val="left"/>` +
    `<${w}pPr><${w}ind ${w}left="${INDENT * (depth + 1)}" ${w}hanging="${HANGING}"/></${w}pPr></${w}lvl>`
  const look = (id: number, levels: readonly string[]): string =>
    `<${w}abstractNum ${w}abstractNumId="${id}"><${w}multiLevelType ${w}val="hybridMultilevel"/>${levels.join('')}</${w}abstractNum>`
  const bulleted = LEVELS.map((depth) =>
    level(depth, 'bullet', BULLETS[depth % BULLETS.length] ?? '•'),
  )
  const counted = LEVELS.map((depth) =>
    level(depth, COUNTS[depth % COUNTS.length] ?? 'decimal', `%${depth + 1}.`),
  )
  return look(firstFreeLook, bulleted) + look(firstFreeLook + 1, counted)
}

/** The indents of a paragraph of an item beyond its first, which has no mark. */
export function itemIndent(w: string, depth: number): string {
  return `<${w}ind ${w}left="${INDENT * (depth + 1)}"/>`
}
