import { askReport, rowCount, ROWS_A_PAGE } from './report-answer.ts'
import { textOf } from './report-catalog.ts'
import type { Report } from './report-declaration.ts'
import type { Row } from './report-links.ts'
import type { Asked } from './report-parameters.ts'
import { fileText, isNumber } from './report-values.ts'

/** How far an export is. */
export interface ExportProgress {
  readonly done: number
  readonly total: number
}

// What a browser holds in memory without trouble; no report of one company is longer.
const MAX_ROWS = 200_000

/** All rows of a report as CSV that spreadsheets open: UTF-8 with its mark, commas, CR LF. */
export async function exportReport(
  report: Report,
  asked: Asked,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (progress: ExportProgress) => void },
): Promise<Blob> {
  const parts = [`\uFEFF${headerOf(report)}`]
  for (let page = 1, done = 0; done < MAX_ROWS; page += 1) {
    const answer = await askReport(report, { asked, page }, signal)
    parts.push(...answer.rows.map((row) => lineOf(report, row)))
    done += answer.rows.length
    onProgress({ done, total: Math.min(rowCount(answer), MAX_ROWS) })
    if (!report.paged || answer.rows.length < ROWS_A_PAGE) break
  }
  return new Blob([`${parts.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}

/** Such as `balanza-2026-01-01-2026-01-31.csv`. */
export function exportName(report: Report, asked: Asked): string {
  const days = Object.values(asked).filter((value) => /^\d{4}-\d{2}-\d{2}$/.test(value))
  const label = textOf(report.label)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return `${[label, ...days].join('-')}.csv`
}

function headerOf(report: Report): string {
  return shownColumns(report)
    .map(({ label }) => quoted(textOf(label)))
    .join(',')
}

function lineOf(report: Report, row: Row): string {
  return shownColumns(report)
    .map((column) => {
      const text = fileText(column, row)
      return quoted(isNumber(column.type) ? text : guarded(text))
    })
    .join(',')
}

/** The columns that are worth one of their own. */
function shownColumns({ rows }: Report) {
  return (rows?.columns ?? []).filter(({ hidden }) => !hidden)
}

/** A spreadsheet would run a text that begins like a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
