import { formatDate, formatDecimal, formatInstant, formatPeriod } from '@oficina/web/formats.ts'

import type { Choice, Column } from '../metadata/model-metadata.ts'
import { words } from '../words/values.ts'
import { trimmedDecimal } from './decimal-text.ts'
import { plainText } from './plain-text.ts'

/** A record as the API answers it: fields by name, references also in words under `<name>_str`. */
export type Values = Readonly<Record<string, unknown>>

/** How a column's value is written; what its type does not say itself, such as percentages. */
export interface ShownColumn {
  readonly name: string
  readonly type: string
  readonly scale: number | null
  readonly choices: Column['choices']
  /** So many decimals at least, as others in its column have. */
  readonly decimals?: number
  /** The grid's format, where it says more than the type. */
  readonly format?: string
}

const MAX_UNSEPARATED = 4

/** A record's value of a column as people read it; an empty text when there is none. */
export function shownText(column: ShownColumn, record: Values): string {
  const value = record[column.name]
  if (value === null || value === undefined || value === '') return ''
  switch (column.type) {
    case 'reference':
      return plainText(record[`${column.name}_str`] ?? value)
    case 'choice':
      return choiceOf(column, value)?.label ?? plainText(value)
    case 'money':
      return formatDecimal(plainText(value), column.scale ?? 2)
    case 'integer':
      return wholeText(column.name, plainText(value))
    case 'quantity':
    case 'rate':
    case 'decimal':
      return column.format === 'percent'
        ? `${formatDecimal(trimmedDecimal(plainText(value), 0))} %`
        : formatDecimal(trimmedDecimal(plainText(value), column.decimals ?? 0))
    case 'date':
      return formatDate(plainText(value))
    case 'instant':
      return formatInstant(plainText(value))
    case 'period':
      return formatPeriod(plainText(value))
    case 'boolean':
      return value === true ? words('yes') : words('no')
    default:
      return plainText(value)
  }
}

export function choiceOf(column: ShownColumn, value: unknown): Choice | undefined {
  return column.choices?.find((choice) => choice.value === value)
}

/** Whether a column holds amounts, which stand at the right and can be added up. */
export function isNumeric({ type }: { readonly type: string }): boolean {
  return ['integer', 'money', 'quantity', 'rate', 'decimal'].includes(type)
}

/** Years are whole numbers that nobody writes with separators, and ids are no amounts. */
function wholeText(name: string, text: string): string {
  return name === 'id' || text.length <= MAX_UNSEPARATED ? text : formatDecimal(text)
}
