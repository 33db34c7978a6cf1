import type { Tx } from '@oficina/kit/database.ts'

import { sumKey } from '../../dictionary/formula.ts'
import type { Lines, Model, SumOfLines } from '../../dictionary/types.ts'
import { decimal } from '../../fiscal/decimal.ts'
import { NO_LINES, type LineSums } from '../../query/computed-values.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  clearNumbersSql,
  deleteManySql,
  headIdsSql,
  lastNumbersSql,
  lineIdsSql,
  ratedTaxesSql,
  storedSql,
  sumsSql,
  updateManySql,
} from '../../query/line-sql.ts'
import type { EmpresaId } from '../tenant-database.ts'

type Stored = ReadonlyMap<string, string | null>

/** A model's records in one company. */
export interface RecordsOf {
  readonly model: Model
  readonly empresa: EmpresaId
}

/** Locks records, in the order of their ids, and gives all their stored fields as text, by id; not there: no such record. */
export async function lockRecords(
  tx: Tx,
  records: RecordsOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stored>> {
  return await findStored(tx, records, { ids, lock: 'lock' })
}

/** Reads the same without a lock. */
export async function readRecords(
  tx: Tx,
  records: RecordsOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stored>> {
  return await findStored(tx, records, { ids, lock: 'read' })
}

async function findStored(
  tx: Tx,
  { model, empresa }: RecordsOf,
  { ids, lock }: { readonly ids: readonly string[]; readonly lock: 'lock' | 'read' },
): Promise<ReadonlyMap<string, Stored>> {
  if (ids.length === 0) return new Map()
  const names = model.fields.filter(({ type }) => type !== 'secret').map(({ name }) => name)
  const rows = await tx.query<Record<string, string | null>>(
    storedSql({ model, empresaId: empresa, ids }, names, lock),
  )
  return new Map(rows.map((row) => [row['id'] ?? '', new Map(Object.entries(row))]))
}

/** Changes records in one statement; each of `rows` has a value for each of `fields`. */
export async function updateRecords(
  tx: Tx,
  { model, empresa }: RecordsOf,
  change: {
    readonly rows: readonly {
      readonly id: string
      readonly values: ReadonlyMap<string, FieldValue | null>
    }[]
    readonly fields: readonly string[]
    readonly now: string
  },
): Promise<void> {
  if (change.rows.length === 0) return
  await tx.execute(updateManySql({ model, empresaId: empresa, ...change }))
}

/** Before several lines of a document change their numbers. */
export async function clearNumbers(
  tx: Tx,
  { model, empresa }: RecordsOf,
  change: { readonly ids: readonly string[]; readonly number: string },
): Promise<void> {
  await tx.execute(clearNumbersSql({ model, empresaId: empresa, ids: change.ids }, change.number))
}

export async function deleteRecords(
  tx: Tx,
  { model, empresa }: RecordsOf,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await tx.execute(deleteManySql({ model, empresaId: empresa, ids }))
}

/** Lines of some heads. */
export interface LinesOfHeads extends RecordsOf {
  readonly lines: Lines
  readonly heads: readonly string[]
}

function sqlOf({ empresa, ...lines }: LinesOfHeads) {
  return { ...lines, empresaId: empresa }
}

/** Finds the records whose reference `field` leads to one of these. */
export async function findLineIds(
  tx: Tx,
  { model, empresa, field }: RecordsOf & { readonly field: string },
  heads: readonly string[],
): Promise<readonly string[]> {
  if (heads.length === 0) return []
  const rows = await tx.query<{ id: string }>(
    lineIdsSql({ model, empresaId: empresa, lines: { field }, heads }),
  )
  return rows.map(({ id }) => id)
}

/** Finds the heads of lines, without a lock. */
export async function findHeadIds(
  tx: Tx,
  { model, empresa }: RecordsOf,
  wanted: { readonly ids: readonly string[]; readonly field: string },
): Promise<readonly string[]> {
  const keys = { model, empresaId: empresa, ids: wanted.ids }
  const rows = await tx.query<{ head: string }>(headIdsSql(keys, wanted.field))
  return rows.map(({ head }) => head)
}

/** Finds the last line number of each head that has lines. */
export async function findLastNumbers(
  tx: Tx,
  linesOfHeads: LinesOfHeads,
  number: string,
): Promise<ReadonlyMap<string, bigint>> {
  if (linesOfHeads.heads.length === 0) return new Map()
  const rows = await tx.query<{ head: string; last: string | null }>(
    lastNumbersSql(sqlOf(linesOfHeads), number),
  )
  return new Map(rows.map(({ head, last }) => [head, BigInt(last ?? '0')]))
}

/** What the lines of each head make; a head without lines is not there. */
export async function sumLines(
  tx: Tx,
  linesOfHeads: LinesOfHeads,
  sums: readonly SumOfLines[],
): Promise<ReadonlyMap<string, LineSums>> {
  if (linesOfHeads.heads.length === 0) return new Map()
  const rows = await tx.query<Record<string, string>>(sumsSql(sqlOf(linesOfHeads), sums))
  return new Map(
    rows.map((row) => {
      const own = sums.map((sum, i) => [sumKey(sum), decimal(row[`s${i}`] ?? '0')] as const)
      return [row['head'] ?? '', { ...NO_LINES, sums: new Map(own), hasLines: true }]
    }),
  )
}

/** A tax of a line, as it is reckoned: its base times its rate. */
export interface RatedTax {
  readonly id: string
  readonly line: string
  readonly head: string
  /** The same of what is reckoned alike. */
  readonly rate: string
  readonly tasa: string
  readonly base: string
  readonly importe: string
}

/** Finds the taxes of all lines of heads, of those that have a rate. */
export async function findRatedTaxes(
  tx: Tx,
  wanted: LinesOfHeads & { readonly breakdown: { readonly model: Model; readonly field: string } },
): Promise<readonly RatedTax[]> {
  return await tx.query<RatedTax>(ratedTaxesSql({ ...sqlOf(wanted), breakdown: wanted.breakdown }))
}
