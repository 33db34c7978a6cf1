import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import {
  TENANT_COLUMN,
  type Field,
  type Model,
  type Registry,
  type UniqueKey,
} from '../dictionary/types.ts'
import type { FieldValue } from './field-value.ts'
import { naturalKeyFields } from './natural-key.ts'
import { cast } from './parameter-type.ts'
import { andCondition, column, records, recordText, sameRecord } from './record-columns.ts'

type Values = ReadonlyMap<string, FieldValue | null>

/** Many new records of one model. `ids` null: a global model's own sequence assigns them. */
export interface NewRows {
  readonly model: Model
  readonly empresaId: string
  readonly ids: readonly string[] | null
  readonly rows: readonly Values[]
  readonly now: string
}

/** Inserts many records in one statement; the rows returned hold `id` in the order of the records. */
export function insertManySql({ model, empresaId, ids, rows, now }: NewRows): Sql {
  const names = new Set(rows.flatMap((row) => [...row.keys()]))
  const fields = model.fields.filter(({ name }) => names.has(name))
  const own = fields.map((field) => manyOf(rows, field))
  if (ids !== null) return insertColumnsSql({ model, empresaId, ids, fields, columns: own, now })
  const into = trusted(`"${model.table}"`)
  const list = trusted(fields.map(({ name }) => `"${name}"`).join(', '))
  return sql`insert into ${into} (${list}) select ${list} from unnest(${join(own, ', ')}) with ordinality as n(${list}, orden_)
order by orden_ returning id::text as id`
}

/** The same values of many records of a company, a column after the other. */
export interface NewColumns {
  readonly model: Model
  readonly empresaId: string
  readonly ids: readonly string[]
  readonly fields: readonly Field[]
  /** The values of each field, as `columnOf` makes them. */
  readonly columns: readonly Sql[]
  readonly now: string
}

/** Inserts many records of a company in one statement. */
export function insertColumnsSql({ model, empresaId, ids, fields, columns, now }: NewColumns): Sql {
  const list = trusted(fields.map(({ name }) => `"${name}"`).join(', '))
  return sql`insert into ${trusted(`"${model.table}"`)} (${trusted(TENANT_COLUMN)}, id, creado_en, modificado_en, ${list})
select ${empresaId}::int8, id_, ${now}::timestamptz, ${now}::timestamptz, ${list}
from unnest(${ids}::int8[], ${join(columns, ', ')}) as n(id_, ${list}) returning id::text as id`
}

/** One array with all values of a field: PostgreSQL takes a thousand rows as fast as ten. */
export function manyOf(rows: readonly Values[], field: Field): Sql {
  return columnOf(
    field,
    rows.map((row) => {
      const value = row.get(field.name) ?? null
      return value === null ? null : String(value)
    }),
  )
}

/** The values of a field as an array of its type. */
export function columnOf(field: Field, values: readonly (string | null)[]): Sql {
  return sql`${values}::text[]${cast(field, '[]')}`
}

/** The positions, counted from 1, of the records whose unique key another record already has. */
export function takenSql(
  of: { readonly model: Model; readonly empresaId: string; readonly key: UniqueKey },
  rows: readonly Values[],
): Sql {
  const fields = fieldsOf(of.model, of.key.fields)
  const same = fields.map(({ name }) => sql`${column('t', name)} = ${column('n', name)}`)
  return sql`select n.orden_ as place from unnest(${join(
    fields.map((field) => manyOf(rows, field)),
    ', ',
  )})
with ordinality as n(${names(fields)}, orden_),
${oneOf(sql`select from ${records(of.model, 't')} where ${ofCompany(of.model, of.empresaId)}${join(same, ' and ')}`)}`
}

/** The ids of the records that have a given value of one unique field: `place` counted from 1, and `id`. */
export function existingSql(
  of: { readonly model: Model; readonly empresaId: string; readonly field: Field },
  values: readonly (FieldValue | null)[],
): Sql {
  const texts = values.map((value) => (value === null ? null : String(value)))
  const seen = andCondition(of.model, { alias: 't', empresaId: of.empresaId })
  const wanted = sql`${ofCompany(of.model, of.empresaId)}${column('t', of.field.name)} = n.valor${seen}`
  return sql`select n.orden_ as place, t.id::text as id
from unnest(${texts}::text[]${cast(of.field, '[]')}) with ordinality as n(valor, orden_),
${oneOf(sql`select t.id from ${records(of.model, 't')} where ${wanted}`)}`
}

