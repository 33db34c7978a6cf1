import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import {
  TENANT_COLUMN,
  type Field,
  type Model,
  type Registry,
  type TextPart,
} from '../dictionary/types.ts'
import { READ_SCHEMA } from '../schema/ddl.ts'

/** Text of the model registry as SQL: the only way by which a name becomes part of a statement. */
export function column(alias: string, name: string): Sql {
  return trusted(`${alias}."${name}"`)
}

/** The table itself, for writing and locking: row-level security confines it to the company. */
export function table(model: Model, alias: string): Sql {
  return trusted(`"${model.table}" ${alias}`)
}

/**
 * The records of a model, for reading. Those of a company are read through a view, in which an index can serve
 * patterns; row-level security would prevent that.
 * @source docs/decisions/0207-erp-read-views.md
 */
export function records(model: Model, alias: string): Sql {
  return model.scope === 'global'
    ? table(model, alias)
    : trusted(`${READ_SCHEMA}."${model.table}" ${alias}`)
}

// Milliseconds and a Z, as JavaScript writes instants; PostgreSQL's own form ends in +00.
const INSTANT_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** The fields of a record that are shown, and the company of the record and of what it refers to. */
export interface RecordColumns {
  readonly fields: readonly Field[]
  readonly withStr: boolean
  readonly empresaId: string
}

/** The select list of a record on the wire: its fields in the dictionary's order, `_str` beside each reference. */
export function recordColumns(registry: Registry, alias: string, shown: RecordColumns): Sql {
  return selectList(alias, shown, (field) => {
    const text = referenceText(registry, { alias, empresaId: shown.empresaId }, field)
    return text === undefined ? NOTHING : sql`(${text})`
  })
}

/**
 * The same for the rows of a page, which often refer to the same few records: each `_str` comes from a join, of which
 * PostgreSQL remembers what it found for the rows before, provided that it knows how few they are.
 */
export function pageColumns(
  registry: Registry,
  alias: string,
  shown: RecordColumns,
): { readonly columns: Sql; readonly joins: Sql } {
  const joins: Sql[] = []
  const columns = selectList(alias, shown, (field) => {
    const text = referenceText(registry, { alias, empresaId: shown.empresaId }, field)
    if (text === undefined) return NOTHING
    const joined = trusted(`s${joins.length}_`)
    // The offset keeps it a look-up by key for each row: as a plain join the whole catalog might be read.
    joins.push(sql` left join lateral (${text} offset 0) ${joined}(str) on true`)
    return sql`${joined}.str`
  })
  return { columns, joins: join(joins, '') }
}

const NOTHING = trusted('null::text')

function selectList(
  alias: string,
  { fields, withStr }: RecordColumns,
  strOf: (field: ReferenceField) => Sql,
): Sql {
  const parts = fields.flatMap((field) => {
    const value = sql`${outputValue(alias, field)} as ${trusted(`"${field.name}"`)}`
    if (field.type !== 'reference' || !withStr) return [value]
    return [value, sql`${strOf(field)} as ${trusted(`"${field.name}_str"`)}`]
  })
  return join(parts, ', ')
}

/** A value in the form it has on the wire. */
export function outputValue(alias: string, field: Field): Sql {
  if (field.shown !== undefined) return field.shown(alias)
  const value = column(alias, field.name)
  if (field.type !== 'instant') return value
  return sql`to_char(${value} at time zone 'UTC', ${trusted(`'${INSTANT_FORMAT}'`)})`
}

type ReferenceField = Field & { readonly type: 'reference' }

/**
 * The `_str` of a reference: a look-up by primary key, never a request for each; no row for an empty reference.
 * Undefined: the caller may not see it.
 */
function referenceText(
  registry: Registry,
  { alias, empresaId }: RowOfCompany,
  field: ReferenceField,
): Sql | undefined {
  const target = registry.models.get(field.target)
  if (target === undefined || field.shown !== undefined) return undefined
  const inner = `${alias}_t`
  const row = { alias: inner, empresaId }
  const found = sql`${sameRecord(target, row, column(alias, field.name))}${andCondition(target, row)}`
  return sql`select ${recordText(registry, target, row)} from ${records(target, inner)} where ${found}`
}

/** A row by its alias in a statement, and the company that the statement is for. */
export interface RowOfCompany {
  readonly alias: string
  readonly empresaId: string
}

/** A record in words. @source docs/decisions/0201-erp-listing.md */
export function recordText(registry: Registry, model: Model, row: RowOfCompany): Sql {
  const parts = model.text.parts.map((part) => textPart(registry, model, { ...row, part }))
  return sql`concat_ws(${trusted(`'${model.text.separator.replaceAll("'", "''")}'`)}, ${join(parts, ', ')})`
}

function textPart(
  registry: Registry,
  model: Model,
  { alias, empresaId, part }: RowOfCompany & { readonly part: TextPart },
): Sql {
  if (part.reference === null) return column(alias, part.field)
  const reference = model.fieldByName.get(part.reference)
  const target = reference?.type === 'reference' ? registry.models.get(reference.target) : undefined
  if (target === undefined) return trusted('null::text')
  const inner = `${alias}_u`
  const row = { alias: inner, empresaId }
  const found = sql`${sameRecord(target, row, column(alias, part.reference))}${andCondition(target, row)}`
  return sql`(select ${column(inner, part.field)} from ${records(target, inner)} where ${found})`
}

/**
 * The row of `model` with this id, in this company for a company's model. The company is a parameter at every table, so
 * that a database distributed over machines asks only the one that stores it.
 */
export function sameRecord(model: Model, { alias, empresaId }: RowOfCompany, id: Sql): Sql {
  const byId = sql`${column(alias, 'id')} = ${id}`
  if (model.scope === 'global') return byId
  return sql`${column(alias, TENANT_COLUMN)} = ${empresaId}::int8 and ${byId}`
}

/** Restricts a look-up to the records that the caller of this view of the model may reach. */
export function andCondition({ condition }: Model, row: RowOfCompany): Sql {
  return condition === null ? trusted('') : sql` and ${condition(row)}`
}
