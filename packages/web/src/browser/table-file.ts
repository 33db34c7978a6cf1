import { parseCsv } from './csv-text.ts'
import { readWorkbook } from './xlsx-table.ts'

export interface TableFile {
  readonly isWorkbook: boolean
  readonly rows: readonly (readonly string[])[]
}

/** The rows of a workbook (.xlsx) or of CSV. @throws Error when it is none */
export async function readTableFile(file: File): Promise<TableFile> {
  const isWorkbook = /\.xlsx$/i.test(file.name)
  const bytes = await file.arrayBuffer()
  return {
    isWorkbook,
    rows: isWorkbook ? await readWorkbook(bytes) : parseCsv(textOf(bytes)),
  }
}

/** UTF-8, or Windows-1252 where it is not valid UTF-8, in which Excel saves CSV. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const DAY_MS = 86_400_000
// Excel counts from the last day of 1899, as if 1900 had been a leap year.
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30)

/** A day as Excel counts it; another text as it is. */
export function dayOfWorkbook(text: string): string {
  if (!/^\d{1,7}(\.\d+)?$/.test(text)) return text
  const instant = new Date(EXCEL_EPOCH_MS + Math.round(Number(text) * DAY_MS))
  const iso = instant.toISOString()
  return text.includes('.') ? iso : iso.slice(0, 10)
}
