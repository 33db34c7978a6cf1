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
  /** Codes that other models have of the records. */
  readonly codes: readonly OtherCode[]
}

/** A record that another one names by a code, such as an article by each of its barcodes. */
export interface OtherCode {
  /** What is found. */
  readonly named: Selection
  /** What has the code, and the reference from there. */
  readonly other: Selection
  readonly reference: string
  readonly field: Field
  readonly code: string
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
    ...wanted.codes.map((code) => codeSql(registry, code, wanted)),
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

/** Codes are typed in small letters, too. */
function codeSql(
  registry: Registry,
  { named, other, reference, field, code }: OtherCode,
  { empresaId, perModel }: Wanted,
): Sql {
  const row = { alias: 'r', empresaId }
  const by = sql`${trusted(`'${other.model.name}.${field.name}'::text`)} as field, ${code}::text as value`
  const typed = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const isInUse = other.model.fieldByName.has('activo')
    ? sql` and ${column('r', 'activo')} is not false`
    : trusted('')
  // The inner records have the same alias, as whatever makes a condition on records expects.
  const naming = sql`select ${column('r', reference)} from ${records(other.model, 'r')}
    where ${conditionOf({ ...other, searchWords: [] }, empresaId)} and ${own(other.model, field)} = any(${typed}::text[])${isInUse}`
  const reached = conditionOf({ ...named, searchWords: [] }, empresaId)
  return sql`(${found(registry, named.model, row, by)} where ${reached} and ${column('r', 'id')} in (${naming}) order by ${trusted('r.id')} limit ${perModel})`
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
