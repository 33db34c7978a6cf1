import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Database } from '@oficina/kit/database.ts'
import { withMigrationLock } from '@oficina/kit/migrate.ts'
import type { Log } from '@oficina/kit/log.ts'
import { parse } from 'csv-parse/sync'
import type pg from 'pg'

import type { Field, Model, Registry } from '../dictionary/types.ts'
import { naturalKeySql } from '../query/natural-key.ts'
import { quoted } from '../schema/ddl.ts'

/** The rows of the global catalogs that come with the service: one CSV a model. */
export const CATALOG_DIR = join(import.meta.dirname, '..', '..', 'data')

const BATCH = 1_000

/**
 * Loads the catalogs of the folder whose files changed since they were last loaded. Rows are matched by their natural
 * key: known ones are brought up to date, new ones added, none removed, so ids that records refer to stay.
 */
export async function loadCatalogs(
  database: Database,
  registry: Registry,
  { folder, log }: { readonly folder: string; readonly log: Log },
): Promise<void> {
  await withMigrationLock(database, async (client) => {
    await client.query('set search_path = public')
    const { rows } = await client.query<{ tabla: string; huella: string }>(
      'select tabla, huella from oficina.catalogo',
    )
    const loaded = new Map(rows.map(({ tabla, huella }) => [tabla, huella]))
    let total = 0
    for (const model of registry.loadOrder) {
      const file = join(folder, `${model.name}.csv`)
      if (model.scope !== 'global' || !existsSync(file)) continue
      const text = await readFile(file, 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      if (loaded.get(model.table) === hash) continue
      const count = await loadCatalog(client, registry, { model, text, file })
      await client.query(
        `insert into oficina.catalogo (tabla, huella) values ($1, $2)
         on conflict (tabla) do update set huella = excluded.huella`,
        [model.table, hash],
      )
      total += count
      log.debug({ model: model.name, count }, 'catalog loaded')
    }
    if (total > 0) log.info({ rows: total }, `catalogs: ${total} rows loaded`)
  })
}

interface CatalogFile {
  readonly model: Model
  readonly text: string
  readonly file: string
}

async function loadCatalog(
  client: pg.Client,
  registry: Registry,
  { model, text, file }: CatalogFile,
): Promise<number> {
  const [header = [], ...lines] = parse(text, {
    bom: true,
    relax_column_count: false,
  })
  const columns = header.map((name, index) => ({ field: fieldOf(model, name, file), index }))
  const flat = columns.filter(({ field }) => !refersTo(field, model))
  await client.query('begin')
  try {
    await loadColumns(client, registry, { model, columns: flat, lines, file })
    // Rows that refer to rows of the same file can do so once all of them are there.
    if (flat.length < columns.length) {
      await loadColumns(client, registry, { model, columns, lines, file })
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return lines.length
}

interface Column {
  readonly field: Field
  /** Of the column in the file. */
  readonly index: number
}

interface CatalogLines {
  readonly model: Model
  readonly columns: readonly Column[]
  readonly lines: readonly (readonly string[])[]
  readonly file: string
}

async function loadColumns(
  client: pg.Client,
  registry: Registry,
  { model, columns, lines, file }: CatalogLines,
): Promise<void> {
  const fields = columns.map(({ field }) => field)
  const references = await referenceKeys(client, registry, fields)
  for (let start = 0; start < lines.length; start += BATCH) {
    const batch = lines.slice(start, start + BATCH).map((line, offset) =>
      columns.map(({ field, index }) => {
        const value = line[index] ?? ''
        if (value === '') return defaultOf(field)
        if (field.type !== 'reference') return value
        const id = references.get(field.target)?.get(value)
        if (id === undefined) {
          throw new Error(
            `${file}:${start + offset + 2}: ${field.name}: there is no ${field.target} ${value}`,
          )
        }
        return id
      }),
    )
    await upsert(client, model, { fields, batch })
  }
}

function refersTo(field: Field, model: Model): boolean {
  return field.type === 'reference' && field.target === model.name
}

/** What an empty cell stands for: the default of the field, or null. */
function defaultOf(field: Field): string | null {
  return field.default?.kind === 'value' ? String(field.default.value) : null
}

function fieldOf(model: Model, name: string, file: string): Field {
  const field = model.fieldByName.get(name)
  if (field === undefined) throw new Error(`${file}:1: ${model.name} has no field ${name}`)
  return field
}

/** The ids of the models that these fields refer to, by natural key. */
async function referenceKeys(
  client: pg.Client,
  registry: Registry,
  fields: readonly Field[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const keys = new Map<string, ReadonlyMap<string, string>>()
  for (const field of fields) {
    const target = field.type === 'reference' ? registry.models.get(field.target) : undefined
    if (target === undefined || keys.has(target.name)) continue
    const { rows } = await client.query<{ clave: string; id: string }>(
      `select ${naturalKeySql(registry, target, 't').text} as clave, t.id::text as id from ${quoted(target.table)} t`,
    )
    keys.set(target.name, new Map(rows.map(({ clave, id }) => [clave, id])))
  }
  return keys
}

async function upsert(
  client: pg.Client,
  model: Model,
  {
    fields,
    batch,
  }: { readonly fields: readonly Field[]; readonly batch: readonly (readonly (string | null)[])[] },
): Promise<void> {
  const columns = fields.map(({ name }) => quoted(name))
  const key = model.uniqueKeys[0]?.fields ?? []
  const others = fields.filter(({ name }) => !key.includes(name)).map(({ name }) => quoted(name))
  const update = others.map((name) => `${name} = excluded.${name}`).join(', ')
  const resolution = update === '' ? 'do nothing' : `do update set ${update}`
  // Without a key a row is known by all that the file says of it.
  const conflict =
    key.length === 0
      ? `where not exists (select from ${quoted(model.table)} t where ${columns
          .map((name) => `t.${name} is not distinct from n.${name}`)
          .join(' and ')})`
      : `on conflict (${key.map(quoted).join(', ')}) ${resolution}`
  const types = fields.map((field, index) => `$${index + 1}::text[]::${arrayType(field)}[]`)
  await client.query(
    `insert into ${quoted(model.table)} (${columns.join(', ')})
     select * from unnest(${types.join(', ')}) n (${columns.join(', ')}) ${conflict}`,
    fields.map((_, column) => batch.map((row) => row[column] ?? null)),
  )
}

function arrayType(field: Field): string {
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'secret':
    case 'choice':
      return 'text'
    case 'integer':
    case 'reference':
      return 'int8'
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return 'numeric'
    case 'date':
      return 'date'
    case 'instant':
      return 'timestamptz'
    case 'boolean':
      return 'boolean'
    case 'json':
      return 'jsonb'
  }
}
