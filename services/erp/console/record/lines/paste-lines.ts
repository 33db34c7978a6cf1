import { parseTable } from '@oficina/web/clipboard-table.ts'
import { language } from '@oficina/web/language.ts'

import { companyDay } from '../../metadata/company-day.ts'
import type { Column } from '../../metadata/model-metadata.ts'
import type { FoundReference } from '../../values/meant-reference.ts'
import { words } from '../../words/lines.ts'
import { changeAt, isTyped } from '../form/form-state.ts'
import type { FieldProblem } from '../form/record-problems.ts'
import { edited, type RecordNode } from '../record-node.ts'
import { addLines, emptyLine, linesAt, type LinesPlace } from './line-edits.ts'
import { lookUpTexts } from './look-up-texts.ts'
import { mapColumns, pastedValue } from './paste-table.ts'

// A document takes 5,000 lines at most.
const MAX_PASTED = 5000

export interface PasteAt {
  /** The line and the column where the cursor stands. */
  readonly key: string | undefined
  readonly field: string
  readonly shown: readonly Column[]
  readonly all: readonly Column[]
}

/**
 * A table from a spreadsheet into the lines: over those from the cursor on, new ones behind the last. References are looked
 * up by their keys or words; what none fits is told at its cell.
 * @returns how many lines were written
 */
export async function pasteLines(place: LinesPlace, at: PasteAt, text: string): Promise<number> {
  const table = parseTable(text).slice(0, MAX_PASTED + 1)
  const typed = at.all.filter((column) => isTyped(place.state, place.line.shape, column))
  const { columns, hasHeader } = mapColumns(table, typed, { shown: at.shown, from: at.field })
  const rows = hasHeader ? table.slice(1) : table
  const references = await lookUpAll(columns, rows)
  const keys = linesFor(place, at.key, rows.length)
  const problems: FieldProblem[] = []
  for (const [index, row] of rows.entries()) {
    const key = keys[index]
    if (key === undefined) continue
    const path = [...place.path, [place.line.name, key] as const]
    changeAt(place.state, path, (node) =>
      pastedRow(node, { columns, row, references, place }, (field, message) => {
        problems.push({ path, field, message })
      }),
    )
  }
  const { problems: told } = place.state
  told.value = { ...told.peek(), fields: [...told.peek().fields, ...problems] }
  return rows.length
}

interface PastedRow {
  readonly columns: readonly (Column | undefined)[]
  readonly row: readonly string[]
  readonly references: ReadonlyMap<string, ReadonlyMap<string, FoundReference>>
  readonly place: LinesPlace
}

function pastedRow(
  node: RecordNode,
  { columns, row, references, place }: PastedRow,
  refuse: (field: string, message: string) => void,
): RecordNode {
  const days = {
    today: companyDay(new Date()),
    order: language.peek() === 'en' ? ('month-first' as const) : ('day-first' as const),
  }
  let changed = node
  for (const [index, cell] of row.entries()) {
    const column = columns[index]
    if (column === undefined || !isTyped(place.state, place.line.shape, column)) continue
    if (column.references === null) {
      changed = edited(changed, { [column.name]: pastedValue(column, cell, days) })
      continue
    }
    const text = cell.trim()
    const found = references.get(column.references)?.get(text)
    if (found === undefined && text !== '') {
      refuse(column.name, words('notFound', { text, label: column.label }))
      continue
    }
    changed = edited(changed, {
      [column.name]: found?.id ?? null,
      [`${column.name}_str`]: found?.text ?? null,
    })
  }
  return changed
}

async function lookUpAll(
  columns: readonly (Column | undefined)[],
  rows: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, FoundReference>>> {
  const wanted = new Map<string, string[]>()
  for (const [index, column] of columns.entries()) {
    if (column === undefined || column.references === null) continue
    const texts = rows.map((row) => row[index] ?? '')
    wanted.set(column.references, [...(wanted.get(column.references) ?? []), ...texts])
  }
  return new Map(
    await Promise.all(
      [...wanted].map(async ([model, texts]) => [model, await lookUpTexts(model, texts)] as const),
    ),
  )
}

/** The lines from a key on, as many as wanted; those that are missing are added. */
function linesFor(place: LinesPlace, key: string | undefined, count: number): readonly string[] {
  const lines = linesAt(place)
  const from = lines.findIndex((line) => line.key === key)
  const present = from < 0 ? [] : lines.slice(from, from + count)
  const added = Array.from({ length: count - present.length }, () => emptyLine(place))
  addLines(place, added)
  return [...present, ...added].map((line) => line.key)
}
