import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EntryRule } from '../../../../store/journal-store.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type { PendingDocuments } from './period-store.ts'

/** A locked EjercicioFiscal; its periods are locked too. */
export interface YearRow {
  readonly id: string
  readonly ejercicio: number
  readonly nombre: string
  readonly estado: string
  readonly hasta: string
  /** Its own account of results; null: that of the SAT's code 305.01. */
  readonly cuenta_resultado: string | null
  /** The adjustment period; null: it has none yet. */
  readonly ajuste: string | null
}

/** Locks years with their periods, after everything that is being posted in them has ended. */
export async function lockYears(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, YearRow>> {
  await tx.query(
    sql`select id from periodo_contable where empresa_id = ${empresa}::int8 and ejercicio = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await tx.query<YearRow>(
    sql`select e.id::text as id, e.ejercicio, e.nombre, coalesce(e.estado, 'futuro') as estado,
            e.fecha_fin::text as hasta, e.cuenta_resultado::text as cuenta_resultado,
            (select max(p.id) from periodo_contable p
              where p.empresa_id = ${empresa}::int8 and p.ejercicio = e.id and p.es_ajuste)::text as ajuste
          from ejercicio_fiscal e where e.empresa_id = ${empresa}::int8 and e.id = any(${ids}::int8[])
          order by e.id for no key update of e`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The periods of years that are not closed, but for those of adjustment. */
export async function findOpenPeriods(
  tx: Tx,
  empresa: EmpresaId,
  years: readonly string[],
): Promise<readonly (PendingDocuments & { readonly ejercicio: string })[]> {
  return await tx.query(
    sql`select ejercicio::text as ejercicio, '' as periodo, 'PeriodoContable' as modelo, count(*) as count,
            to_json((array_agg(id order by numero))[1:10]) as ids
          from periodo_contable
          where empresa_id = ${empresa}::int8 and ejercicio = any(${years}::int8[]) and not coalesce(es_ajuste, false)
            and coalesce(estado, 'futuro') <> 'cerrado'
          group by ejercicio`,
  )
}

/** The years by number, with what decides about the one before and the one after. */
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

/** The first period of a year in which something can be posted. */
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

export async function insertAdjustmentPeriod(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly id: number; readonly year: string; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`insert into periodo_contable (empresa_id, id, creado_en, modificado_en, ejercicio, numero, nombre,
            fecha_inicio, fecha_fin, es_ajuste, estado)
          select ${empresa}::int8, ${of.id}::int8, ${of.now}::timestamptz, ${of.now}::timestamptz, e.id,
            (select coalesce(max(p.numero), e.numero_periodos) + 1 from periodo_contable p
              where p.empresa_id = ${empresa}::int8 and p.ejercicio = e.id),
            'Cierre ' || e.ejercicio, e.fecha_fin, e.fecha_fin, true, 'abierto'
          from ejercicio_fiscal e where e.empresa_id = ${empresa}::int8 and e.id = ${of.year}::int8`,
  )
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

/** The active account that takes entries and has one of the SAT's codes, by code. */
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

/** The type of entry that the service's own entries of the class `DI` have. */
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

export async function changeYear(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly id: string; readonly estado: string; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update ejercicio_fiscal set estado = ${of.estado}, version = version + 1, modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = ${of.id}::int8`,
  )
}

/** What closing a year wrote down of itself. */
export interface NewClosing {
  readonly id: number
  readonly year: string
  readonly today: string
  readonly utilidad: string
  readonly cierre: number | null
  readonly apertura: number | null
  readonly usuarioId: string
  readonly now: string
}

/** A year that is closed again after it was opened keeps its one record. */
export async function writeClosing(tx: Tx, empresa: EmpresaId, of: NewClosing): Promise<void> {
  await tx.execute(
    sql`insert into cierre_ejercicio (empresa_id, id, creado_en, modificado_en, ejercicio, fecha, utilidad,
            poliza_cierre, poliza_apertura, ejecutado_por, estado)
          values (${empresa}::int8, ${of.id}::int8, ${of.now}::timestamptz, ${of.now}::timestamptz, ${of.year}::int8,
            ${of.today}::date, ${of.utilidad}::numeric, ${of.cierre}::int8, ${of.apertura}::int8,
            ${of.usuarioId}::int8, 'cerrado')
          on conflict (empresa_id, ejercicio) do update set fecha = excluded.fecha, utilidad = excluded.utilidad,
            poliza_cierre = excluded.poliza_cierre, poliza_apertura = excluded.poliza_apertura,
            ejecutado_por = excluded.ejecutado_por, estado = excluded.estado, modificado_en = excluded.modificado_en,
            version = cierre_ejercicio.version + 1`,
  )
}

export async function reopenClosing(
  tx: Tx,
  empresa: EmpresaId,
  { year, now }: { readonly year: string; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update cierre_ejercicio set estado = 'reabierto', modificado_en = ${now}::timestamptz, version = version + 1
          where empresa_id = ${empresa}::int8 and ejercicio = ${year}::int8`,
  )
}

/** The days and periods of entries. */
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
