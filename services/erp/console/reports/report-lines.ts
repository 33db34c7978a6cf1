import { addDecimals } from './decimals.ts'
import type { ReportRows } from './report-declaration.ts'
import type { Row } from './report-links.ts'

/** A line of the table: the head of a group, or a row. */
export type Line = GroupLine | RowLine

export interface GroupLine {
  readonly kind: 'group'
  readonly key: string
  readonly value: unknown
  readonly count: number
  readonly isOpen: boolean
  /** Of a tree: what its topmost rows come to, by column. */
  readonly sums: Readonly<Record<string, string>>
}

export interface RowLine {
  readonly kind: 'row'
  readonly key: string
  readonly row: Row
  /** Counted from 1; 1 everywhere but in a tree. */
  readonly level: number
  /** Undefined: it has none below it. */
  readonly isOpen: boolean | undefined
}

/** The lines to show: rows below their groups and their parents, without what is closed. */
export function linesOf(
  rows: readonly Row[],
  shape: ReportRows,
  closed: ReadonlySet<string>,
): readonly Line[] {
  const [group] = shape.groups
  if (group === undefined) return rowLines(rows, shape, { closed, prefix: '' })
  return groupsOf(rows, group).flatMap(({ value, members }) => {
    const key = `${group}=${String(value)}`
    const isOpen = !closed.has(key)
    const count = members.length
    const head: GroupLine = {
      kind: 'group',
      key,
      value,
      count,
      isOpen,
      sums: sumsOf(members, shape),
    }
    return isOpen ? [head, ...rowLines(members, shape, { closed, prefix: `${key} ` })] : [head]
  })
}

/** Keys of the rows to close so that a tree shows its levels down to one. */
export function closedBelow(
  rows: readonly Row[],
  shape: ReportRows,
  level: number,
): ReadonlySet<string> {
  const keys = linesOf(rows, shape, new Set()).flatMap((line) =>
    line.kind === 'row' && line.isOpen !== undefined && line.level >= level ? [line.key] : [],
  )
  return new Set(keys)
}

/** How many levels a tree has; 1 where there is none. */
export function depthOf(rows: readonly Row[], shape: ReportRows): number {
  return Math.max(1, ...levelsOf(rows, shape))
}

function rowLines(
  rows: readonly Row[],
  shape: ReportRows,
  { closed, prefix }: { readonly closed: ReadonlySet<string>; readonly prefix: string },
): readonly RowLine[] {
  const levels = levelsOf(rows, shape)
  const lines: RowLine[] = []
  // Rows deeper than this are below one that is closed.
  let hiddenBelow = Number.POSITIVE_INFINITY
  for (const [index, row] of rows.entries()) {
    const level = levels[index] ?? 1
    if (level > hiddenBelow) continue
    hiddenBelow = Number.POSITIVE_INFINITY
    const key = `${prefix}${String(shape.tree === null ? index : row[shape.tree.key])}`
    const hasChildren = (levels[index + 1] ?? 0) > level
    const isOpen = hasChildren ? !closed.has(key) : undefined
    if (isOpen === false) hiddenBelow = level
    lines.push({ kind: 'row', key, row, level, isOpen })
  }
  return lines
}

/** The level of each row: below its parent, where rows name theirs, else as it says itself. */
function levelsOf(rows: readonly Row[], { tree }: ReportRows): readonly number[] {
  if (tree === null) return rows.map(() => 1)
  const { key, parent, level } = tree
  if (parent === null) return rows.map((row) => Math.max(1, Number(row[level]) || 1))
  const known = new Map<unknown, number>()
  return rows.map((row) => {
    const own = (known.get(row[parent]) ?? 0) + 1
    known.set(row[key], own)
    return own
  })
}

function groupsOf(
  rows: readonly Row[],
  name: string,
): readonly { readonly value: unknown; readonly members: readonly Row[] }[] {
  const groups: { value: unknown; members: Row[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last !== undefined && last.value === row[name]) last.members.push(row)
    else groups.push({ value: row[name], members: [row] })
  }
  return groups
}

/** Rows of a tree add up those below them, so the topmost ones are all; of other rows nobody said that they add up. */
function sumsOf(rows: readonly Row[], shape: ReportRows): Readonly<Record<string, string>> {
  if (shape.tree === null) return {}
  const levels = levelsOf(rows, shape)
  const top = Math.min(...levels)
  const topmost = rows.filter((_row, index) => levels[index] === top)
  const amounts = shape.columns.filter(({ type }) => type === 'money' || type === 'quantity')
  return Object.fromEntries(
    amounts.map(({ name }) => [name, addDecimals(topmost.map((row) => row[name]))]),
  )
}
