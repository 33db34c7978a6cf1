import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'csv-parse/sync'
import type pg from 'pg'
import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'
import { withMigrationLock } from '@oficina/postgres/migrate.ts'

import type { Field, Model, Registry } from '../../dictionary/types.ts'
import { defaultOf, referenceKeys, upsert } from './catalog-rows.ts'

/** The rows of the global catalogs that come with the service: one CSV per model. */
export const CATALOG_DIR = join(import.meta.dirname, '..', '..', '..', 'data')

const BATCH = 1_000

/**
 * Loads the catalogs of the folder whose files changed since they were last loaded. Rows are matched by their natural
 * key: known ones are updated, new ones added, none removed, so ids that records refer to stay.
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
    // Rows that refer to rows of the same file can do so once all of them exist.
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
  /** The name of the column in the file. */
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
  const tx = txOf(client)
  const references = await referenceKeys(tx, registry, fields)
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
    await upsert(tx, model, { fields, batch })
  }
}

/** Statements on a connection of its own, which holds the migration lock. */
function txOf(client: pg.Client): Tx {
  return {
    query: async <T>({ text, values }: Sql) => {
      const result = await client.query({ text, values: [...values] })
      // The caller names the row type that its statement selects.
      return result.rows as T[]
    },
    execute: async ({ text, values }) => {
      const result = await client.query({ text, values: [...values] })
      return result.rowCount ?? 0
    },
  }
}

function refersTo(field: Field, model: Model): boolean {
  return field.type === 'reference' && field.target === model.name
}

function fieldOf(model: Model, name: string, file: string): Field {
  const field = model.fieldByName.get(name)
  if (field === undefined) throw new Error(`${file}:1: ${model.name} has no field ${name}`)
  return field
}

/** Reads the claves of Mexico's states by their INEGI numbers. */
export async function readStates(owner: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await owner.query<{ clave: string; numero: string }>(sql`
    select e.clave, e.clave_inegi as numero from public.estado e
    join public.pais p on p.id = e.pais where p.clave = 'MEX' and e.clave_inegi is not null`)
  return new Map(rows.map(({ clave, numero }) => [numero, clave]))
}
