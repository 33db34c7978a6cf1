import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { column, records } from '../record-columns.ts'
import { conditionOf, foldedLike } from './filter-sql.ts'
import type { Selection } from './listing-plan.ts'
import type { NearPatterns } from './near-words.ts'

/** A text in which a word near to the typed one may occur. */
export interface SampleRow {
  readonly selection: number
  readonly word: number
  readonly text: string
}

// A common beginning has thousands of records, of which nearly all share a few names.
const SAMPLED = 500

/** What is looked for: the word at this place of this selection. */
export interface WantedWord {
  readonly selection: number
  readonly word: number
  readonly patterns: NearPatterns
}

/** Texts of records that the caller may reach, for each wanted word those that its patterns fit. */
export function samplesSql(
  selections: readonly Selection[],
  wanted: readonly WantedWord[],
  empresaId: string,
): Sql {
  const parts = wanted.flatMap(({ patterns, ...place }) => {
    const selection = selections[place.selection]
    return selection === undefined ? [] : [sampleSql(selection, { ...place, patterns }, empresaId)]
  })
  return join(parts, ' union all ')
}

function sampleSql(selection: Selection, wanted: WantedWord, empresaId: string): Sql {
  const { model, searchFields } = selection
  const values = searchFields.map(({ name }) => column('r', name))
  const fits = values.flatMap((value) => [
    ...wanted.patterns.parts.map((part) => foldedLike(value, `%${part}%`)),
    ...(wanted.patterns.expression === null
      ? []
      : [sql`oficina.sin_acentos(${value}) ~ ${wanted.patterns.expression}`]),
  ])
  const reached = conditionOf({ ...selection, searchWords: [] }, empresaId)
  const place = trusted(`${wanted.selection} as selection, ${wanted.word} as word`)
  return sql`(select ${place}, concat_ws(' ', ${join(values, ', ')}) as text
from ${records(model, 'r')} where ${reached} and (${join(fits, ' or ')}) limit ${trusted(String(SAMPLED))})`
}
