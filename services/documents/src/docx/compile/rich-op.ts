import { compileExpression } from '../expression/expression-evaluate.ts'
import { childrenOf, enclosing, endOf, type PartNode } from '../tags/part-nodes.ts'
import type { TagSyntax } from '../tags/tag-syntax.ts'
import { EMU_PER_DXA } from './image-cell.ts'
import type { PartContext } from './part-context.ts'
import type { Properties, RichOp } from './program.ts'
import { cellContentWidth } from './table-geometry.ts'

type RichTag = Extract<TagSyntax, { kind: 'rich' }>

/** The step that writes formatted text in place of the paragraph that its tag is alone in. */
export function richOp(context: PartContext, tag: RichTag, at: number): RichOp {
  const { nodes, wordPrefix, named } = context
  const paragraph = enclosing(nodes, at, (name) => name === 'w:p')
  const run = enclosing(nodes, at, (name) => name === 'w:r')
  const properties = propertiesOf(nodes, paragraph, 'w:pPr')
  const { width, height } = room(context, at)
  const { expression, source } = tag
  return {
    kind: 'rich',
    evaluate: compileExpression(expression),
    expression,
    source,
    widthEmu: Math.round(width * EMU_PER_DXA),
    maxHeightEmu: Math.round(height * EMU_PER_DXA),
    wordPrefix,
    styles: named,
    paragraph: without(properties, ['w:rPr', 'w:sectPr', 'w:pPrChange']),
    run: without(propertiesOf(nodes, run, 'w:rPr'), ['w:rPrChange', 'w:ins', 'w:del']),
    sectionBreak: properties.get('w:sectPr') ?? '',
  }
}

/** The space for text around a node in twentieths of a point: of its cell, else of the page. */
function room(
  { nodes, styles, pages }: PartContext,
  at: number,
): { readonly width: number; readonly height: number } {
  const { width, height } = pages(at)
  const cell = enclosing(nodes, at, (name) => name === 'w:tc')
  const table = cell === -1 ? -1 : enclosing(nodes, cell, (name) => name === 'w:tbl')
  return table === -1
    ? { width, height }
    : { width: cellContentWidth({ nodes, styles, pages }, cell, table), height }
}

/** The properties of a paragraph or run by the names of their elements. */
function propertiesOf(nodes: readonly PartNode[], owner: number, name: string): Properties {
  const properties = owner + 1
  if (owner === -1 || nodes[properties]?.name !== name) return new Map()
  const found = new Map<string, string>()
  for (const child of childrenOf(nodes, properties)) {
    const raw = nodes.slice(child, endOf(nodes, child) + 1).map((node) => node.raw)
    const childName = nodes[child]?.name ?? ''
    if (childName !== '') found.set(childName, raw.join(''))
  }
  return found
}

function without(properties: Properties, names: readonly string[]): Properties {
  return new Map([...properties].filter(([name]) => !names.includes(name)))
}
