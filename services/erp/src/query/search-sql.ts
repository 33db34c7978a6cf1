import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model, Registry } from '../dictionary/types.ts'
import { conditionOf } from './filter-sql.ts'
import type { Selection } from './listing-plan.ts'
import { recordText, records, type RowOfCompany } from './record-columns.ts'

/** A record as a search shows it. */
export interface FoundRow {
  readonly model: string
  readonly id: number
  /** In words, as the `_str` of what refers to it. */
  readonly text: string
}

/** Records of several models in one statement, at most `perModel` of each. */
export function searchSql(
  registry: Registry,
  selections: readonly Selection[],
  { empresaId, perModel }: { readonly empresaId: string; readonly perModel: number },
): Sql {
  return join(
    selections.map((selection) => {
      const condition = conditionOf(selection, empresaId)
      const { model } = selection
      const row = { alias: 'r', empresaId }
      return sql`(${found(registry, model, row)} where ${condition} limit ${perModel})`
    }),
    ' union all ',
  )
}

/** Records of one model by their ids; those that the caller may not reach are left out. */
export function namesSql(
  registry: Registry,
  model: Model,
  of: { readonly empresaId: string; readonly ids: readonly string[] },
): Sql {
  const everything = { model, filters: [], searchFields: [], searchWords: [] }
  const condition = conditionOf(everything, of.empresaId)
  const row = { alias: 'r', empresaId: of.empresaId }
  return sql`${found(registry, model, row)} where ${condition} and r.id = any(${of.ids}::int8[])`
}

function found(registry: Registry, model: Model, row: RowOfCompany): Sql {
  const text = recordText(registry, model, row)
  return sql`select ${trusted(`'${model.name}'::text`)} as model, r.id, ${text} as text from ${records(model, 'r')}`
}
