import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { MAX_DEPTH } from '../dictionary/line-depth.ts'
import {
  TENANT_COLUMN,
  type Field,
  type Model,
  type ReferenceField,
  type Registry,
} from '../dictionary/types.ts'
import type { FieldValue } from './field-value.ts'
import { readableFields } from './listing/listing-plan.ts'
import { cast } from './parameter-type.ts'
import {
  andCondition,
  column,
  recordColumns,
  records,
  sameRecord,
  table,
} from './record-columns.ts'
import type { RecordPlan } from './record-request.ts'

/** The record with this id, of this company for a company's model. */
export interface RecordKey {
  readonly model: Model
  readonly empresaId: string
  readonly id: string
}

function whereKey({ model, empresaId, id }: RecordKey, alias: string): Sql {
  const byId = sql`${column(alias, 'id')} = ${id}::int8${andCondition(model, { alias, empresaId })}`
  return model.scope === 'tenant'
    ? sql`${column(alias, TENANT_COLUMN)} = ${empresaId}::int8 and ${byId}`
    : byId
}

/** Whether the service keeps a record as it is, as a condition on the record's fields. */
export type KeptIf = (field: (name: string) => Sql) => Sql

/** One row: `record` as JSON text, and `version` (null for a global model); with a condition also `kept`. */
export function readSql(
  registry: Registry,
  key: RecordKey,
  plan: RecordPlan,
  keptIf?: KeptIf,
): Sql {
  const { model } = key
  const shown = { fields: plan.columns, withStr: plan.withStr, empresaId: key.empresaId }
  const version = model.scope === 'tenant' ? column('r', 'version') : trusted('null::int4')
  const columns = [recordColumns(registry, 'r', shown)]
  if (plan.withLines)
    columns.push(...lineColumns(registry, model, { ...shown, alias: 'r', depth: 1 }))
  const kept =
    keptIf === undefined ? trusted('') : sql`, ${keptIf((name) => column('r', name))} as kept`
  return sql`select (select row_to_json(x)::text from (select ${join(columns, ', ')}) x) as record,
  ${version} as version${kept} from ${records(model, 'r')} where ${whereKey(key, 'r')}`
}

/** The lines of the record that `alias` names, each kind as an array, with theirs. */
function lineColumns(
  registry: Registry,
  model: Model,
  at: {
    readonly alias: string
    readonly depth: number
    readonly withStr: boolean
    readonly empresaId: string
  },
): readonly Sql[] {
  if (at.depth >= MAX_DEPTH) return []
  return model.lines.flatMap(({ name, model: target, field, number }, i) => {
    const line = registry.models.get(target)
    // What the caller may not read, or by what he may not know it, is not shown.
    if (line === undefined || !line.fieldByName.has(field)) return []
    const alias = `${at.alias}${i}`
    const row = { alias, empresaId: at.empresaId }
    const fields = readableFields(line)
    const shown = [
      recordColumns(registry, alias, { ...at, fields }),
      ...lineColumns(registry, line, { ...at, alias, depth: at.depth + 1 }),
    ]
    const order = number === null ? [] : [column(alias, number)]
    const own = sql`${column(alias, TENANT_COLUMN)} = ${at.empresaId}::int8 and ${column(alias, field)} = ${column(at.alias, 'id')}${andCondition(line, row)}`
    return [
      sql`(select coalesce(json_agg(row_to_json(y)), '[]') from (select ${join(shown, ', ')} from ${records(line, alias)} where ${own}
order by ${join([...order, column(alias, 'id')], ', ')}) y) as ${trusted(`"${name}"`)}`,
    ]
  })
}

/**
 * The name of `readSql`, whose text is the same for everyone who sees the whole dictionary. None for a caller's own
 * view: each name costs memory on every connection.
 */
export function readName(
  whole: Registry,
  of: {
    readonly registry: Registry
    readonly model: Model
    readonly isLean: boolean
    readonly withLines: boolean
  },
): string | undefined {
  if (of.registry !== whole) return undefined
  return `read:${of.model.table}:${of.isLean}${of.withLines ? ':lines' : ''}`
}

/** Those of the given ids whose records fulfil the condition of this view of the model. */
export function reachedSql(
  { model, empresaId }: Omit<RecordKey, 'id'>,
  ids: readonly string[],
  lock: 'lock' | 'read',
): Sql {
  const tenant =
    model.scope === 'tenant'
      ? sql`${column('r', TENANT_COLUMN)} = ${empresaId}::int8 and `
      : trusted('')
  // By id, like everything that locks several records, so that two of them cannot deadlock.
  const end = trusted(lock === 'lock' ? ' order by r.id for no key update' : '')
  return sql`select r.id::text as id from ${table(model, 'r')}
where ${tenant}${column('r', 'id')} = any(${ids}::int8[])${andCondition(model, { alias: 'r', empresaId })}${end}`
}

/**
 * Locks a record for a change and returns the given fields as text; others may still create references to it meanwhile.
 */
export function lockSql(key: RecordKey, names: readonly string[]): Sql {
  const version = key.model.scope === 'tenant' ? ['version'] : []
  const values = ['id', ...version, ...names].map(
    (name) => sql`${column('r', name)}::text as ${trusted(`"${name}"`)}`,
  )
  return sql`select ${join(values, ', ')} from ${table(key.model, 'r')} where ${whereKey(key, 'r')} for no key update`
}

