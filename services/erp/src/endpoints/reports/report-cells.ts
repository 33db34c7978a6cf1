import type { Language } from '@oficina/words/language.ts'

import type { SheetFormat, SheetValue } from '../../files/xlsx-cells.ts'
import type { Speech } from '../../messages/speech.ts'
import { JsonNumber, printExactJson } from '../../query/json-number.ts'
import type { ColumnChoice } from './column-choices.ts'
import type { ReportColumn } from './report-words.ts'
import { NO, YES } from './sheet-words.ts'

/** A row of a report with all digits of its numbers. */
export type ExactRow = Readonly<Record<string, unknown>>

/** How a column’s values are written in a worksheet. */
export function formatOf({ type }: Pick<ReportColumn, 'type'>): SheetFormat {
  switch (type) {
    case 'money':
    case 'date':
    case 'instant':
      return type
    case 'quantity':
    case 'integer':
      return 'number'
    case 'text':
    case 'boolean':
    case 'choice':
    case 'json':
    case 'reference':
    case 'references':
      return 'text'
  }
}

/** What cells are written by. */
export interface CellWords {
  readonly say: Speech
  /** What a clock in the company shows at an instant, as a worksheet takes it. */
  readonly wallTime: (instant: string) => string
  readonly choicesOf: (column: ReportColumn) => readonly ColumnChoice[] | null
}

/** A row’s value as the worksheet takes it; null where there is none. */
export function cellOf(column: ReportColumn, row: ExactRow, words: CellWords): SheetValue {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return null
  switch (column.type) {
    case 'reference':
      return referenceText(column, row, value)
    case 'references':
      return Array.isArray(value) ? value.map((id) => `#${plain(id)}`).join(' ') : null
    case 'choice':
      return choiceText(words.choicesOf(column), plain(value), words.say.language)
    case 'boolean':
      return (value === true ? YES : NO)[words.say.language]
    case 'instant':
      return words.wallTime(plain(value))
    case 'json':
      return jsonText(value)
    case 'date':
    case 'integer':
    case 'money':
    case 'quantity':
    case 'text':
      return plain(value)
  }
}

function referenceText({ text }: ReportColumn, row: ExactRow, id: unknown): string {
  const told = text === undefined ? undefined : row[text]
  return typeof told === 'string' && told !== '' ? told : `#${plain(id)}`
}

function choiceText(
  choices: readonly ColumnChoice[] | null,
  value: string,
  language: Language,
): string {
  return choices?.find((one) => one.value === value)?.label[language] ?? value
}

function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) {
    return plain(value)
  }
  return Object.entries(value)
    .map(([key, held]) => `${key}: ${plain(held)}`)
    .join(' · ')
}

export function plain(value: unknown): string {
  return typeof value === 'string' ? value : printExactJson(value)
}

/** What a clock in the zone shows at an instant: `2026-11-27T18:40:00Z`, which a worksheet shows as it stands. */
export function wallTimeIn(zone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (instant) => {
    const ms = Date.parse(instant)
    return Number.isNaN(ms) ? instant : `${format.format(ms).replace(' ', 'T')}Z`
  }
}

/** A day as people in Mexico write it; with the hour, if there is one. */
export function dayShown(iso: string): string {
  return iso.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d).*)?$/, '$3/$2/$1 $4').trimEnd()
}
