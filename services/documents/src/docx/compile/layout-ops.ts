import { localAttribute } from '@oficina/xml/attribute.ts'

import { compileExpression, tolerant } from '../expression/expression-evaluate.ts'
import { childrenOf, endOf, type PartNode } from '../tags/part-nodes.ts'
import { addOp, addText, type OpBuilder } from './op-builder.ts'
import type { PartContext } from './part-context.ts'
import { statedWidth } from './repeated-columns.ts'

/**
 * Adds a node whose text depends on the layout around it, and gives the index of the next one to add; undefined for any
 * other node.
 */
export function addLayoutNode(
  context: PartContext,
  builder: OpBuilder,
  at: number,
): number | undefined {
  const { marks, nodes } = context
  const node = nodes[at]
  if (node === undefined) return undefined
  if (marks.merging.has(at)) return addMergingCell(context, builder, at)
  if (marks.columns.grids.has(at)) return addGrid(context, builder, at)
  if (marks.leading.has(at)) {
    const { raw } = node
    addOp(builder, { kind: 'leading', first: raw, others: raw.replace(/restart/, 'continue') })
    return at + 1
  }
  if (marks.restarted.has(at)) return addListNumber(builder, node, at)
  const width = marks.columns.widths.has(at) ? statedWidth(node.raw) : undefined
  if (width === undefined) return undefined
  const [before = '', after = ''] = aroundNumber(node.raw, 'w')
  addText(builder, before)
  addOp(builder, { kind: 'share', width })
  addText(builder, after)
  return at + 1
}

function addListNumber(builder: OpBuilder, node: PartNode, at: number): number {
  const original = localAttribute(node.raw, 'val') ?? '0'
  const [before = '', after = ''] = aroundNumber(node.raw, 'val')
  addText(builder, before)
  addOp(builder, { kind: 'unique', space: 'list', original })
  addText(builder, after)
  return at + 1
}

/** A start tag before and after the value of an attribute. */
function aroundNumber(raw: string, name: string): readonly string[] {
  const found = new RegExp(`[\\s:]${name}\\s*=\\s*["'][^"']*(?=["'])`).exec(raw)
  if (found === null) return [raw, '']
  const quote = found[0].search(/["']/) + 1
  return [raw.slice(0, found.index + quote), raw.slice(found.index + found[0].length)]
}

function addGrid(context: PartContext, builder: OpBuilder, at: number): number {
  const { nodes, marks, wordPrefix } = context
  const grid = marks.columns.grids.get(at)
  if (grid === undefined) return at + 1
  const { tag, columns } = grid
  const widths = columns.map((column) => Number(localAttribute(nodes[column]?.raw ?? '', 'w')) || 0)
  const evaluate = tolerant(compileExpression(tag.expression))
  addOp(builder, { kind: 'grid', evaluate, source: tag.source, widths, wordPrefix })
  return endOf(nodes, columns.at(-1) ?? at) + 1
}

// What comes before `w:vMerge` in a cell's properties, whose order the schema fixes.
const BEFORE_MERGE: ReadonlySet<string> = new Set(['w:cnfStyle', 'w:tcW', 'w:gridSpan', 'w:hMerge'])

function addMergingCell(context: PartContext, builder: OpBuilder, cell: number): number {
  const { nodes, marks, wordPrefix: w } = context
  const tag = marks.merging.get(cell)
  if (tag === undefined) return cell + 1
  const properties = cell + 1
  const hasProperties = nodes[properties]?.name === 'w:tcPr'
  const isFull = hasProperties && nodes[properties]?.kind === 'open'
  const children = isFull ? [...childrenOf(nodes, properties)] : []
  const own = children.filter((child) => nodes[child]?.name !== 'w:vMerge')
  const text = (isBefore: boolean) =>
    own
      .filter((child) => BEFORE_MERGE.has(nodes[child]?.name ?? '') === isBefore)
      .map((child) => rawOf(nodes, child))
      .join('')
  addText(builder, `${nodes[cell]?.raw ?? ''}<${w}tcPr>${text(true)}`)
  addOp(builder, {
    kind: 'merge',
    evaluate: tolerant(compileExpression(tag.expression)),
    source: tag.source,
    begins: `<${w}vMerge ${w}val="restart"/>`,
    goesOn: `<${w}vMerge/>`,
  })
  addText(builder, `${text(false)}</${w}tcPr>`)
  return hasProperties ? endOf(nodes, properties) + 1 : properties
}

function rawOf(nodes: readonly PartNode[], at: number): string {
  return nodes
    .slice(at, endOf(nodes, at) + 1)
    .map(({ raw }) => raw)
    .join('')
}