/** Inserts one record. `id` null: a global model's own sequence assigns it. The returned row has `id`. */
export function insertSql(
  key: Omit<RecordKey, 'id'> & { readonly id: string | null },
  values: ReadonlyMap<string, FieldValue | null>,
  now: string,
): Sql {
  const { model, empresaId, id } = key
  const system: (readonly [string, Sql])[] =
    model.scope === 'tenant'
      ? [
          [TENANT_COLUMN, sql`${empresaId}::int8`],
          ['id', sql`${id}::int8`],
          ['creado_en', sql`${now}::timestamptz`],
          ['modificado_en', sql`${now}::timestamptz`],
        ]
      : []
  const own = [...values].flatMap(([name, value]): (readonly [string, Sql])[] => {
    const field = model.fieldByName.get(name)
    return field === undefined ? [] : [[name, sql`${value}${cast(field)}`]]
  })
  const all = [...system, ...own]
  const into = trusted(`"${model.table}"`)
  if (all.length === 0) return sql`insert into ${into} default values returning id::text as id`
  const names = trusted(all.map(([name]) => `"${name}"`).join(', '))
  const list = join(
    all.map(([, value]) => value),
    ', ',
  )
  return sql`insert into ${into} (${names}) values (${list}) returning id::text as id`
}

/** Changes the given fields of one record; a tenant record's version is incremented. */
export function updateSql(
  key: RecordKey,
  values: ReadonlyMap<string, FieldValue | null>,
  now: string,
): Sql {
  const own = [...values].flatMap(([name, value]) => {
    const field = key.model.fieldByName.get(name)
    return field === undefined ? [] : [sql`${trusted(`"${name}"`)} = ${value}${cast(field)}`]
  })
  const system =
    key.model.scope === 'tenant'
      ? [sql`version = version + 1`, sql`modificado_en = ${now}::timestamptz`]
      : []
  return sql`update ${table(key.model, 'r')} set ${join([...own, ...system], ', ')} where ${whereKey(key, 'r')}`
}

/** One row per field whose reference was not found. */
export function missingReferencesSql(
  registry: Registry,
  key: Omit<RecordKey, 'id'>,
  values: ReadonlyMap<string, FieldValue | null>,
): Sql | null {
  const checks = key.model.references.flatMap((field) => {
    const value = values.get(field.name)
    const target = registry.models.get(field.target)
    if (value === undefined || value === null || target === undefined) return []
    const wanted = whereKey({ model: target, empresaId: key.empresaId, id: String(value) }, 't')
    return [
      sql`select ${field.name}::text as field where not exists (select from ${records(target, 't')} where ${wanted})`,
    ]
  })
  return checks.length === 0 ? null : join(checks, ' union all ')
}

/** One row when the record is an ancestor of the one that `field` is to refer to, or that one itself. */
export function ancestorSql(key: RecordKey, field: ReferenceField, reference: string): Sql {
  const { model, empresaId } = key
  const parent = sameRecord(model, { alias: 't', empresaId }, sql`a.id`)
  // A record that is met twice is not followed again, so even an existing cycle comes to an end.
  return sql`with recursive a(id) as (select ${reference}::int8 union
select ${column('t', field.name)} from a join ${records(model, 't')} on ${parent})
select 1 as found from a where id = ${key.id}::int8`
}

// The contract's `dependents` shows the first ten; a count goes to the end.
const SHOWN_DEPENDENTS = 10

/** Records of a model that are to be deleted, and all that goes with them, by model. */
export interface LeavingRecords extends Omit<RecordKey, 'id'> {
  readonly ids: readonly string[]
  readonly leaving: ReadonlyMap<string, readonly string[]>
}

/** One row per model that holds records which refer to these and stay: `model`, `count` and the first ten `ids`. */
export function dependentsSql(registry: Registry, key: LeavingRecords): Sql | null {
  const byModel = new Map<string, Field['name'][]>()
  for (const { model, field } of key.model.dependents) {
    if (registry.models.get(model)?.fieldByName.has(field) !== true) continue
    byModel.set(model, [...(byModel.get(model) ?? []), field])
  }
  const parts = [...byModel].flatMap(([name, fields]) => {
    const model = registry.models.get(name)
    return model === undefined ? [] : [dependentsOfModel(model, fields, key)]
  })
  return parts.length === 0 ? null : join(parts, ' union all ')
}

function dependentsOfModel(model: Model, fields: readonly string[], key: LeavingRecords): Sql {
  const refers = join(
    fields.map((field) => sql`${column('d', field)} = any(${key.ids}::int8[])`),
    ' or ',
  )
  const tenant =
    model.scope === 'tenant'
      ? sql`${column('d', TENANT_COLUMN)} = ${key.empresaId}::int8 and `
      : trusted('')
  // What goes too, such as a record that refers to itself, does not keep a record from being deleted.
  const leaving = key.leaving.get(model.name)
  const other =
    leaving === undefined ? trusted('') : sql` and ${column('d', 'id')} <> all(${leaving}::int8[])`
  const name = trusted(`'${model.name}'::text`)
  return sql`select ${name} as model, count(*) as count, (array_agg(d.id order by d.id))[1:${trusted(String(SHOWN_DEPENDENTS))}]::text[] as ids
from ${records(model, 'd')} where ${tenant}(${refers})${other}${andCondition(model, { alias: 'd', empresaId: key.empresaId })} having count(*) > 0`
}
