import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import {
  TENANT_COLUMN,
  type Field,
  type Model,
  type Registry,
  type TextPart,
} from '../dictionary/types.ts'

/** Text of the model registry as SQL: the only way by which a name becomes part of a statement. */
export function column(alias: string, name: string): Sql {
  return trusted(`${alias}."${name}"`)
}

export function table(model: Model, alias: string): Sql {
  return trusted(`"${model.table}" ${alias}`)
}

// Milliseconds and a Z, as JavaScript writes instants; PostgreSQL's own form ends in +00.
const INSTANT_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** The select list of a record on the wire: its fields in the dictionary's order, `_str` beside each reference. */
export function recordColumns(
  registry: Registry,
  alias: string,
  shown: { readonly fields: readonly Field[]; readonly withStr: boolean },
): Sql {
  const parts = shown.fields.flatMap((field) => {
    const value = sql`${outputValue(alias, field)} as ${trusted(`"${field.name}"`)}`
    if (field.type !== 'reference' || !shown.withStr) return [value]
    return [
      value,
      sql`${referenceText(registry, alias, field)} as ${trusted(`"${field.name}_str"`)}`,
    ]
  })
  return join(parts, ', ')
}

function outputValue(alias: string, field: Field): Sql {
  const value = column(alias, field.name)
  if (field.type !== 'instant') return value
  return sql`to_char(${value} at time zone 'UTC', ${trusted(`'${INSTANT_FORMAT}'`)})`
}

/**
 * The `_str` of a reference: a look-up by primary key per row of the page, never one per request. Null for an empty
 * reference.
 */
function referenceText(
  registry: Registry,
  alias: string,
  field: Field & { type: 'reference' },
): Sql {
  const target = registry.models.get(field.target)
  if (target === undefined) return trusted('null::text')
  const inner = `${alias}_t`
  return sql`(select ${recordText(registry, target, inner)} from ${table(target, inner)} where ${sameRecord(target, inner, column(alias, field.name), alias)})`
}

/** A record in words. @source docs/decisions/0201-erp-listing.md */
export function recordText(registry: Registry, model: Model, alias: string): Sql {
  const parts = model.text.parts.map((part) => textPart(registry, model, { alias, part }))
  return sql`concat_ws(${trusted(`'${model.text.separator.replaceAll("'", "''")}'`)}, ${join(parts, ', ')})`
}

function textPart(
  registry: Registry,
  model: Model,
  { alias, part }: { readonly alias: string; readonly part: TextPart },
): Sql {
  if (part.reference === null) return column(alias, part.field)
  const reference = model.fieldByName.get(part.reference)
  const target = reference?.type === 'reference' ? registry.models.get(reference.target) : undefined
  if (target === undefined) return trusted('null::text')
  const inner = `${alias}_u`
  return sql`(select ${column(inner, part.field)} from ${table(target, inner)} where ${sameRecord(target, inner, column(alias, part.reference), alias)})`
}

/** The row of `model` with this id, within the company of the referring row where the model belongs to companies. */
export function sameRecord(model: Model, alias: string, id: Sql, referring: string): Sql {
  const byId = sql`${column(alias, 'id')} = ${id}`
  if (model.scope === 'global') return byId
  return sql`${column(alias, TENANT_COLUMN)} = ${column(referring, TENANT_COLUMN)} and ${byId}`
}
