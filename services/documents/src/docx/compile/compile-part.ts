import { compileExpression, tolerant } from '../expression/expression-evaluate.ts'
import { restartOf } from '../expression/formatter-layout.ts'
import { enclosing, endOf, type PartNode } from '../tags/part-nodes.ts'
import { lexTags, type LexedPart } from '../tags/tag-lexer.ts'
import type { SectionTag, TagSyntax } from '../tags/tag-syntax.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'
import type { XmlDocument } from '../xml/xml-tokens.ts'
import { addCentredStart, centredParagraphs, compileImage } from './image-cell.ts'
import { innerOp } from './inner-ops.ts'
import { layoutMarks } from './layout-marks.ts'
import { addLayoutNode } from './layout-ops.ts'
import type { NamedStyles } from './named-styles.ts'
import { addOp, addText, createOpBuilder, finishOps, type OpBuilder } from './op-builder.ts'
import { indexPages, type TextArea } from './page-geometry.ts'
import type { PartContext } from './part-context.ts'
import type { Op, TextBreaks } from './program.ts'
import { addRepeatable } from './repeatable-nodes.ts'
import { richOp } from './rich-op.ts'
import { lastSectionBreak, sectionMarks } from './section-marks.ts'
import { loneParagraph, type Span } from './section-range.ts'
import { findSections, type Section } from './sections.ts'
import type { TableStyles } from './table-styles.ts'
import { vanishingPart } from './vanishing-rows.ts'

/** What widths depend on outside the part. */
export type DocumentLayout = {
  readonly styles: TableStyles
  /** The document's page set-up, for parts without their own. */
  readonly page: TextArea
  readonly named: NamedStyles
}

export type PartOps = {
  readonly ops: readonly Op[]
  readonly tagCount: number
  /** The relationships of links with tags in their address. */
  readonly linkIds: ReadonlySet<string>
  readonly hasMergeFields: boolean
}

/** Turns a part into the steps that write it. */
export function compilePart(
  document: XmlDocument,
  part: LexedPart,
  layout: DocumentLayout,
  problems: TemplateProblem[],
): PartOps {
  const { nodes, linkIds, hasMergeFields } = lexTags(document, part, problems)
  const tagCount = nodes.reduce(
    (count, node) => count + (node.kind === 'tag' ? 1 : (node.cuts?.length ?? 0)),
    0,
  )
  const sections = findSections(nodes, problems)
  const context: PartContext = {
    nodes,
    wordPrefix: document.wordPrefix,
    problems,
    styles: layout.styles,
    pages: indexPages(nodes, layout.page),
    centred: centredParagraphs(nodes),
    named: layout.named,
    replacedParagraphs: findReplacedParagraphs(nodes, problems),
    marks: layoutMarks(nodes, sections, problems),
    looseEnds: new Set(),
  }
  const builder = createOpBuilder()
  build(context, builder, { span: { from: 0, to: nodes.length }, sections, isRepeated: false })
  return { ops: finishOps(builder), tagCount, linkIds, hasMergeFields }
}

