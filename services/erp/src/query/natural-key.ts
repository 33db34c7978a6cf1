import { join, sql, type Sql } from '@oficina/kit/sql.ts'

import type { Model, Registry } from '../dictionary/types.ts'
import { column, sameRecord, table } from './record-columns.ts'

/** The fields by which files name a record of a model: its first unique key, or its id. */
export function naturalKeyFields(model: Model): readonly string[] {
  return model.uniqueKeys[0]?.fields ?? ['id']
}

/**
 * SQL for the key by which files name a record: the fields of its first unique key, references among them by their own
 * natural key, joined by `|`, so that a municipality names its state `MEX|AGU`.
 * @source services/erp/data/README.md
 */
export function naturalKeySql(registry: Registry, model: Model, alias: string): Sql {
  const parts = naturalKeyFields(model).map((name) => {
    const field = model.fieldByName.get(name)
    const target = field?.type === 'reference' ? registry.models.get(field.target) : undefined
    if (target === undefined) return sql`${column(alias, name)}::text`
    const inner = `${alias}_${name}`
    const key = naturalKeySql(registry, target, inner)
    const row = sameRecord(target, inner, column(alias, name), alias)
    return sql`(select ${key} from ${table(target, inner)} where ${row})`
  })
  return join(parts, " || '|' || ")
}
