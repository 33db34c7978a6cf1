import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { Field, Model, Registry } from '../../dictionary/types.ts'
import { FileProblem } from '../../files/file-problem.ts'
import { PUBLISHED_NOT_FOUND } from '../../messages/files.ts'
import { naturalKeyFields, naturalKeySql } from '../../query/natural-key.ts'
import { parameterType } from '../../query/parameter-type.ts'
import { quoted } from '../../schema/ddl.ts'

const BATCH = 1_000

/** Rows of a global catalog as texts: references by the natural key of the other row, empty for the default or null. */
export interface CatalogRows {
  readonly model: Model
  readonly fields: readonly Field[]
  readonly rows: AsyncIterable<{ readonly number: number; readonly cells: readonly string[] }>
  /** Names the source of a row in messages, such as `CPdescarga.txt:7`. */
  readonly placeOf: (row: number) => string
  readonly onProgress: (rows: number) => void
}

/**
 * Updates the rows of a large catalog in one transaction: known ones by their natural key, new ones added, none
 * removed. Returns the number of rows, and of those whose optional reference was not found and was left empty.
 * @throws FileProblem naming the row whose required reference was not found; nothing is stored then
 */
export async function loadCatalogRows(
  database: Database,
  registry: Registry,
  { model, fields, rows, placeOf, onProgress }: CatalogRows,
): Promise<{ readonly rows: number; readonly unresolved: number }> {
  const count = { rows: 0, unresolved: 0 }
  await database.transaction(async (tx) => {
    const references = await referenceKeys(tx, registry, fields)
    const valueOf = (field: Field, text: string, row: number): string | null => {
      if (text === '') return defaultOf(field)
      if (field.type !== 'reference') return text
      const id = references.get(field.target)?.get(text)
      if (id !== undefined) return id
      if (field.required) {
        const missing = { place: placeOf(row), target: field.target, key: text }
        throw new FileProblem(PUBLISHED_NOT_FOUND(missing))
      }
      count.unresolved += 1
      return null
    }
    for await (const batch of batches(rows, BATCH)) {
      const values = batch.map(({ number, cells }) =>
        fields.map((field, index) => valueOf(field, cells[index] ?? '', number)),
      )
      await upsert(tx, model, { fields, batch: distinct(model, fields, values), kept: [] })
      count.rows += batch.length
      onProgress(count.rows)
    }
  })
  return count
}

/** The last row of each natural key: a statement may touch a row only once. */
function distinct(
  model: Model,
  fields: readonly Field[],
  rows: readonly (readonly (string | null)[])[],
): readonly (readonly (string | null)[])[] {
  const key = naturalKeyFields(model).map((name) =>
    fields.findIndex((field) => field.name === name),
  )
  return [...new Map(rows.map((row) => [JSON.stringify(key.map((at) => row[at])), row])).values()]
}

async function* batches<T>(rows: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** What an empty cell means: the default of the field, or null. */
export function defaultOf(field: Field): string | null {
  return field.default?.kind === 'value' ? String(field.default.value) : null
}

/** The ids of the models that these fields refer to, by natural key. */
export async function referenceKeys(
  tx: Tx,
  registry: Registry,
  fields: readonly Field[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const keys = new Map<string, ReadonlyMap<string, string>>()
  // Rows that all companies share never refer to a company's rows.
  const row = { alias: 't', empresaId: '' }
  for (const field of fields) {
    const target = field.type === 'reference' ? registry.models.get(field.target) : undefined
    if (target === undefined || keys.has(target.name)) continue
    const rows = await tx.query<{ clave: string; id: string }>(sql`
      select ${naturalKeySql(registry, target, row)} as clave, t.id::text as id
      from ${trusted(quoted(target.table))} t`)
    keys.set(target.name, new Map(rows.map(({ clave, id }) => [clave, id])))
  }
  return keys
}

/** Rows of a catalog, each with the values of these fields. */
export interface CatalogBatch {
  readonly fields: readonly Field[]
  readonly batch: readonly (readonly (string | null)[])[]
  /** The ids of rows that stay as they are. */
  readonly kept: readonly string[]
}

/** Writes rows of a catalog; no two of them may have the same natural key. */
export async function upsert(
  tx: Tx,
  model: Model,
  { fields, batch, kept }: CatalogBatch,
): Promise<void> {
  const columns = fields.map(({ name }) => quoted(name))
  const key = model.uniqueKeys[0]?.fields ?? []
  const others = fields.filter(({ name }) => !key.includes(name)).map(({ name }) => quoted(name))
  const update = others.map((name) => `${name} = excluded.${name}`).join(', ')
  const isOpen = `${quoted(model.table)}.id <> all($${fields.length + 1}::text[]::int8[])`
  const resolution = update === '' ? 'do nothing' : `do update set ${update} where ${isOpen}`
  const types = fields.map((field, index) => `$${index + 1}::text[]::${parameterType(field)}[]`)
  const list = columns.join(', ')
  const given = `select n.* from unnest(${types.join(', ')}) n (${list})`
  const into = `insert into ${quoted(model.table)} (${list})`
  // Without a key, a row is identified by everything that the file says of it.
  const isKnown = `select from ${quoted(model.table)} t where ${columns
    .map((name) => `t.${name} is not distinct from n.${name}`)
    .join(' and ')}`
  const values = fields.map((_, column) => batch.map((row) => row[column] ?? null))
  await tx.execute({
    text:
      key.length === 0
        ? `with nuevas as materialized (${given} where not exists (${isKnown})) ${into} select * from nuevas`
        : `${into} ${given} on conflict (${key.map(quoted).join(', ')}) ${resolution}`,
    values: key.length === 0 || update === '' ? values : [...values, kept],
  })
}