function findReplacedParagraphs(
  nodes: readonly PartNode[],
  problems: TemplateProblem[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  nodes.forEach(({ tag }, index) => {
    if (tag?.kind !== 'raw' && tag?.kind !== 'rich') return
    const paragraph = loneParagraph(nodes, index)
    if (paragraph !== undefined) found.set(paragraph.from, index)
    else
      problems.push({
        ...tag.source,
        message:
          tag.kind === 'raw'
            ? 'A raw XML tag must be alone in its paragraph, which it replaces.'
            : 'A rich text tag must be alone in its paragraph, which it replaces.',
      })
  })
  return found
}

type Stretch = {
  readonly span: Span
  /** The sections directly in the span, in order. */
  readonly sections: readonly Section[]
  /** True inside a section, where numbers that must be unique cannot be fixed. */
  readonly isRepeated: boolean
  /** The droppable element that the span is, when it is one. */
  readonly entered?: number
}

function build(context: PartContext, builder: OpBuilder, stretch: Stretch): void {
  const { span, sections } = stretch
  const pending = [...sections]
  let at = span.from
  while (at < span.to) {
    const section = pending[0]
    if (section !== undefined && section.range.from === at) {
      pending.shift()
      addSection(context, builder, section)
      at = section.range.to
      continue
    }
    const node = context.nodes[at]
    if (node === undefined) return
    if (node.kind === 'open' && context.marks.droppable.has(at) && at !== stretch.entered) {
      addDroppable(context, builder, { at, sections: pending, isRepeated: stretch.isRepeated })
      at = endOf(context.nodes, at) + 1
      continue
    }
    const table = node.kind === 'open' ? vanishingPart(context, at, pending) : undefined
    if (table !== undefined) {
      addTable(context, builder, {
        from: at,
        rows: table,
        isRepeated: stretch.isRepeated,
        sections: pending,
      })
      at = endOf(context.nodes, at) + 1
      continue
    }
    at = addNode(context, builder, { node, at, isRepeated: stretch.isRepeated })
  }
}

type Droppable = {
  readonly at: number
  readonly isRepeated: boolean
  /** The sections not placed yet; those inside are taken from it. */
  readonly sections: Section[]
}

function addDroppable(context: PartContext, builder: OpBuilder, droppable: Droppable): void {
  const { at, isRepeated, sections } = droppable
  const to = endOf(context.nodes, at) + 1
  const inside = sections.splice(0, sections.findLastIndex(({ range }) => range.to <= to) + 1)
  const body = createOpBuilder()
  build(context, body, { span: { from: at, to }, sections: inside, isRepeated, entered: at })
  const element = context.marks.droppable.get(at) ?? 'row'
  addOp(builder, { kind: 'drop', element, body: finishOps(body) })
  context.looseEnds.add(to)
}

type Placed = { readonly node: PartNode; readonly at: number; readonly isRepeated: boolean }

/** Adds one node and gives the index of the next one to add. */
function addNode(context: PartContext, builder: OpBuilder, placed: Placed): number {
  const { node, at } = placed
  const { nodes } = context
  if (node.tag !== undefined) {
    addTag(context, builder, node.tag, at)
    return at + 1
  }
  if (node.name === 'w:p' && node.kind === 'open') {
    if (context.replacedParagraphs.has(at)) return addReplaced(context, builder, at)
    if (context.centred.has(at)) return addCentredStart(context, builder, at)
  }
  const next = addLayoutNode(context, builder, at)
  if (next !== undefined) return next
  if (DROPPED.has(node.name) || isHollowRun(nodes, at)) return endOf(nodes, at) + 1
  if (node.kind === 'close' && BLOCK_CONTAINERS.has(node.name) && endsLoose(context, at)) {
    addOp(builder, { kind: 'ensure-paragraph', paragraph: `<${context.wordPrefix}p/>` })
  }
  addRepeatable(context, builder, placed)
  return at + 1
}

/** Adds the raw XML or the formatted text that takes the place of the paragraph at `at`. */
function addReplaced(context: PartContext, builder: OpBuilder, at: number): number {
  const next = endOf(context.nodes, at) + 1
  const tagAt = context.replacedParagraphs.get(at) ?? -1
  const tag = context.nodes[tagAt]?.tag
  if (tag?.kind === 'rich') addOp(builder, richOp(context, tag, tagAt))
  else if (tag?.kind === 'raw') {
    const { expression, source } = tag
    addOp(builder, { kind: 'raw', evaluate: compileExpression(expression), expression, source })
  }
  context.looseEnds.add(next)
  return next
}

// Word's own notes about a text, which will no longer fit after rendering.
const DROPPED: ReadonlySet<string> = new Set(['w:proofErr', 'w:lastRenderedPageBreak'])

const BLOCK_CONTAINERS: ReadonlySet<string> = new Set([
  'w:tc',
  'w:txbxContent',
  'w:hdr',
  'w:ftr',
  'w:footnote',
  'w:endnote',
  'w:comment',
  'w:sdtContent',
])

/** True when the last element before the end of a container may leave no paragraph there. */
function endsLoose(context: PartContext, close: number): boolean {
  let at = close
  while (context.nodes[at - 1]?.kind === 'text' && context.nodes[at - 1]?.raw.trim() === '') at--
  return context.looseEnds.has(at)
}

/** A run that held nothing but a piece of a tag. */
function isHollowRun(nodes: readonly PartNode[], run: number): boolean {
  if (nodes[run]?.name !== 'w:r' || nodes[run]?.kind !== 'open') return false
  let texts = 0
  for (let at = run + 1; at < endOf(nodes, run); at++) {
    const node = nodes[at]
    if (node?.name === 'w:rPr') at = endOf(nodes, at)
    else if (node?.name !== 'w:t') return false
    else texts++
  }
  return texts > 0
}

function addTag(context: PartContext, builder: OpBuilder, tag: TagSyntax, at: number): void {
  const textKind = context.nodes[at]?.textKind ?? 'plain'
  if (tag.kind === 'address' || (tag.kind === 'value' && textKind === 'instruction')) {
    addOp(builder, innerOp(tag, 'instruction'))
  } else if (tag.kind === 'value') {
    const { expression, source } = tag
    const breaks = textBreaks(context, at)
    addOp(builder, {
      kind: 'value',
      evaluate: compileExpression(expression),
      expression,
      source,
      textKind,
      breaks,
    })
  } else if (tag.kind === 'image') {
    compileImage(context, builder, tag, at)
  }
  // The ends of sections leave nothing; raw tags are handled with their paragraph.
}

function textBreaks(context: PartContext, at: number): TextBreaks {
  const { nodes, wordPrefix: w } = context
  const kind = nodes[at]?.textKind
  if (kind === 'word') {
    const again = `<${w}t xml:space="preserve">`
    return { line: `</${w}t><${w}br/>${again}`, tab: `</${w}t><${w}tab/>${again}` }
  }
  if (kind !== 'drawing') return { line: '\n', tab: '\t' }
  const run = enclosing(nodes, at, (name) => name === 'a:r')
  const a = nodes[run]?.raw.match(/^<([^\s>]*)r[\s>]/)?.[1] ?? 'a:'
  if (run === -1) return { line: ' ', tab: '\t' }
  const properties = nodes.slice(run + 1, at).findIndex((node) => node.name === 'a:rPr')
  const from = run + 1 + properties
  const rPr =
    properties === -1
      ? ''
      : nodes
          .slice(from, endOf(nodes, from) + 1)
          .map((node) => node.raw)
          .join('')
  return { line: `</${a}t></${a}r><${a}br/><${a}r>${rPr}<${a}t>`, tab: '\t' }
}

function addSection(context: PartContext, builder: OpBuilder, section: Section): void {
  const { tag, range } = section
  const { expression, source, isInverted } = tag
  const { body: bodySpan, otherwise: otherwiseSpan } = range
  const within = ({ from, to }: Span): readonly Section[] =>
    section.children.filter((child) => child.range.from >= from && child.range.to <= to)
  const body = createOpBuilder()
  const otherwise = createOpBuilder()
  const marks = sectionMarks(context, section)
  addText(body, marks.eachTime)
  addText(builder, marks.before)
  build(context, body, { span: bodySpan, sections: within(bodySpan), isRepeated: true })
  if (otherwiseSpan !== undefined) {
    build(context, otherwise, {
      span: otherwiseSpan,
      sections: within(otherwiseSpan),
      isRepeated: true,
    })
  }
  addText(otherwise, otherwiseSpan === undefined ? lastSectionBreak(context, section) : '')
  const evaluate = compileExpression(expression)
  addOp(builder, {
    kind: 'section',
    evaluate: isInverted ? tolerant(evaluate) : evaluate,
    expression,
    source,
    isInverted,
    repeatsRows: range.shape === 'rows',
    restartsLists: restartOf(expression),
    label: sectionLabel(tag),
    body: finishOps(body),
    otherwise: finishOps(otherwise),
  })
  addText(builder, marks.after)
  if (range.shape === 'paragraphs' || range.shape === 'elements') context.looseEnds.add(range.to)
}

function sectionLabel(tag: SectionTag): string {
  const { expression } = tag
  return expression.kind === 'path' ? expression.text : (tag.names.at(-1) ?? '')
}

type SectionTable = {
  readonly from: number
  readonly rows: Span
  readonly isRepeated: boolean
  /** The sections not placed yet; the table's are taken from it. */
  readonly sections: Section[]
}

function addTable(context: PartContext, builder: OpBuilder, table: SectionTable): void {
  const { from, rows, isRepeated } = table
  const end = endOf(context.nodes, from) + 1
  const inside = table.sections.splice(
    0,
    table.sections.findLastIndex(({ range }) => range.to <= end) + 1,
  )
  const ops = (span: Span, sections: readonly Section[]): readonly Op[] => {
    const part = createOpBuilder()
    // The table itself must not be examined again, so its start tag goes in as it is.
    const start = span.from === from ? from + 1 : span.from
    if (start !== span.from) addText(part, context.nodes[from]?.raw ?? '')
    build(context, part, { span: { from: start, to: span.to }, sections, isRepeated })
    return finishOps(part)
  }
  addOp(builder, {
    kind: 'table',
    head: ops({ from, to: rows.from }, []),
    rows: ops(rows, inside),
    tail: ops({ from: rows.to, to: end }, []),
  })
  context.looseEnds.add(end)
}
