import { TENANT_COLUMN } from '../dictionary/types.ts'
import { keyCondition, literal, quoted } from './ddl.ts'
import {
  keyColumns,
  type ColumnShape,
  type ColumnType,
  type KeyShape,
  type ReferenceShape,
  type TableShape,
} from './table-shape.ts'

// As many as a person can look at; the number of all stands beside them.
const SHOWN = 5

/** Queries of one row: `found`, the first rows in words or null where there are none, and `groups`, how many there are. */
function rowsWhere({ table, scope }: TableShape, condition: string): string {
  const company = scope === 'tenant' ? ` || ' of company ' || ${TENANT_COLUMN}` : ''
  const order = scope === 'tenant' ? `${TENANT_COLUMN}, id` : 'id'
  return `select string_agg(told, ', ' order by place) filter (where place <= ${SHOWN}) as found, count(*)::text as groups
    from (select 'id ' || id${company} as told, row_number() over (order by ${order}) as place
      from ${quoted(table)} t where ${condition}) g`
}

/** All rows: those that a required column without a default finds. */
export function allRowsOf(shape: TableShape): string {
  return rowsWhere(shape, 'true')
}

export function rowsWithout(shape: TableShape, { name }: ColumnShape): string {
  return rowsWhere(shape, `${quoted(name)} is null`)
}

export function rowsWith(shape: TableShape, { name }: ColumnShape): string {
  return rowsWhere(shape, `${quoted(name)} is not null`)
}

export function rowsWithOtherChoice(shape: TableShape, column: ColumnShape): string {
  return rowsWhere(shape, notAmong(column))
}

export function notAmong({ choices, name }: ColumnShape): string {
  return `${quoted(name)} not in (${(choices ?? []).map(literal).join(', ')})`
}

/** Rows whose value another type would not hold, digit for digit. */
export function rowsBeyond(shape: TableShape, { name }: ColumnShape, type: ColumnType): string {
  const value = quoted(name)
  switch (type.kind) {
    case 'varchar':
      return rowsWhere(shape, `char_length(${value}::text) > ${type.length}`)
    case 'numeric': {
      const limit = `1${'0'.repeat(type.precision - type.scale)}`
      const isBeyond = `${value}::numeric <> round(${value}::numeric, ${type.scale}) or abs(${value}::numeric) >= ${limit}`
      return rowsWhere(shape, isBeyond)
    }
    case 'text':
    case 'int8':
    case 'date':
    case 'timestamptz':
    case 'boolean':
    case 'jsonb':
    case 'other':
      return rowsWhere(shape, `${value} is not null`)
  }
}

export function rowsWithoutTarget(shape: TableShape, reference: ReferenceShape): string {
  return rowsWhere(shape, withoutTarget(shape, reference))
}

export function withoutTarget(
  { scope }: TableShape,
  { column, targetScope, targetTable }: ReferenceShape,
): string {
  const isTenant = scope === 'tenant' && targetScope === 'tenant'
  const company = isTenant ? `z.${TENANT_COLUMN} = t.${TENANT_COLUMN} and ` : ''
  const target = `select from ${quoted(targetTable)} z where ${company}z.id = t.${quoted(column)}`
  return `t.${quoted(column)} is not null and not exists (${target})`
}

/**
 * Rows that a new unique key would find to be the same. Columns that come with this start are the same in all rows if they
 * have a default, and empty if not, so that nothing is the same; null then: no query is needed.
 */
export function rowsOfOneKey(old: TableShape, shape: TableShape, key: KeyShape): string | null {
  const present = new Set(old.columns.map(({ name }) => name))
  const fresh = shape.columns.filter(({ name }) => key.columns.includes(name) && !present.has(name))
  if (fresh.some(({ initial }) => initial === null)) return null
  const columns = keyColumns(
    shape,
    key.columns.filter((name) => present.has(name)),
  )
  const filled = columns.map((name) => `${quoted(name)} is not null`)
  const inForce = present.has('estado') ? keyCondition(old, key) : null
  const conditions = [...filled, inForce ?? 'true'].join(' and ')
  const group = columns.length === 0 ? '' : `group by ${columns.map(quoted).join(', ')} `
  return `select string_agg(ids, '; ') filter (where place <= ${SHOWN}) as found, count(*)::text as groups
    from (select 'ids ' || string_agg(id::text, ', ' order by id) as ids, row_number() over (order by min(id)) as place
      from ${quoted(shape.table)} where ${conditions}
      ${group}having count(*) > 1) g`
}
