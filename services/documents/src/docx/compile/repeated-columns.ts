import { localAttribute } from '@oficina/xml/attribute.ts'

import { childrenOf, enclosing, type PartNode } from '../tags/part-nodes.ts'
import type { SectionTag } from '../tags/tag-syntax.ts'
import { cellProperty, rowCells } from './row-cells.ts'
import type { Section } from './sections.ts'

/** Columns that sections repeat, cell by cell. */
export type RepeatedColumns = {
  /** By the first of a table's grid columns that is repeated: how many, and by what. */
  readonly grids: ReadonlyMap<number, GridColumns>
  /** The widths of repeated cells. */
  readonly widths: ReadonlySet<number>
}

type GridColumns = { readonly tag: SectionTag; readonly columns: readonly number[] }

/** What `{-w:tc list}` repeats: the grid follows the first one of a table that no other section repeats. */
export function repeatedColumns(
  nodes: readonly PartNode[],
  sections: readonly Section[],
): RepeatedColumns {
  const grids = new Map<number, GridColumns>()
  const tables = new Set<number>()
  const widths = new Set<number>()
  const visit = (section: Section, ancestors: readonly Section[]): void => {
    if (section.tag.element === 'w:tc') {
      for (const { width } of coveredCells(nodes, section))
        if (width !== undefined) widths.add(width)
      const table = enclosing(nodes, section.range.from, (name) => name === 'w:tbl')
      const isRepeated = ancestors.some(({ range }) => range.from > table)
      const grid = isRepeated || tables.has(table) ? undefined : gridColumns(nodes, table, section)
      const [first] = grid?.columns ?? []
      if (grid !== undefined && first !== undefined) {
        tables.add(table)
        grids.set(first, grid)
      }
    }
    for (const child of section.children) visit(child, [...ancestors, section])
  }
  for (const section of sections) visit(section, [])
  return { grids, widths }
}

function coveredCells(nodes: readonly PartNode[], { range }: Section) {
  const row = enclosing(nodes, range.from, (name) => name === 'w:tr')
  return rowCells(nodes, row)
    .filter(({ cell }) => cell >= range.from && cell < range.to)
    .map((placed) => ({ ...placed, width: cellProperty(nodes, placed.cell, 'w:tcW') }))
}

function gridColumns(
  nodes: readonly PartNode[],
  table: number,
  section: Section,
): GridColumns | undefined {
  const grid = gridOf(nodes, table)
  const cells = coveredCells(nodes, section)
  const from = cells[0]?.column ?? 0
  const to = cells.reduce((end, { column, span }) => Math.max(end, column + span), from)
  if (grid === undefined) return undefined
  const columns = [...childrenOf(nodes, grid)].filter((at) => nodes[at]?.name === 'w:gridCol')
  return { tag: section.tag, columns: columns.slice(from, to) }
}

/** It stands before the rows. */
function gridOf(nodes: readonly PartNode[], table: number): number | undefined {
  for (const at of childrenOf(nodes, table)) {
    if (nodes[at]?.name === 'w:tblGrid') return at
    if (nodes[at]?.name === 'w:tr') return undefined
  }
  return undefined
}

/** The width that an element states, in twentieths of a point; undefined when it states none. */
export function statedWidth(raw: string): number | undefined {
  const type = localAttribute(raw, 'type') ?? 'dxa'
  const width = Number(localAttribute(raw, 'w'))
  return type === 'dxa' && width > 0 ? width : undefined
}
