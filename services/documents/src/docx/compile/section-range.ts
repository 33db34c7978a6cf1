import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { say, type Told } from '../messages/say.ts'
import { childrenOf, enclosing, endOf, type PartNode } from '../tags/part-nodes.ts'

/** Nodes from `from` up to, but not including, `to`. */
export type Span = { readonly from: number; readonly to: number }

/** What a section covers: the nodes that it replaces, and those that each of its branches writes. */
export type SectionRange = Span & {
  /** What is repeated, and what stands after `{else}` when there is one. */
  readonly body: Span
  readonly otherwise: Span | undefined
  /** Paragraphs that held nothing but a tag of the section, and are dropped. */
  readonly markers: readonly Span[]
  readonly shape: 'inline' | 'paragraphs' | 'rows' | 'elements'
}

export type SectionTags = {
  readonly element: string | undefined
  readonly open: number
  readonly otherwise: number | undefined
  readonly close: number
}

const BROKEN = say(
  'The section begins and ends at places that cannot be repeated as one: %{instead}',
  {
    instead: say(
      'put both tags in one paragraph, in paragraphs of their own, or in cells of table rows.',
    ),
  },
)

/**
 * What a section repeats, as docxtemplater has it: whole rows when its tags are in different cells, whole paragraphs
 * when each of its tags is alone in one, else what is between the tags.
 */
export function sectionRange(
  nodes: readonly PartNode[],
  tags: SectionTags,
): Result<SectionRange, Told> {
  const { element, open, close } = tags
  if (element !== undefined) return wholeElements(nodes, tags, element)
  const crossed = unbalanced(nodes, open, close)
  if (crossed.includes('w:tc')) return wholeElements(nodes, tags, 'w:tr')
  if (crossed.includes('a:tc')) return wholeElements(nodes, tags, 'a:tr')
  const paragraphs = crossed.includes('w:p') ? markedParagraphs(nodes, tags) : undefined
  return paragraphs === undefined ? between(nodes, tags) : ok(paragraphs)
}

/** Names of the elements that end or begin between two nodes without their other end. */
function unbalanced(nodes: readonly PartNode[], from: number, to: number): readonly string[] {
  return [...crossedEnds(nodes, from, to), ...crossedStarts(nodes, from, to)]
}

/** Elements that end between the nodes but began before, in order. */
function crossedEnds(nodes: readonly PartNode[], from: number, to: number): readonly string[] {
  const names: string[] = []
  for (
    let at = nodes[from]?.parent ?? -1;
    at !== -1 && endOf(nodes, at) < to;
    at = nodes[at]?.parent ?? -1
  ) {
    names.push(nodes[at]?.name ?? '')
  }
  return names
}

/** Elements that begin between the nodes but end after, innermost first. */
function crossedStarts(nodes: readonly PartNode[], from: number, to: number): readonly string[] {
  const names: string[] = []
  for (let at = nodes[to]?.parent ?? -1; at > from; at = nodes[at]?.parent ?? -1)
    names.push(nodes[at]?.name ?? '')
  return names
}

/** What lies between two nodes can be left out or repeated when it closes and opens the same elements. */
function isRepeatable(nodes: readonly PartNode[], from: number, to: number): boolean {
  const ends = crossedEnds(nodes, from, to)
  const starts = crossedStarts(nodes, from, to)
  return ends.length === starts.length && ends.every((name, i) => name === starts[i])
}

function between(nodes: readonly PartNode[], tags: SectionTags): Result<SectionRange, Told> {
  const { open, otherwise, close } = tags
  const shared = { from: open, to: close + 1, markers: [], shape: 'inline' as const }
  if (otherwise === undefined) {
    if (!isRepeatable(nodes, open, close)) return fail(BROKEN)
    return ok({ ...shared, body: { from: open + 1, to: close }, otherwise: undefined })
  }
  if (!isRepeatable(nodes, open, otherwise) || !isRepeatable(nodes, otherwise, close))
    return fail(BROKEN)
  return ok({
    ...shared,
    body: { from: open + 1, to: otherwise },
    otherwise: { from: otherwise + 1, to: close },
  })
}

