import { join, sql, type Sql } from '@oficina/kit/sql.ts'

import type { Model, Registry } from '../dictionary/types.ts'
import { column, records, sameRecord, type RowOfCompany } from './record-columns.ts'

/** The fields by which files identify a record of a model: its first unique key, or its id. */
export function naturalKeyFields(model: Model): readonly string[] {
  const key = model.uniqueKeys.find(({ unlessState }) => unlessState === undefined)
  return key?.fields ?? ['id']
}

/**
 * SQL for the key by which files identify a record: the fields of its first unique key, references among them by their
 * own natural key, joined by `|`, so that a municipality gives its state as `MEX|AGU`.
 * @source services/erp/data/README.md
 */
export function naturalKeySql(registry: Registry, model: Model, row: RowOfCompany): Sql {
  const { alias, empresaId } = row
  const parts = naturalKeyFields(model).map((name) => {
    const field = model.fieldByName.get(name)
    const target = field?.type === 'reference' ? registry.models.get(field.target) : undefined
    if (target === undefined) return sql`${column(alias, name)}::text`
    const inner = `${alias}_${name}`
    const below = { alias: inner, empresaId }
    const key = naturalKeySql(registry, target, below)
    const wanted = sameRecord(target, below, column(alias, name))
    return sql`(select ${key} from ${records(target, inner)} where ${wanted})`
  })
  return join(parts, " || '|' || ")
}
