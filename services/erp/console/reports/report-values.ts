import { formatDate, formatDecimal, formatInstant } from '@oficina/web/formats.ts'

import { words } from '../words/reports.ts'
import { textOf } from './report-catalog.ts'
import type { ReportColumn } from './report-declaration.ts'
import type { Row } from './report-links.ts'

const MONEY_DECIMALS = 2

/** Whether values stand at the right, figure below figure. */
export function isNumber(type: string): boolean {
  return type === 'money' || type === 'quantity' || type === 'integer'
}

/** A row's value as people read it; an empty text where there is none. */
export function cellText(column: ReportColumn, row: Row): string {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return ''
  if (column.type === 'reference') return referenceText(column, row)
  if (column.type === 'choice') return choiceText(column, value)
  if (column.type === 'references') return listText(value)
  return valueText(column.type, value)
}

/** A value by its type alone. */
export function valueText(type: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  switch (type) {
    case 'money':
      return formatDecimal(plain(value), MONEY_DECIMALS)
    case 'quantity':
    case 'integer':
      return formatDecimal(plain(value))
    case 'date':
      return formatDate(plain(value))
    case 'instant':
      return formatInstant(plain(value))
    case 'boolean':
      return value === true ? words('yes') : words('no')
    case 'json':
      return jsonText(value)
    default:
      return plain(value)
  }
}

/** What a value is in a file: text as read, but numbers, days and instants as other programs take them. */
export function fileText(column: ReportColumn, row: Row): string {
  const value = row[column.name]
  if (value === null || value === undefined) return ''
  const isRaw = isNumber(column.type) || column.type === 'date' || column.type === 'instant'
  if (column.type === 'json') return JSON.stringify(value)
  return isRaw ? plain(value) : cellText(column, row)
}

export function choiceText({ choices }: ReportColumn, value: unknown): string {
  const choice = choices?.find((one) => one.value === value)
  return choice === undefined ? plain(value) : textOf(choice.label)
}

/** What a JSON value holds, key by key; empty where it is no object. */
export function entriesOf(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([key, held]) => [key, plain(held)] as const)
}

function referenceText({ name, text }: ReportColumn, row: Row): string {
  const told = text === null ? undefined : row[text]
  return typeof told === 'string' && told !== '' ? told : `#${plain(row[name])}`
}

function listText(value: unknown): string {
  return Array.isArray(value) ? value.map((id) => `#${plain(id)}`).join(' ') : ''
}

function jsonText(value: unknown): string {
  const entries = entriesOf(value)
  if (entries.length === 0) return plain(value)
  return entries.map(([key, held]) => `${key}: ${held}`).join(' · ')
}

function plain(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
