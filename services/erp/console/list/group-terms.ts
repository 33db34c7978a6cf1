import { plainText } from '../values/plain-text.ts'
import { parameterOf } from './facets/facets.ts'
import type { ListColumn } from './list-columns.ts'
import type { Condition } from './list-query.ts'

/** What records are grouped by: a field, or the month or year of a day. */
export interface GroupTerm {
  /** As the API has it: `estado`, `fecha__month`. */
  readonly name: string
  readonly column: ListColumn
  readonly unit: CalendarUnit | undefined
}

type CalendarUnit = 'year' | 'month' | 'day'

const UNITS: readonly CalendarUnit[] = ['year', 'month', 'day']
const GROUPED: ReadonlySet<string> = new Set(['choice', 'reference', 'boolean'])

/** What a model's records can be grouped by, those of its filters first. */
export function offeredTerms(
  columns: readonly ListColumn[],
  preferred: readonly string[],
): readonly GroupTerm[] {
  const rank = ({ name }: ListColumn): number => (preferred.includes(name) ? 0 : 1)
  return columns
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((column): GroupTerm[] => {
      if (GROUPED.has(column.type)) return [{ name: column.name, column, unit: undefined }]
      if (column.type !== 'date' && column.type !== 'instant') return []
      return (['month', 'year'] as const).map((unit) => ({
        name: `${column.name}__${unit}`,
        column,
        unit,
      }))
    })
}

/** The terms of an address; what the model has no field for is left out. */
export function termsOf(
  names: readonly string[],
  columns: readonly ListColumn[],
): readonly GroupTerm[] {
  return names.flatMap((name) => {
    const [field = '', unit] = name.split('__')
    const column = columns.find((one) => one.name === field)
    return column === undefined ? [] : [{ name, column, unit: UNITS.find((one) => one === unit) }]
  })
}

/** The conditions that the records of a group fulfil. */
export function groupConditions(
  terms: readonly GroupTerm[],
  group: Readonly<Record<string, unknown>>,
): readonly Condition[] {
  return terms.flatMap(({ name, column, unit }): Condition[] => {
    const value = group[name]
    if (value === null || value === undefined) return [[parameterOf(column.name, 'null'), 'true']]
    const text = plainText(value)
    if (unit === undefined) return [[column.name, text]]
    const ends = column.type === 'instant' ? ['T00:00:00-06:00', 'T23:59:59.999-06:00'] : ['', '']
    return [
      [parameterOf(column.name, 'gte'), firstDay(text) + (ends[0] ?? '')],
      [parameterOf(column.name, 'lte'), lastDay(text) + (ends[1] ?? '')],
    ]
  })
}

function firstDay(period: string): string {
  if (period.length === 4) return `${period}-01-01`
  return period.length === 7 ? `${period}-01` : period.slice(0, 10)
}

function lastDay(period: string): string {
  if (period.length === 4) return `${period}-12-31`
  if (period.length > 7) return period.slice(0, 10)
  const [year = 0, month = 0] = period.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
