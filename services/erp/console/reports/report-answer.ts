import { api } from '../session/api.ts'
import type { Report, ReportTotal } from './report-declaration.ts'
import type { Row } from './report-links.ts'
import { requestOf, type Asked } from './report-parameters.ts'

/** What a report answered. */
export interface ReportAnswer {
  readonly rows: readonly Row[]
  readonly meta: Readonly<Record<string, unknown>>
  /** What it was asked for, and which page, counted from 1. */
  readonly asked: Asked
  readonly page: number
}

/** The most rows that the service gives a page. */
export const ROWS_A_PAGE = 100

/** Asks for a report, of one that comes in pages for one of them. */
export async function askReport(
  report: Report,
  { asked, page }: { readonly asked: Asked; readonly page: number },
  signal: AbortSignal,
): Promise<ReportAnswer> {
  const path = requestOf(report, asked, { number: page, size: ROWS_A_PAGE })
  const { data, meta } = await api<readonly Row[]>(path, { signal })
  return { rows: data, meta, asked, page }
}

/** How many rows there are on all pages. */
export function rowCount({ rows, meta }: ReportAnswer): number {
  const { pages, total } = meta
  return typeof pages === 'number' && typeof total === 'number' ? total : rows.length
}

/** A figure beside the rows: `meta.cargos` is in the answer's meta. */
export function totalOf({ path }: ReportTotal, { meta }: ReportAnswer): unknown {
  return meta[path.replace(/^meta\./, '')]
}
