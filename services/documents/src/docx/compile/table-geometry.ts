import { localAttribute } from '@oficina/xml/attribute.ts'

import { childrenOf, enclosing, endOf, type PartNode } from '../tags/part-nodes.ts'
import type { PageIndex } from './page-geometry.ts'
import { childrenThroughWrappers } from './section-range.ts'
import { tableStyleMargins, type CellMargins, type TableStyles } from './table-styles.ts'

/** What a table's geometry depends on besides the table: lengths in twentieths of a point. */
export type Surroundings = {
  readonly nodes: readonly PartNode[]
  readonly styles: TableStyles
  readonly pages: PageIndex
}

/** Index of the only cell of a table of one row and one cell around a node; undefined when there is none. */
export function singleCellAround(
  nodes: readonly PartNode[],
  at: number,
): { cell: number; table: number } | undefined {
  const cell = enclosing(nodes, at, (name) => name === 'w:tc')
  const table = cell === -1 ? -1 : enclosing(nodes, cell, (name) => name === 'w:tbl')
  if (table === -1) return undefined
  const row = onlyChild(nodes, table, 'w:tr')
  return row !== undefined && onlyChild(nodes, row, 'w:tc') !== undefined
    ? { cell, table }
    : undefined
}

/** The only child of this name, looking through wrappers; undefined when there is none, or more than one. */
function onlyChild(nodes: readonly PartNode[], parent: number, name: string): number | undefined {
  let only: number | undefined
  for (const child of childrenThroughWrappers(nodes, parent, name)) {
    if (only !== undefined) return undefined
    only = child
  }
  return only
}

// Tables nested in cells: deeper than anyone draws.
const MAX_NESTED_TABLES = 20

/** The width that a cell leaves for its content, in twentieths of a point. */
export function cellContentWidth(
  around: Surroundings,
  cell: number,
  table: number,
  depth = 0,
): number {
  const width = cellWidth(around, cell, table, depth)
  const margins = cellMargins(around, cell, table)
  const content = width - margins.left - margins.right
  // Margins wider than their cell: Word shows the content nevertheless.
  return content > 0 ? content : Math.max(1, width)
}

/** The first of the places where Word looks for a cell's width. */
function cellWidth(around: Surroundings, cell: number, table: number, depth: number): number {
  const { nodes } = around
  const properties = child(nodes, cell, 'w:tcPr')
  const width = readWidth(nodes, properties, 'w:tcW')
  if (width?.unit === 'dxa') return width.value
  if (width?.unit === 'fraction') return width.value * tableWidth(around, table, depth)
  return gridWidth(nodes, table, gridSpan(nodes, properties)) ?? tableWidth(around, table, depth)
}

function tableWidth(around: Surroundings, table: number, depth: number): number {
  const { nodes } = around
  const width = readWidth(nodes, child(nodes, table, 'w:tblPr'), 'w:tblW')
  if (width?.unit === 'dxa') return width.value
  if (width?.unit === 'fraction') return width.value * containerWidth(around, table, depth)
  return gridWidth(nodes, table, Number.POSITIVE_INFINITY) ?? containerWidth(around, table, depth)
}

/** The width around a table: of the cell that it is nested in, else of the text on the page. */
function containerWidth(around: Surroundings, table: number, depth: number): number {
  const { nodes, pages } = around
  const cell = enclosing(nodes, table, (name) => name === 'w:tc')
  const outer = cell === -1 ? -1 : enclosing(nodes, cell, (name) => name === 'w:tbl')
  if (outer !== -1 && depth < MAX_NESTED_TABLES)
    return cellContentWidth(around, cell, outer, depth + 1)
  return pages(table).width
}

type Width = { readonly unit: 'dxa' | 'fraction'; readonly value: number }

/** A width that means something: `auto`, `nil` and 0 do not. */
function readWidth(
  nodes: readonly PartNode[],
  properties: number,
  name: string,
): Width | undefined {
  const element = properties === -1 ? -1 : child(nodes, properties, name)
  const raw = nodes[element]?.raw
  if (raw === undefined) return undefined
  const written = wordAttribute(raw, 'w') ?? ''
  const type = wordAttribute(raw, 'type') ?? 'dxa'
  const value = Number.parseFloat(written)
  if (!(value > 0)) return undefined
  if (written.endsWith('%')) return { unit: 'fraction', value: value / 100 }
  if (type === 'pct') return { unit: 'fraction', value: value / 5000 }
  return type === 'dxa' ? { unit: 'dxa', value } : undefined
}

function gridSpan(nodes: readonly PartNode[], properties: number): number {
  const span = properties === -1 ? -1 : child(nodes, properties, 'w:gridSpan')
  return Number(wordAttribute(nodes[span]?.raw ?? '', 'val') ?? '1') || 1
}

/** The sum of the first columns of a table's grid; undefined when it has none. */
function gridWidth(nodes: readonly PartNode[], table: number, columns: number): number | undefined {
  const grid = child(nodes, table, 'w:tblGrid')
  if (grid === -1) return undefined
  let width = 0
  let count = 0
  for (const column of childrenOf(nodes, grid)) {
    const node = nodes[column]
    if (node?.name !== 'w:gridCol') continue
    if (count++ >= Math.min(columns, MAX_CHILDREN)) break
    width += Number(wordAttribute(node.raw, 'w') ?? '0') || 0
  }
  return width > 0 ? width : undefined
}

// What Word uses when neither cell, table nor style says.
const DEFAULT_MARGIN_DXA = 108

function cellMargins(
  around: Surroundings,
  cell: number,
  table: number,
): { left: number; right: number } {
  const { nodes, styles } = around
  const own = readMargins(nodes, child(nodes, cell, 'w:tcPr'), 'w:tcMar')
  const tableProperties = child(nodes, table, 'w:tblPr')
  const ofTable = readMargins(nodes, tableProperties, 'w:tblCellMar')
  const style = tableProperties === -1 ? -1 : child(nodes, tableProperties, 'w:tblStyle')
  const ofStyle = tableStyleMargins(styles, wordAttribute(nodes[style]?.raw ?? '', 'val'))
  return {
    left: own.left ?? ofTable.left ?? ofStyle.left ?? DEFAULT_MARGIN_DXA,
    right: own.right ?? ofTable.right ?? ofStyle.right ?? DEFAULT_MARGIN_DXA,
  }
}

function readMargins(nodes: readonly PartNode[], properties: number, name: string): CellMargins {
  const element = properties === -1 ? -1 : child(nodes, properties, name)
  const side = (names: readonly string[]): number | undefined => {
    for (const at of element === -1 ? [] : childrenOf(nodes, element)) {
      const node = nodes[at]
      if (node === undefined || !names.includes(node.name)) continue
      const value = Number(wordAttribute(node.raw, 'w'))
      if (value >= 0) return value
    }
    return undefined
  }
  return { left: side(['w:left', 'w:start']), right: side(['w:right', 'w:end']) }
}

// An element's properties come first and are few. Looking further would only help a hostile file.
const MAX_CHILDREN = 80

function child(nodes: readonly PartNode[], parent: number, name: string): number {
  if (parent === -1 || endOf(nodes, parent) === parent) return -1
  let count = 0
  for (const at of childrenOf(nodes, parent)) {
    if (nodes[at]?.name === name) return at
    if (++count > MAX_CHILDREN) return -1
  }
  return -1
}

/** An attribute of WordprocessingML, whatever prefix the part uses for it. */
function wordAttribute(startTag: string, name: string): string | undefined {
  return localAttribute(startTag, name)
}