/** Those of the ids that no record of the model has, in this company for a company's model. */
export function unknownIdsSql(model: Model, empresaId: string, ids: readonly string[]): Sql {
  const wanted = sql`${ofCompany(model, empresaId)}${column('t', 'id')} = n.id${andCondition(model, { alias: 't', empresaId })}`
  return sql`select n.id::text as id from unnest(${ids}::int8[]) as n(id)
left join ${oneOf(sql`select t.id from ${records(model, 't')} where ${wanted}`)} on true where t.id is null`
}

/**
 * One index look-up for each row: the limit keeps PostgreSQL from reading the whole table instead, which it prefers
 * while its statistics do not know of the many rows that the import itself has just written.
 */
function oneOf(select: Sql): Sql {
  return sql`lateral (${select} limit 1) t`
}

function ofCompany(model: Model, empresaId: string): Sql {
  return model.scope === 'tenant'
    ? sql`${column('t', TENANT_COLUMN)} = ${empresaId}::int8 and `
    : trusted('')
}

function fieldsOf(model: Model, names: readonly string[]): readonly Field[] {
  return names.flatMap((name) => model.fieldByName.get(name) ?? [])
}

function names(fields: readonly Field[]): Sql {
  return trusted(fields.map(({ name }) => `"${name}"`).join(', '))
}

/** Where records are looked up: in a model, in one company for a company's model. */
export interface LookUpIn {
  readonly registry: Registry
  readonly model: Model
  readonly empresaId: string
}

/**
 * Rows `text`, `id` for the texts that are natural keys, such as `MEX|AGU` for a state: by the indexes of the unique keys.
 * Null when none of the texts can be one.
 */
export function byKeySql(of: LookUpIn, texts: readonly string[]): Sql | null {
  const { joins, leaves } = keyLeaves(of, of.model, 't')
  const parts = texts.map((text) => text.split('|'))
  const fitting = texts.filter((_, index) => parts[index]?.length === leaves.length)
  if (fitting.length === 0) return null
  const arrays = leaves.map((_, leaf) => fitting.map((text) => text.split('|')[leaf] ?? ''))
  const aliases = trusted(['texto', ...leaves.map((_, leaf) => `p${leaf}`)].join(', '))
  const given = join(
    [fitting, ...arrays].map((array) => sql`${array}::text[]`),
    ', ',
  )
  const same = leaves.map((leaf, index) => sql`${leaf} = ${trusted(`k.p${index}`)}`)
  const wanted = sql`${ofCompany(of.model, of.empresaId)}${join(same, ' and ')}${andCondition(of.model, { alias: 't', empresaId: of.empresaId })}`
  return sql`select k.texto as text, t.id::text as id from unnest(${given}) as k(${aliases}),
${oneOf(sql`select t.id from ${records(of.model, 't')} ${join(joins, ' ')} where ${wanted}`)}`
}

/** The columns of a natural key, and the joins that lead to those of other models. */
function keyLeaves(
  of: LookUpIn,
  model: Model,
  alias: string,
): { readonly joins: readonly Sql[]; readonly leaves: readonly Sql[] } {
  const joins: Sql[] = []
  const leaves: Sql[] = []
  for (const field of fieldsOf(model, naturalKeyFields(model))) {
    const target = field.type === 'reference' ? of.registry.models.get(field.target) : undefined
    if (target === undefined) {
      const isText = field.type === 'text' || field.type === 'choice'
      const value = column(alias, field.name)
      leaves.push(isText ? value : sql`${value}::text`)
      continue
    }
    const inner = `${alias}_${field.name}`
    const row = { alias: inner, empresaId: of.empresaId }
    const on = sameRecord(target, row, column(alias, field.name))
    const below = keyLeaves(of, target, inner)
    joins.push(sql`join ${records(target, inner)} on ${on}`, ...below.joins)
    leaves.push(...below.leaves)
  }
  return { joins, leaves }
}

/** Rows `text`, `id`, `count` for the texts that are a record in words; `count` above 1: the text is ambiguous. */
export function byWordsSql(of: LookUpIn, texts: readonly string[]): Sql {
  const row = { alias: 't', empresaId: of.empresaId }
  const words = recordText(of.registry, of.model, row)
  const seen = andCondition(of.model, row)
  return sql`select k.texto as text, min(t.id)::text as id, count(*) as count
from unnest(${texts}::text[]) as k(texto)
  join ${records(of.model, 't')} on ${ofCompany(of.model, of.empresaId)}${words} = k.texto${seen}
group by k.texto`
}
