import { say, type Told } from '../messages/say.ts'
import type { PartNode } from '../tags/part-nodes.ts'
import type { SectionTag, TagSource } from '../tags/tag-syntax.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'
import { sectionRange, type SectionRange, type Span } from './section-range.ts'

/** A section of a part: its tags, and which nodes it repeats. */
export type Section = {
  readonly tag: SectionTag
  readonly open: number
  readonly close: number
  /** Index of its `{else}`. */
  readonly otherwise: number | undefined
  readonly range: SectionRange
  readonly children: readonly Section[]
}

type OpenSection = {
  readonly tag: SectionTag
  readonly open: number
  otherwise: number | undefined
  readonly children: Section[]
}

// Sections nest as deep as the calls that render them.
const MAX_SECTION_DEPTH = 60

type Pairing = {
  readonly nodes: readonly PartNode[]
  readonly problems: TemplateProblem[]
  readonly stack: OpenSection[]
  isTooDeep: boolean
  readonly top: Section[]
}

/** Pairs the section tags of a part and finds what each section repeats. What cannot be paired is a problem. */
export function findSections(
  nodes: readonly PartNode[],
  problems: TemplateProblem[],
): readonly Section[] {
  const pairing: Pairing = { nodes, problems, stack: [], isTooDeep: false, top: [] }
  nodes.forEach((node, index) => {
    const { tag } = node
    if (tag === undefined) return
    if (tag.kind === 'open') openSection(pairing, tag, index)
    else if (tag.kind === 'close')
      closeSection(pairing, { name: tag.name, source: tag.source, index })
    else if (tag.kind === 'else') addElse(pairing, tag.source, index)
  })
  for (const { tag } of pairing.stack) report(problems, tag.source, 'The section is not closed.')
  // Deeper nesting would exhaust the stack of whatever walks the sections.
  return pairing.isTooDeep ? [] : pairing.top
}

function report(problems: TemplateProblem[], source: TagSource, message: Told): void {
  problems.push({ ...source, message })
}

function openSection(pairing: Pairing, tag: SectionTag, index: number): void {
  if (pairing.stack.length === MAX_SECTION_DEPTH && !pairing.isTooDeep) {
    pairing.isTooDeep = true
    report(
      pairing.problems,
      tag.source,
      say('Sections are nested deeper than %{max}.', { max: MAX_SECTION_DEPTH }),
    )
  }
  pairing.stack.push({ tag, open: index, otherwise: undefined, children: [] })
}

function addElse(pairing: Pairing, source: TagSource, index: number): void {
  const section = pairing.stack.at(-1)
  if (section === undefined)
    report(pairing.problems, source, 'There is no section around this tag.')
  else if (section.otherwise !== undefined)
    report(pairing.problems, source, 'The section has two of these tags.')
  else section.otherwise = index
}

type CloseTag = { readonly name: string; readonly source: TagSource; readonly index: number }

function closeSection(pairing: Pairing, close: CloseTag): void {
  const { stack, problems } = pairing
  const matching = stack.findLastIndex(
    ({ tag }) => close.name === '' || tag.names.includes(close.name),
  )
  if (matching === -1) {
    const inner = stack.at(-1)
    const message =
      inner === undefined
        ? 'The section that this tag closes was not opened.'
        : say('The tag does not close %{tag}, which is open here.', { tag: inner.tag.source.tag })
    report(problems, close.source, message)
    return
  }
  for (const { tag } of stack.splice(matching + 1))
    report(problems, tag.source, 'The section is not closed.')
  const section = stack.pop()
  if (section === undefined) return
  const { tag, open, otherwise, children } = section
  const range = sectionRange(pairing.nodes, {
    element: tag.element,
    open,
    otherwise,
    close: close.index,
  })
  if (!range.ok) {
    report(problems, tag.source, range.error)
    return
  }
  const paired: Section = { tag, open, close: close.index, otherwise, range: range.value, children }
  checkChildren(paired, problems)
  const siblings = stack.at(-1)?.children ?? pairing.top
  siblings.push(paired)
  checkSiblings(siblings, problems)
}

function checkChildren(section: Section, problems: TemplateProblem[]): void {
  for (const child of section.children) {
    const isInside = [section.range.body, section.range.otherwise].some(
      (span) => span !== undefined && contains(span, child.range),
    )
    if (!isInside) {
      report(
        problems,
        child.tag.source,
        say('The section reaches out of the section %{tag} around it.', {
          tag: section.tag.source.tag,
        }),
      )
    }
  }
}

function contains(outer: Span, inner: Span): boolean {
  return inner.from >= outer.from && inner.to <= outer.to
}

function checkSiblings(siblings: readonly Section[], problems: TemplateProblem[]): void {
  const last = siblings.at(-1)
  const previous = siblings.at(-2)
  if (last !== undefined && previous !== undefined && last.range.from < previous.range.to) {
    report(
      problems,
      last.tag.source,
      say('The section repeats the same row or paragraph as %{tag}.', {
        tag: previous.tag.source.tag,
      }),
    )
  }
}
