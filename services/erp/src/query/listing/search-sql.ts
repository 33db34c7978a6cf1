import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Field, LookUp, Model, Registry } from '../../dictionary/types.ts'
import { SPANISH } from '../../schema/ddl.ts'
import { column, recordText, records, type RowOfCompany } from '../record-columns.ts'
import { conditionOf, escapedLike, foldedLike } from './filter-sql.ts'
import type { InHand } from './in-hand.ts'
import type { Selection } from './listing-plan.ts'

/** A record as a search shows it. */
export interface FoundRow {
  readonly model: string
  readonly id: number
  /** In words, as the `_str` of what refers to it. */
  readonly text: string
}

/** With what it was found by. */
export interface MatchedRow extends FoundRow {
  readonly field: string
  readonly value: string | null
}

interface Wanted {
  readonly empresaId: string
  readonly perModel: number
  readonly inHand: readonly InHand[]
}

/**
 * Records of several models in one statement: of each at most `perModel` found by each thing that the text may be, and by
 * its words. What is in hand comes first.
 */
export function searchSql(
  registry: Registry,
  selections: readonly Selection[],
  wanted: Wanted,
): Sql {
  const parts = [
    ...wanted.inHand.flatMap((one) =>
      selections.flatMap((selection) =>
        selection.model.lookUps
          .filter(({ kind }) => kind === one.kind)
          .flatMap((lookUp) => lookUpSql(registry, selection, { ...wanted, one, lookUp })),
      ),
    ),
    ...selections
      .filter(({ searchFields }) => searchFields.length > 0)
      .map((selection) => wordsSql(registry, selection, wanted)),
  ]
  return join(parts, ' union all ')
}

/** Whether a search of this model could find anything. */
export function isSearchable(selection: Selection, hand: readonly InHand[]): boolean {
  if (selection.searchFields.length > 0) return true
  return selection.model.lookUps.some(({ kind }) => hand.some((one) => one.kind === kind))
}

function lookUpSql(
  registry: Registry,
  selection: Selection,
  { empresaId, perModel, one, lookUp }: Wanted & { readonly one: InHand; readonly lookUp: LookUp },
): readonly Sql[] {
  const field = selection.model.fieldByName.get(lookUp.field)
  if (field === undefined) return []
  const value = column('r', field.name)
  const reached = conditionOf({ ...selection, searchWords: [] }, empresaId)
  const fits =
    lookUp.by === 'pattern'
      ? foldedLike(value, one.pattern)
      : sql`${own(selection.model, field)} = ${one.value}${typeOf(field)}`
  const order =
    one.first === null
      ? trusted('r.id desc')
      : sql`(oficina.sin_acentos(${value}) ~ ${one.first}) desc, r.id desc`
  const row = { alias: 'r', empresaId }
  const by = sql`${trusted(`'${field.name}'::text`)} as field, ${value}::text as value`
  return [
    sql`(${found(registry, selection.model, row, by)} where ${reached} and ${fits} order by ${order} limit ${perModel})`,
  ]
}

/** As the field's index has it: names in Spanish order, codes by their characters. */
function own(model: Model, field: Field): Sql {
  const value = column('r', field.name)
  const isCode = model.uniqueKeys.some(({ fields }) => fields.includes(field.name))
  return field.type === 'text' && !isCode ? sql`${value} collate ${trusted(SPANISH)}` : value
}

function typeOf({ type }: Field): Sql {
  return trusted(type === 'text' ? '::text' : '::numeric')
}

function wordsSql(registry: Registry, selection: Selection, { empresaId, perModel }: Wanted): Sql {
  const row = { alias: 'r', empresaId }
  const condition = conditionOf(selection, empresaId)
  return sql`(${found(registry, selection.model, row, matchedBy(selection))} where ${condition} limit ${perModel})`
}

// What a long text says is not told whole.
const SHOWN_CHARACTERS = 100

/** The field in which the first of the words occurs. */
function matchedBy({ searchFields, searchWords }: Selection): Sql {
  const patterns = (searchWords[0] ?? []).map((word) => `%${escapedLike(word)}%`)
  const cases = (shown: (field: Field) => Sql) =>
    join(
      searchFields.map((field) => {
        const fits = patterns.map((pattern) => foldedLike(column('r', field.name), pattern))
        return sql`when ${join(fits, ' or ')} then ${shown(field)}`
      }),
      ' ',
    )
  const names = cases(({ name }) => trusted(`'${name}'::text`))
  const values = cases(
    ({ name }) => sql`left(${column('r', name)}, ${trusted(String(SHOWN_CHARACTERS))})`,
  )
  return sql`case ${names} end as field, case ${values} end as value`
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

function found(registry: Registry, model: Model, row: RowOfCompany, more?: Sql): Sql {
  const text = recordText(registry, model, row)
  const also = more === undefined ? trusted('') : sql`, ${more}`
  return sql`select ${trusted(`'${model.name}'::text`)} as model, r.id, ${text} as text${also} from ${records(model, 'r')}`
}
