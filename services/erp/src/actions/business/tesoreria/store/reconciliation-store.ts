import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A line or a movement that nothing is matched with, locked. */
export interface FreeRow {
  readonly id: string
  readonly folio: string
  readonly fecha: string
  readonly descripcion: string
  readonly referencia: string | null
  readonly clave_rastreo: string | null
  /** Above zero what came in. */
  readonly importe: string
}

/** A line of a statement. */
export interface FreeLine extends FreeRow {
  readonly estado_cuenta: string
}

interface FreeOf {
  readonly cuenta: string
  readonly hasta: string
  /** Only these; null: all. */
  readonly ids: readonly string[] | null
  readonly limit: number
}

export async function lockFreeLines(
  tx: Tx,
  empresa: EmpresaId,
  free: FreeOf,
): Promise<readonly FreeLine[]> {
  return await tx.query<FreeLine>(
    sql`select r.id::text as id, r.estado_cuenta::text as estado_cuenta, e.folio || '/' || r.renglon as folio, r.fecha::text as fecha, r.descripcion,
            r.referencia, r.clave_rastreo, (coalesce(r.abono, 0) - coalesce(r.cargo, 0))::text as importe
          from estado_cuenta_bancario_renglon r
          join estado_cuenta_bancario e on e.empresa_id = ${empresa}::int8 and e.id = r.estado_cuenta
          where r.empresa_id = ${empresa}::int8 and e.cuenta_bancaria = ${free.cuenta}::int8
            and r.fecha <= ${free.hasta}::date and not coalesce(r.conciliado, false)
            and (${free.ids}::int8[] is null or r.id = any(${free.ids}::int8[]))
          order by r.id limit ${free.limit}::int8 for no key update of r`,
  )
}

export async function lockFreeMovements(
  tx: Tx,
  empresa: EmpresaId,
  free: FreeOf,
): Promise<readonly FreeRow[]> {
  return await tx.query<FreeRow>(
    sql`select m.id::text as id, m.folio, m.fecha::text as fecha, coalesce(m.beneficiario, '') as descripcion,
            m.referencia, m.clave_rastreo,
            (case when m.naturaleza = 'abono' then m.importe else -m.importe end)::text as importe
          from movimiento_bancario m
          where m.empresa_id = ${empresa}::int8 and m.cuenta_bancaria = ${free.cuenta}::int8
            and m.fecha <= ${free.hasta}::date and m.estado = 'aplicado' and not coalesce(m.conciliado, false)
            and (${free.ids}::int8[] is null or m.id = any(${free.ids}::int8[]))
          order by m.id limit ${free.limit}::int8 for no key update`,
  )
}

/** An active ReglaConciliacion that may be applied to an account. */
export interface ReconciliationRuleRow {
  readonly nombre: string
  readonly campo: 'importe' | 'referencia' | 'fecha' | 'rastreo'
  readonly tolerancia_dias: number | null
  readonly tolerancia_importe: string | null
  readonly patron: string | null
  readonly concepto: string | null
  readonly crea_movimiento: boolean
}

export async function findReconciliationRules(
  tx: Tx,
  empresa: EmpresaId,
  cuenta: string,
): Promise<readonly ReconciliationRuleRow[]> {
  return await tx.query<ReconciliationRuleRow>(
    sql`select r.nombre, r.campo, r.tolerancia_dias, r.tolerancia_importe::text as tolerancia_importe, r.patron,
            r.concepto::text as concepto, coalesce(r.crea_movimiento, false) as crea_movimiento
          from regla_conciliacion r
          join cuenta_bancaria c on c.empresa_id = ${empresa}::int8 and c.id = ${cuenta}::int8
          where r.empresa_id = ${empresa}::int8 and r.activo and (r.banco is null or r.banco = c.banco)
          order by r.prioridad nulls last, r.id`,
  )
}

/** Finds the last line and the last group of a reconciliation. */
export async function findLastNumbers(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<{ readonly partida: number; readonly grupo: number }> {
  const rows = await tx.query<{ partida: number; grupo: number }>(
    sql`select coalesce(max(partida), 0) as partida, coalesce(max(grupo), 0) as grupo
          from conciliacion_bancaria_partida where empresa_id = ${empresa}::int8 and conciliacion = ${id}::int8`,
  )
  return rows[0] ?? { partida: 0, grupo: 0 }
}

/** What stood open at an earlier closing is told anew. */
export async function deleteOpenItems(tx: Tx, empresa: EmpresaId, id: string): Promise<void> {
  await tx.execute(
    sql`delete from conciliacion_bancaria_partida
          where empresa_id = ${empresa}::int8 and conciliacion = ${id}::int8 and grupo is null`,
  )
}

/** A locked statement, and how many of its lines are matched with nothing. */
interface StatementWithFree {
  readonly id: string
  readonly estado: string
  readonly libres: number
}

/** Locks statements in the order of their ids; their account is locked by then, so that their lines stay. */
export async function lockStatements(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly StatementWithFree[]> {
  if (ids.length === 0) return []
  return await tx.query<StatementWithFree>(
    sql`select e.id::text as id, coalesce(e.estado, 'importado') as estado,
            (select count(*) from estado_cuenta_bancario_renglon r where r.empresa_id = ${empresa}::int8
              and r.estado_cuenta = e.id and not coalesce(r.conciliado, false)) as libres
          from estado_cuenta_bancario e where e.empresa_id = ${empresa}::int8 and e.id = any(${ids}::int8[])
          order by e.id for no key update of e`,
  )
}

/** A matched item of a reconciliation. */
interface MatchedItem {
  readonly id: string
  readonly grupo: number
  readonly renglon: string | null
  readonly movimiento: string | null
}

/** Finds all items of the groups that some items belong to. */
export async function findGroups(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly id: string; readonly partidas: readonly string[] },
): Promise<readonly MatchedItem[]> {
  return await tx.query<MatchedItem>(
    sql`select p.id::text as id, p.grupo, p.renglon::text as renglon, p.movimiento::text as movimiento
          from conciliacion_bancaria_partida p
          where p.empresa_id = ${empresa}::int8 and p.conciliacion = ${wanted.id}::int8 and p.grupo in (
            select q.grupo from conciliacion_bancaria_partida q where q.empresa_id = ${empresa}::int8
              and q.conciliacion = ${wanted.id}::int8 and q.id = any(${wanted.partidas}::int8[]))
          order by p.id`,
  )
}

export async function deleteItems(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`delete from conciliacion_bancaria_partida where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
}

/** Whether a movement or a line of a bank is matched by a reconciliation. */
export async function isMatched(tx: Tx, empresa: EmpresaId, movimiento: string): Promise<boolean> {
  const rows = await tx.query(
    sql`select id from conciliacion_bancaria_partida
          where empresa_id = ${empresa}::int8 and movimiento = ${movimiento}::int8 and grupo is not null limit 1`,
  )
  return rows.length > 0
}

export async function isBankAccount(tx: Tx, empresa: EmpresaId, id: string): Promise<boolean> {
  const rows = await tx.query(
    sql`select id from cuenta_bancaria where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
  return rows.length > 0
}
