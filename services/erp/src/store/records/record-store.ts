import type { Tx } from '@oficina/kit/database.ts'
import { sql, withName } from '@oficina/kit/sql.ts'

import type { Model, ReferenceField, Registry } from '../../dictionary/types.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { namesSql, type FoundRow } from '../../query/listing/search-sql.ts'
import { wholeRecord } from '../../query/record-request.ts'
import {
  ancestorSql,
  insertSql,
  lockSql,
  missingReferencesSql,
  reachedSql,
  readSql,
  updateSql,
} from '../../query/record-sql.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** A record on the wire: JSON text as the database made it, and its version (null for a global model). */
export interface StoredRecord {
  readonly id: string
  readonly json: string
  readonly version: number | null
}

export interface RecordKey {
  readonly model: Model
  readonly empresa: EmpresaId
  readonly id: string
}

/** Records in words, by id. */
export async function readTexts(
  registry: Registry,
  tx: Tx,
  table: { readonly model: Model; readonly empresa: EmpresaId; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const wanted = { empresaId: table.empresa, ids: table.ids }
  const rows = await tx.query<FoundRow>(namesSql(registry, table.model, wanted))
  return new Map(rows.map(({ id, text }) => [String(id), text]))
}

/** @param nameOf the name of the statement with this text, if it has one */
export async function readRecord(
  registry: Registry,
  tx: Tx,
  {
    nameOf,
    withLines,
    ...key
  }: RecordKey & {
    readonly nameOf: (text: string) => string | undefined
    readonly withLines: boolean
  },
): Promise<StoredRecord | undefined> {
  const plan = { ...wholeRecord(key.model), withLines }
  const statement = readSql(registry, { ...key, empresaId: key.empresa }, plan)
  const rows = await tx.query<{ record: string; version: number | null }>(
    withName(nameOf(statement.text), statement),
  )
  const [row] = rows
  return row === undefined ? undefined : { id: key.id, json: row.record, version: row.version }
}

/** Finds those of the ids whose records are in a view of a model. */
export async function findReached(
  tx: Tx,
  table: { readonly model: Model; readonly empresa: EmpresaId; readonly lock: 'lock' | 'read' },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    reachedSql({ model: table.model, empresaId: table.empresa }, ids, table.lock),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Locks the record and returns all its stored fields as text; undefined when there is none. */
export async function lockRecord(
  tx: Tx,
  key: RecordKey,
): Promise<ReadonlyMap<string, string | null> | undefined> {
  const names = key.model.fields.filter(({ type }) => type !== 'secret').map(({ name }) => name)
  const rows = await tx.query<Record<string, string | null>>(
    lockSql({ ...key, empresaId: key.empresa }, names),
  )
  const [row] = rows
  return row === undefined ? undefined : new Map(Object.entries(row))
}

export interface NewRecord {
  readonly model: Model
  readonly empresa: EmpresaId
  readonly values: ReadonlyMap<string, FieldValue | null>
  readonly now: string
  /** Reserved by `nextId` for a tenant model; null for a global one, whose sequence assigns it. */
  readonly id: string | null
}

/** Inserts a record; returns its id. */
export async function insertRecord(tx: Tx, record: NewRecord): Promise<string> {
  const { model, empresa, values, now, id } = record
  const rows = await tx.query<{ id: string }>(
    insertSql({ model, empresaId: empresa, id }, values, now),
  )
  const [row] = rows
  if (row === undefined) throw new Error(`insert into ${model.table} returned no row`)
  return row.id
}

/**
 * Reserves `count` ids of a company's table; returns the first. Outside a transaction it holds no lock, so that writers
 * of one table do not wait for each other; an id that is then not used leaves a gap.
 */
export async function nextId(
  tx: Tx,
  table: { readonly model: Model; readonly empresa: EmpresaId; readonly count: number },
): Promise<string> {
  const rows = await tx.query<{ first: string }>(sql`
    insert into oficina.contador as c (empresa_id, tabla, ultimo)
    values (${table.empresa}::int8, ${table.model.table}, ${table.count}::int8)
    on conflict (empresa_id, tabla) do update set ultimo = c.ultimo + excluded.ultimo
    returning (c.ultimo - ${table.count}::int8 + 1)::text as first`)
  const [row] = rows
  if (row === undefined) throw new Error('the counter returned no row')
  return row.first
}

export async function updateRecord(
  tx: Tx,
  key: RecordKey,
  change: { readonly values: ReadonlyMap<string, FieldValue | null>; readonly now: string },
): Promise<void> {
  await tx.execute(updateSql({ ...key, empresaId: key.empresa }, change.values, change.now))
}

/** Finds those of the fields in `values` whose reference was not found. */
export async function findMissingReferences(
  registry: Registry,
  tx: Tx,
  wanted: Pick<NewRecord, 'model' | 'empresa' | 'values'>,
): Promise<readonly string[]> {
  const { model, empresa, values } = wanted
  const statement = missingReferencesSql(registry, { model, empresaId: empresa }, values)
  if (statement === null) return []
  const rows = await tx.query<{ field: string }>(statement)
  return rows.map(({ field }) => field)
}

/**
 * Whether a reference to this record would make the record its own ancestor. The lock lets one transaction at a time
 * change the tree, so that two of them do not create a cycle together; it is taken once and ends with the transaction.
 */
export async function closesCircle(
  tx: Tx,
  key: RecordKey,
  to: { readonly field: ReferenceField; readonly reference: string },
): Promise<boolean> {
  const owner = key.model.scope === 'tenant' ? key.empresa : ''
  const tree = `${owner} ${key.model.table}.${to.field.name}`
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${tree}, 0))`)
  const found = await tx.query(
    ancestorSql({ ...key, empresaId: key.empresa }, to.field, to.reference),
  )
  return found.length > 0
}
