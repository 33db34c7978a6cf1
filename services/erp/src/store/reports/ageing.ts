import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

/** What is owed by age: the rows of a page, and what is beside them; amounts as the database wrote them. */
export interface Ageing {
  readonly total: number
  /** A JSON array as text. */
  readonly rows: string
  readonly total_base: string
  /** A JSON object as text: the figures of each age in the company's currency. */
  readonly edades: string
}

// Days after the day on which something was due.
const AGES = [
  ['por_vencer', 'dias <= 0'],
  ['vencido_30', 'dias between 1 and 30'],
  ['vencido_60', 'dias between 31 and 60'],
  ['vencido_90', 'dias between 61 and 90'],
  ['vencido_mas_90', 'dias > 90'],
] as const

/** The sums of a column by age as select list. */
export function sumsByAge(amount: 'saldo'): Sql {
  return trusted(
    AGES.map(
      ([name, days]) => `coalesce(sum(${amount}) filter (where ${days}), 0) as ${name}`,
    ).join(', '),
  )
}

/** One JSON object of text: the sums by age of the rows `partes (dias, base)`. */
export function agesInBase(): Sql {
  const parts = AGES.map(
    ([name, days]) =>
      `'${name}_base', coalesce(sum(base) filter (where ${days}), 0)::numeric(18, 2)`,
  )
  return sql`(select json_build_object(${trusted(parts.join(', '))})::text from partes)`
}
