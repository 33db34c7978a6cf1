import { compileExpression } from '../expression/expression-evaluate.ts'
import { childrenOf, enclosing, endOf, type PartNode } from '../tags/part-nodes.ts'
import type { TagSyntax } from '../tags/tag-syntax.ts'
import { addOp, addText, type OpBuilder } from './op-builder.ts'
import type { PartContext } from './part-context.ts'
import { cellContentWidth, singleCellAround } from './table-geometry.ts'

type ImageTag = Extract<TagSyntax, { kind: 'image' }>

// A twentieth of a point in English Metric Units, which drawings are measured in.
export const EMU_PER_DXA = 635

/**
 * Adds the step that draws an image as wide as its cell allows. A tag outside a table of one row and one cell is a
 * problem, found now so that the upload can report it.
 * @source docs/contract/documents.md, "Template": "must sit in a table cell of 1x1"
 */
export function compileImage(
  context: PartContext,
  builder: OpBuilder,
  tag: ImageTag,
  at: number,
): void {
  const { nodes, styles, pages, wordPrefix } = context
  const place = nodes[at]?.textKind === 'word' ? singleCellAround(nodes, at) : undefined
  if (place === undefined) {
    context.problems.push({
      ...tag.source,
      message: 'An image tag must be in a table of one row and one cell.',
    })
    return
  }
  const widthDxa = cellContentWidth({ nodes, styles, pages }, place.cell, place.table)
  const heightDxa = pages(at).height
  const { expression, source, code } = tag
  const picture = {
    evaluate: compileExpression(expression),
    expression,
    source,
    widthEmu: Math.round(widthDxa * EMU_PER_DXA),
    maxHeightEmu: Math.round(heightDxa * EMU_PER_DXA),
    wordPrefix,
  }
  addOp(
    builder,
    code === undefined ? { kind: 'image', ...picture } : { kind: 'code', ...picture, style: code },
  )
}

/** The paragraphs that hold a centred image tag, by index. */
export function centredParagraphs(nodes: readonly PartNode[]): ReadonlySet<number> {
  const found = new Set<number>()
  nodes.forEach(({ tag }, at) => {
    if (tag?.kind === 'image' && tag.isCentered)
      found.add(enclosing(nodes, at, (name) => name === 'w:p'))
  })
  return found
}

// What comes after `w:jc` in a paragraph's properties, whose order the schema fixes.
const AFTER_JUSTIFICATION: ReadonlySet<string> = new Set([
  'w:textDirection',
  'w:textAlignment',
  'w:textboxTightWrap',
  'w:outlineLvl',
  'w:divId',
  'w:cnfStyle',
  'w:rPr',
  'w:sectPr',
  'w:pPrChange',
])

/** Adds the beginning of a paragraph made to be centred, and gives the index of what follows it. */
export function addCentredStart(
  context: PartContext,
  builder: OpBuilder,
  paragraph: number,
): number {
  const { nodes, wordPrefix: w } = context
  const justification = `<${w}jc ${w}val="center"/>`
  addText(builder, nodes[paragraph]?.raw ?? '')
  const properties = paragraph + 1
  const node = nodes[properties]
  if (node?.name !== 'w:pPr' || node.kind === 'empty') {
    addText(builder, `<${w}pPr>${justification}</${w}pPr>`)
    return node?.name === 'w:pPr' ? properties + 1 : properties
  }
  const children = [...childrenOf(nodes, properties)].filter(
    (child) => nodes[child]?.name !== 'w:jc',
  )
  const text = children.map((child) =>
    nodes
      .slice(child, endOf(nodes, child) + 1)
      .map(({ raw }) => raw)
      .join(''),
  )
  const before = children.findIndex((child) => AFTER_JUSTIFICATION.has(nodes[child]?.name ?? ''))
  text.splice(before === -1 ? text.length : before, 0, justification)
  addText(builder, node.raw + text.join('') + `</${w}pPr>`)
  return endOf(nodes, properties) + 1
}