/** The range of elements from the one around the opening tag to the one around the closing tag. */
function wholeElements(
  nodes: readonly PartNode[],
  tags: SectionTags,
  element: string,
): Result<SectionRange, Told> {
  const isElement = (name: string): boolean => name === element
  const first = enclosing(nodes, tags.open, isElement)
  const last = enclosing(nodes, tags.close, isElement)
  if (first === -1 || last === -1) {
    return fail(
      say('The section is to repeat <%{element}>, but one of its tags is in none.', { element }),
    )
  }
  const parent = nodes[first]?.parent
  if (parent !== nodes[last]?.parent) return fail(BROKEN)
  const from = first
  const to = endOf(nodes, last) + 1
  const shared = { from, to, markers: [], shape: SHAPES.get(element) ?? 'elements' } as const
  if (tags.otherwise === undefined)
    return ok({ ...shared, body: { from, to }, otherwise: undefined })
  const middle = enclosing(nodes, tags.otherwise, isElement)
  if (middle <= first || nodes[middle]?.parent !== parent) {
    return fail(
      'The tag {else} must be in a row of its own, or in the first row of what it begins.',
    )
  }
  return ok({ ...shared, body: { from, to: middle }, otherwise: { from: middle, to } })
}

const SHAPES: ReadonlyMap<string, SectionRange['shape']> = new Map([
  ['w:tr', 'rows'],
  ['a:tr', 'rows'],
  ['w:p', 'paragraphs'],
])

/** The range when each tag of the section is alone in its paragraph; undefined when one is not. */
function markedParagraphs(nodes: readonly PartNode[], tags: SectionTags): SectionRange | undefined {
  const { open, otherwise, close } = tags
  const marks = (otherwise === undefined ? [open, close] : [open, otherwise, close]).map((tag) =>
    loneParagraph(nodes, tag),
  )
  const [first, second, third] = marks
  const last = third ?? second
  if (
    first === undefined ||
    second === undefined ||
    last === undefined ||
    marks.includes(undefined)
  )
    return undefined
  const parents = new Set(marks.map((mark) => nodes[mark?.from ?? -1]?.parent))
  if (parents.size !== 1) return undefined
  const shared = {
    from: first.from,
    to: last.to,
    markers: marks.filter((mark) => mark !== undefined),
    shape: 'paragraphs' as const,
  }
  return {
    ...shared,
    body: { from: first.to, to: second.from },
    otherwise: third === undefined ? undefined : { from: second.to, to: third.from },
  }
}

/** The paragraph around a tag when nothing else in it is visible. */
export function loneParagraph(nodes: readonly PartNode[], tag: number): Span | undefined {
  const paragraph = enclosing(nodes, tag, (name) => name === 'w:p')
  if (paragraph === -1) return undefined
  const end = endOf(nodes, paragraph)
  for (let at = paragraph + 1; at < end; at++) {
    const node = nodes[at]
    if (node === undefined || at === tag) continue
    // A paragraph's tab stops are settings; a visible tab stands in a run.
    if (node.name === 'w:pPr') {
      at = endOf(nodes, at)
      continue
    }
    if (node.kind === 'tag' || (node.textKind !== undefined && node.raw.trim() !== ''))
      return undefined
    if (VISIBLE.has(node.name)) return undefined
  }
  return { from: paragraph, to: end + 1 }
}

const VISIBLE: ReadonlySet<string> = new Set([
  'w:drawing',
  'w:pict',
  'w:object',
  'w:sym',
  'w:tab',
  'w:footnoteReference',
  'w:endnoteReference',
  'm:oMath',
])

/** The start of the first direct child of this name, looking through wrappers that Word puts around rows and cells. */
export function* childrenThroughWrappers(
  nodes: readonly PartNode[],
  parent: number,
  name: string,
): Generator<number> {
  for (const child of childrenOf(nodes, parent)) {
    const childName = nodes[child]?.name ?? ''
    if (childName === name && nodes[child]?.kind !== 'close') yield child
    else if (WRAPPERS.has(childName)) yield* childrenThroughWrappers(nodes, child, name)
  }
}

const WRAPPERS: ReadonlySet<string> = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:customXml',
  'w:ins',
  'w:del',
  'w:moveTo',
  'w:moveFrom',
])
