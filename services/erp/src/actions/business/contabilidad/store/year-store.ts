import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EntryRule } from '../../../../store/journal-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Finds the years by number, with what decides about the one before and the one after. */
export async function findYears(
  tx: Tx,
  empresa: EmpresaId,
): Promise<
  readonly { readonly id: string; readonly ejercicio: number; readonly estado: string }[]
> {
  return await tx.query(
    sql`select id::text as id, ejercicio, coalesce(estado, 'futuro') as estado from ejercicio_fiscal
          where empresa_id = ${empresa}::int8 order by ejercicio`,
  )
}

/** Locks the first period of a year in which something can be posted. */
export async function lockFirstOpenPeriod(
  tx: Tx,
  empresa: EmpresaId,
  year: string,
): Promise<{ readonly id: string; readonly desde: string } | undefined> {
  const rows = await tx.query<{ id: string; desde: string }>(
    sql`select id::text as id, fecha_inicio::text as desde from periodo_contable
          where empresa_id = ${empresa}::int8 and ejercicio = ${year}::int8 and estado = 'abierto'
            and not coalesce(es_ajuste, false)
          order by fecha_inicio limit 1 for share`,
  )
  return rows[0]
}

/** What an account of results holds at the end of a year: debits less credits, in the company's currency. */
export interface ResultRow {
  readonly cuenta: string
  readonly centro_costo: string | null
  readonly saldo: string
}

export async function findResults(
  tx: Tx,
  empresa: EmpresaId,
  day: string,
): Promise<readonly ResultRow[]> {
  return await tx.query<ResultRow>(
    sql`select l.cuenta_contable::text as cuenta, l.centro_costo::text as centro_costo,
            sum(l.cargo - l.abono)::text as saldo
          from poliza p
          join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
          join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = l.cuenta_contable
            and c.tipo in ('ingreso', 'costo', 'gasto')
          where p.empresa_id = ${empresa}::int8 and p.estado in ('aplicada', 'reversada') and p.fecha <= ${day}::date
          group by l.cuenta_contable, l.centro_costo, c.clave having sum(l.cargo - l.abono) <> 0
          order by c.clave, l.centro_costo`,
  )
}

/** Finds the active account that takes entries and has one of the SAT's codes, by code. */
export async function findAccountsByCode(
  tx: Tx,
  empresa: EmpresaId,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ codigo: string; id: string }>(
    sql`select distinct on (g.codigo) g.codigo, c.id::text as id from codigo_agrupador g
          join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.codigo_agrupador = g.id
            and c.activo and c.acepta_movimientos
          where g.codigo = any(${codes}::text[]) order by g.codigo, c.id`,
  )
  return new Map(rows.map(({ codigo, id }) => [codigo, id]))
}

/** Finds the type of entry that the service's own entries of the class `DI` have. */
export async function findDailyType(
  tx: Tx,
  empresa: EmpresaId,
): Promise<Pick<EntryRule, 'tipo' | 'tipo_clave' | 'reinicia'> | undefined> {
  const rows = await tx.query<Pick<EntryRule, 'tipo' | 'tipo_clave' | 'reinicia'>>(
    sql`select t.id::text as tipo, t.clave as tipo_clave, t.reinicia from tipo_poliza t
          join clase_poliza c on c.id = t.clase
          where t.empresa_id = ${empresa}::int8 and coalesce(t.activo, true)
          order by c.clave = 'DI' desc, t.es_automatica desc nulls last, t.id limit 1`,
  )
  return rows[0]
}

/** Finds the days and periods of entries. */
export async function findEntryDays(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<
  ReadonlyMap<string, { readonly fecha: string; readonly periodo: string; readonly estado: string }>
> {
  const rows = await tx.query<{ id: string; fecha: string; periodo: string; estado: string }>(
    sql`select p.id::text as id, p.fecha::text as fecha, p.periodo::text as periodo, q.estado from poliza p
          join periodo_contable q on q.empresa_id = ${empresa}::int8 and q.id = p.periodo
          where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[]) for share of q`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
