import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Field } from '../dictionary/types.ts'
import { column } from './record-columns.ts'

/**
 * What replaces a value that a profile masks. A value that starts like this in a write is not a value: it changes
 * nothing.
 */
const MASK = '••••'
// The end of a shorter text would reveal almost all of it.
const MIN_LENGTH = 8
const SHOWN_LENGTH = 4

/** The end of a long text, so that people can tell accounts apart; of any other value only that it exists. */
export function maskedValue(alias: string, field: Field): Sql {
  const value = column(alias, field.name)
  const mask = trusted(`'${MASK}'`)
  if (field.type !== 'text' && field.type !== 'long_text') {
    return sql`case when ${value} is not null then ${mask} end`
  }
  const end = sql`right(${value}, ${trusted(String(SHOWN_LENGTH))})`
  return sql`case when length(${value}) >= ${trusted(String(MIN_LENGTH))} then ${mask} || ${end}
    when ${value} is not null then ${mask} end`
}

/** Whether a client sends back the mask that it was shown. */
export function isMask(field: Field, raw: unknown): boolean {
  return field.shown !== undefined && typeof raw === 'string' && raw.startsWith(MASK)
}
