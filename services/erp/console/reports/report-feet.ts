import { words } from '../words/reports.ts'
import { totalOf, type ReportAnswer } from './report-answer.ts'
import { textOf } from './report-catalog.ts'
import type { ReportRows, ReportTotal } from './report-declaration.ts'

/** A line at the end of the table: figures by column. */
export interface FootLine {
  readonly label: string
  readonly figures: Readonly<Record<string, unknown>>
}

/**
 * What rows come to, below their columns. Totals of different columns stand in one line, unless a column has several:
 * then those of one name do.
 */
export function footLines(
  { totals, columns }: ReportRows,
  answer: ReportAnswer,
): readonly FootLine[] {
  const below = totals.filter(({ column }) =>
    columns.some(({ name, hidden }) => name === column && !hidden),
  )
  if (below.length === 0) return []
  const isOneEach = new Set(below.map(({ column }) => column)).size === below.length
  if (isOneEach) return [{ label: words('total'), figures: figuresOf(below, answer) }]
  const labels = [...new Set(below.map(({ label }) => textOf(label)))]
  return labels.map((label) => ({
    label,
    figures: figuresOf(
      below.filter((total) => textOf(total.label) === label),
      answer,
    ),
  }))
}

/** Figures that belong to no column of the table. */
export function otherTotals({ totals, columns }: ReportRows): readonly ReportTotal[] {
  return totals.filter(
    (total) => !columns.some(({ name, hidden }) => name === total.column && !hidden),
  )
}

function figuresOf(
  totals: readonly ReportTotal[],
  answer: ReportAnswer,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(totals.map((total) => [total.column ?? '', totalOf(total, answer)]))
}
