import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'csv-parse/sync'
import type pg from 'pg'
import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { join as joinSql, sql, trusted, type Sql } from '@oficina/kit/sql.ts'
import { withMigrationLock } from '@oficina/postgres/migrate.ts'

import type { Field, Model, ReferenceField, Registry } from '../../dictionary/types.ts'
import { naturalKeySql } from '../../query/natural-key.ts'
import { quoted } from '../../schema/ddl.ts'
import { defaultOf, referenceKeys, upsert } from './catalog-rows.ts'

/** The rows of the global catalogs that come with the service: one CSV per model. */
export const CATALOG_DIR = join(import.meta.dirname, '..', '..', '..', 'data')

const BATCH = 1_000

/**
 * Loads the catalogs of the folder whose files changed since they were last loaded. Rows are matched by their natural
 * key: known ones are updated, new ones added, none removed, so ids that records refer to stay. A row that somebody
 * changed by hand stays as he left it.
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
    let changed: ReadonlyMap<string, readonly string[]> | null = null
    for (const model of registry.loadOrder) {
      const file = join(folder, `${model.name}.csv`)
      if (model.scope !== 'global' || !existsSync(file)) continue
      const text = await readFile(file, 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      if (loaded.get(model.table) === hash) continue
      changed ??= await changedByHand(txOf(client))
      const kept = changed.get(model.name) ?? []
      const count = await loadCatalog(client, registry, { model, text, file, kept })
      await client.query(
        `insert into oficina.catalogo (tabla, huella) values ($1, $2)
         on conflict (tabla) do update set huella = excluded.huella`,
        [model.table, hash],
      )
      total += count
      log.debug({ model: model.name, count, kept: kept.length }, 'catalog loaded')
    }
    if (total > 0) log.info({ rows: total }, `catalogs: ${total} rows loaded`)
  })
}

/** The ids of the rows of catalogs that somebody changed, by model, as the audit logs of all companies tell. */
async function changedByHand(owner: Tx): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await owner.query<{ modelo: string; registros: readonly string[] }>(sql`
    select m.nombre as modelo, array_agg(distinct a.registro) as registros
    from empresa e
      join registro_auditoria a on a.empresa_id = e.empresa_id and a.operacion = 'cambio'
      join modelo_sistema m on m.id = a.modelo and not m.multiempresa
    group by m.nombre`)
  return new Map(rows.map(({ modelo, registros }) => [modelo, registros]))
}

/** A file of rows of one model, and the ids of the rows that stay as they are. */
export interface CatalogFile {
  readonly model: Model
  readonly text: string
  readonly file: string
  readonly kept: readonly string[]
}

async function loadCatalog(
  client: pg.Client,
  registry: Registry,
  file: CatalogFile,
): Promise<number> {
  await client.query('begin')
  try {
    const count = await writeCatalog(txOf(client), registry, file)
    await client.query('commit')
    return count
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Writes the rows of a file; returns how many there are. @throws Error naming file and line of what leads to nothing */
export async function writeCatalog(
  tx: Tx,
  registry: Registry,
  { file, kept, model, text }: CatalogFile,
): Promise<number> {
  const [header = [], ...lines] = parse(text, {
    bom: true,
    relax_column_count: false,
  })
  const columns = header.map((name, index) => ({ field: fieldOf(model, name, file), index }))
  const flat = columns.filter(({ field }) => !refersTo(field, model))
  await loadColumns(tx, registry, { model, columns: flat, lines, file, kept })
  // Rows that refer to rows of the same file can do so once all of them exist.
  if (flat.length < columns.length) {
    await loadColumns(tx, registry, { model, columns, lines, file, kept })
  }
  return lines.length
}

/**
 * Changes catalogs in one transaction, while no start loads any. What `work` did is kept if it says so, else undone.
 */
export async function changeCatalogs<T>(
  database: Database,
  work: (tx: Tx) => Promise<{ readonly value: T; readonly isKept: boolean }>,
): Promise<T> {
  return await withMigrationLock(database, async (client) => {
    await client.query('set search_path = public')
    await client.query('begin')
    try {
      const { isKept, value } = await work(txOf(client))
      await client.query(isKept ? 'commit' : 'rollback')
      return value
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

/** The rows of a catalog by their natural key: these fields of each, as texts. */
export async function catalogTexts(
  tx: Tx,
  registry: Registry,
  { fields, model }: { readonly model: Model; readonly fields: readonly Field[] },
): Promise<ReadonlyMap<string, readonly (string | null)[]>> {
  const row = { alias: 't', empresaId: '' }
  const texts = fields.map(({ name }) => trusted(`t.${quoted(name)}::text`))
  const rows = await tx.query<{ clave: string | null; textos: readonly (string | null)[] }>(sql`
    select ${naturalKeySql(registry, model, row)} as clave, array[${joinSql(texts, ', ')}] as textos
    from ${trusted(quoted(model.table))} t`)
  return new Map(rows.flatMap(({ clave, textos }) => (clave === null ? [] : [[clave, textos]])))
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
  readonly kept: readonly string[]
}

async function loadColumns(
  tx: Tx,
  registry: Registry,
  { model, columns, lines, file, kept }: CatalogLines,
): Promise<void> {
  const fields = columns.map(({ field }) => field)
  const references = await referenceKeys(tx, registry, fields)
  for (let start = 0; start < lines.length; start += BATCH) {
    const batch = lines.slice(start, start + BATCH).map((line, offset) =>
      columns.map(({ field, index }) => {
        const value = line[index] ?? ''
        if (value === '') return defaultOf(field)
        if (field.type !== 'reference') return value
        const id = references.get(field.target)?.get(value)
        if (id === undefined) {
          throw new NothingThere(file, { line: start + offset + 2, field, key: value })
        }
        return id
      }),
    )
    await upsert(tx, model, { fields, batch, kept })
  }
}

/** A reference that leads to nothing, in a row of a file. */
export class NothingThere extends Error {
  readonly line: number
  readonly target: string
  readonly key: string

  constructor(
    file: string,
    at: { readonly line: number; readonly field: ReferenceField; readonly key: string },
  ) {
    super(`${file}:${at.line}: ${at.field.name}: there is no ${at.field.target} ${at.key}`)
    this.name = 'NothingThere'
    this.line = at.line
    this.target = at.field.target
    this.key = at.key
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
