import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/**
 * Lets one transaction at a time take numbers of the company, to its end. Whatever takes numbers in several steps (stock
 * that moves, then the entries of it) asks for this first: two of them could wait for each other's counters otherwise.
 */
export async function lockCounters(tx: Tx, empresa: EmpresaId): Promise<void> {
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended('contadores:' || ${empresa}::text, 0))`,
  )
}

/** Numbers that follow each other and are all reserved, `last` among them. */
export interface NumberRange {
  readonly first: number
  readonly last: number
}

/**
 * Takes numbers from the company's counters: how many are wanted, by counter; returns those of each. The counters
 * stay locked to the end of the transaction, so this comes after all other locks; taken in alphabetical order, no two
 * transactions can deadlock. A failed transaction gives its numbers back, so there are no gaps.
 */
export async function takeNumbers(
  tx: Tx,
  empresa: EmpresaId,
  wanted: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, NumberRange>> {
  const needed = [...wanted].filter(([, count]) => count > 0).map(([tabla, n]) => ({ tabla, n }))
  if (needed.length === 0) return new Map()
  const rows = await tx.query<{ tabla: string; ultimo: number }>(
    sql`insert into oficina.contador as c (empresa_id, tabla, ultimo)
          select ${empresa}::int8, n.tabla, n.n from jsonb_to_recordset(${JSON.stringify(needed)}::jsonb)
            as n(tabla text, n int8) order by n.tabla
          on conflict (empresa_id, tabla) do update set ultimo = c.ultimo + excluded.ultimo
          returning tabla, ultimo`,
  )
  const counts = new Map(needed.map(({ tabla, n }) => [tabla, n]))
  return new Map(rows.map(({ tabla, ultimo }) => [tabla, rangeUpTo(ultimo, counts.get(tabla))]))
}

function rangeUpTo(last: number, count = 0): NumberRange {
  return { first: last - count + 1, last }
}

/** Takes one number from a counter. */
export async function takeNumber(tx: Tx, empresa: EmpresaId, counter: string): Promise<number> {
  return numberSource(await takeNumbers(tx, empresa, new Map([[counter, 1]])))(counter)
}

/**
 * Hands out the numbers that `takeNumbers` took, one by one, and refuses the next one beyond them: it belongs to whoever
 * takes numbers after this transaction, so that a miscount would only be seen there, as a key that exists already.
 */
export function numberSource(taken: ReadonlyMap<string, NumberRange>): (counter: string) => number {
  const next = new Map([...taken].map(([counter, { first }]) => [counter, first]))
  return (counter) => {
    const number = next.get(counter)
    const last = taken.get(counter)?.last
    if (number === undefined || last === undefined)
      throw new Error(`no numbers were taken from ${counter}`)
    if (number > last) throw new Error(`no more numbers were taken from ${counter}`)
    next.set(counter, number + 1)
    return number
  }
}

/** How a series writes its numbers, in SQL and in TypeScript: at least five digits. */
const FOLIO_DIGITS = 5

export function folioOf(prefix: string, number: number): string {
  return prefix + String(number).padStart(FOLIO_DIGITS, '0')
}

export interface EntryNumbers {
  /** The numbers of each counter. */
  readonly ranges: ReadonlyMap<string, NumberRange>
  /** Folios of the series that entries already have, typed by hand. */
  readonly taken: ReadonlySet<string>
}

/** The counter of a series of entry folios. */
export function folioCounter(prefix: string): string {
  return `folio:poliza:${prefix}`
}

/**
 * Takes numbers from counters and from series of entry folios, by prefix, in one statement: from here to the end of the
 * transaction other writers of the company's entries wait.
 */
export async function takeEntryNumbers(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly counters: ReadonlyMap<string, number>
    readonly series: ReadonlyMap<string, number>
  },
): Promise<EntryNumbers> {
  const needed = [
    ...[...wanted.counters].map(([tabla, n]) => ({ tabla, n, prefijo: null })),
    ...[...wanted.series].map(([prefijo, n]) => ({ tabla: folioCounter(prefijo), n, prefijo })),
  ].filter(({ n }) => n > 0)
  if (needed.length === 0) return { ranges: new Map(), taken: new Set() }
  const rows = await tx.query<NumberRange & { tabla: string; ocupados: readonly string[] }>(
    sql`with n as (
            select * from jsonb_to_recordset(${JSON.stringify(needed)}::jsonb) as n(tabla text, n int8, prefijo text)),
          t as (
            insert into oficina.contador as c (empresa_id, tabla, ultimo)
            select ${empresa}::int8, n.tabla, n.n from n order by n.tabla
            on conflict (empresa_id, tabla) do update set ultimo = c.ultimo + excluded.ultimo
            returning tabla, ultimo),
          f as materialized (
            select t.tabla,
              n.prefijo || lpad(g.numero::text, greatest(${FOLIO_DIGITS}::int4, length(g.numero::text)), '0') as folio
            from t join n using (tabla), generate_series(t.ultimo - n.n + 1, t.ultimo) as g(numero)
            where n.prefijo is not null)
          select t.tabla, t.ultimo - n.n + 1 as first, t.ultimo as last, array(
              select p.folio from f join poliza p on p.empresa_id = ${empresa}::int8 and p.folio = f.folio
              where f.tabla = t.tabla) as ocupados
          from t join n using (tabla)`,
  )
  return {
    ranges: new Map(rows.map(({ tabla, first, last }) => [tabla, { first, last }])),
    taken: new Set(rows.flatMap(({ ocupados }) => ocupados)),
  }
}
