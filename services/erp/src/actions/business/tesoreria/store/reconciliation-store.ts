import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked ConciliacionBancaria. */
export interface ReconciliationRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha: string
  readonly cuenta_bancaria: string
  readonly diferencia: string
}

/** Locks reconciliations, then their accounts, each by id: an account is reconciled by one at a time. */
export async function lockReconciliations(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReconciliationRow>> {
  const rows = await tx.query<ReconciliationRow>(
    sql`select id::text as id, folio, coalesce(estado, 'en_proceso') as estado, fecha::text as fecha,
            cuenta_bancaria::text as cuenta_bancaria, diferencia::text as diferencia
          from conciliacion_bancaria where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const accounts = rows.map(({ cuenta_bancaria }) => cuenta_bancaria)
  await tx.query(
    sql`select id from cuenta_bancaria where empresa_id = ${empresa}::int8 and id = any(${accounts}::int8[])
          order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

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
  of: FreeOf,
): Promise<readonly FreeRow[]> {
  return await tx.query<FreeRow>(
    sql`select r.id::text as id, e.folio || '/' || r.renglon as folio, r.fecha::text as fecha, r.descripcion,
            r.referencia, r.clave_rastreo, (coalesce(r.abono, 0) - coalesce(r.cargo, 0))::text as importe
          from estado_cuenta_bancario_renglon r
          join estado_cuenta_bancario e on e.empresa_id = ${empresa}::int8 and e.id = r.estado_cuenta
          where r.empresa_id = ${empresa}::int8 and e.cuenta_bancaria = ${of.cuenta}::int8
            and r.fecha <= ${of.hasta}::date and not coalesce(r.conciliado, false)
            and (${of.ids}::int8[] is null or r.id = any(${of.ids}::int8[]))
          order by r.id limit ${of.limit}::int8 for no key update of r`,
  )
}

export async function lockFreeMovements(
  tx: Tx,
  empresa: EmpresaId,
  of: FreeOf,
): Promise<readonly FreeRow[]> {
  return await tx.query<FreeRow>(
    sql`select m.id::text as id, m.folio, m.fecha::text as fecha, coalesce(m.beneficiario, '') as descripcion,
            m.referencia, m.clave_rastreo,
            (case when m.naturaleza = 'abono' then m.importe else -m.importe end)::text as importe
          from movimiento_bancario m
          where m.empresa_id = ${empresa}::int8 and m.cuenta_bancaria = ${of.cuenta}::int8
            and m.fecha <= ${of.hasta}::date and m.estado = 'aplicado' and not coalesce(m.conciliado, false)
            and (${of.ids}::int8[] is null or m.id = any(${of.ids}::int8[]))
          order by m.id limit ${of.limit}::int8 for no key update`,
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

/** The last line and the last group of a reconciliation. */
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

export interface NewItem {
  readonly id: number
  readonly partida: number
  readonly grupo: number | null
  readonly renglon: string | null
  readonly movimiento: string | null
  readonly tipo:
    | 'conciliada'
    | 'deposito_transito'
    | 'cheque_transito'
    | 'cargo_banco'
    | 'abono_banco'
  readonly importe: string
  readonly comentario: string | null
}

export async function insertItems(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly id: string; readonly items: readonly NewItem[]; readonly now: string },
): Promise<void> {
  if (of.items.length === 0) return
  await tx.execute(
    sql`insert into conciliacion_bancaria_partida (empresa_id, id, creado_en, modificado_en, conciliacion, partida,
            grupo, renglon, movimiento, tipo, importe, comentario)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, ${of.id}::int8, n.partida,
            n.grupo, n.renglon, n.movimiento, n.tipo, n.importe, left(n.comentario, 250)
          from jsonb_to_recordset(${JSON.stringify(of.items)}::jsonb) as n(id int8, partida int4, grupo int4,
            renglon int8, movimiento int8, tipo text, importe numeric, comentario text)`,
  )
}

/** What stood open at an earlier closing is told anew. */
export async function deleteOpenItems(tx: Tx, empresa: EmpresaId, id: string): Promise<void> {
  await tx.execute(
    sql`delete from conciliacion_bancaria_partida
          where empresa_id = ${empresa}::int8 and conciliacion = ${id}::int8 and grupo is null`,
  )
}

export interface Marks {
  /** `movimiento`: the only one that the line is matched with. */
  readonly renglones: readonly { readonly id: string; readonly movimiento: string | null }[]
  readonly movimientos: readonly string[]
  readonly isMatched: boolean
  readonly now: string
}

/** A statement whose lines were marked. */
interface MarkedStatement {
  readonly id: string
  readonly antes: string
  readonly estado: string
}

/** Marks lines and movements as matched or free, and their statements by what is left of them. */
export async function markMatched(
  tx: Tx,
  empresa: EmpresaId,
  of: Marks,
): Promise<readonly MarkedStatement[]> {
  const { isMatched, now } = of
  await tx.execute(
    sql`update estado_cuenta_bancario_renglon r set conciliado = ${isMatched}::bool, movimiento = n.movimiento,
            version = r.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(of.renglones)}::jsonb) as n(id int8, movimiento int8)
          where r.empresa_id = ${empresa}::int8 and r.id = n.id`,
  )
  await tx.execute(
    sql`update movimiento_bancario set conciliado = ${isMatched}::bool,
            estado = case when ${isMatched}::bool then 'conciliado' else 'aplicado' end,
            version = version + 1, modificado_en = ${now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${of.movimientos}::int8[]) and estado <> 'cancelado'`,
  )
  return await tx.query<MarkedStatement>(
    sql`update estado_cuenta_bancario e set version = e.version + 1, modificado_en = ${now}::timestamptz,
            estado = case when exists (select from estado_cuenta_bancario_renglon r
                where r.empresa_id = ${empresa}::int8 and r.estado_cuenta = e.id and not coalesce(r.conciliado, false))
              then 'en_conciliacion' else 'conciliado' end
          from (select b.id, b.estado from estado_cuenta_bancario b where b.empresa_id = ${empresa}::int8 and b.id in (
              select r.estado_cuenta from estado_cuenta_bancario_renglon r where r.empresa_id = ${empresa}::int8
                and r.id = any(${of.renglones.map(({ id }) => id)}::int8[]))
            order by b.id for no key update) a
          where e.empresa_id = ${empresa}::int8 and e.id = a.id
          returning e.id::text as id, a.estado as antes, e.estado`,
  )
}

export interface Figures {
  readonly estado: string
  readonly saldo_banco: string
  readonly saldo_libros: string
  readonly depositos_transito: string
  readonly cheques_transito: string
  readonly cargos_banco: string
  readonly abonos_banco: string
  readonly diferencia: string
}

export async function writeFigures(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly id: string; readonly figures: Figures; readonly now: string },
): Promise<void> {
  const { figures } = of
  await tx.execute(
    sql`update conciliacion_bancaria set estado = ${figures.estado}, saldo_banco = ${figures.saldo_banco}::numeric,
            saldo_libros = ${figures.saldo_libros}::numeric,
            depositos_transito = ${figures.depositos_transito}::numeric,
            cheques_transito = ${figures.cheques_transito}::numeric, cargos_banco = ${figures.cargos_banco}::numeric,
            abonos_banco = ${figures.abonos_banco}::numeric, diferencia = ${figures.diferencia}::numeric,
            version = version + 1, modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = ${of.id}::int8`,
  )
}

/** A matched item of a reconciliation. */
export interface MatchedItem {
  readonly id: string
  readonly grupo: number
  readonly renglon: string | null
  readonly movimiento: string | null
  /** Whether a reconciliation made the movement. */
  readonly es_propio: boolean
}

/** All items of the groups that some items belong to. */
export async function findGroups(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly id: string; readonly partidas: readonly string[] },
): Promise<readonly MatchedItem[]> {
  return await tx.query<MatchedItem>(
    sql`select p.id::text as id, p.grupo, p.renglon::text as renglon, p.movimiento::text as movimiento,
            coalesce((select s.nombre = 'ConciliacionBancaria' from movimiento_bancario m
              join modelo_sistema s on s.id = m.modelo
              where m.empresa_id = ${empresa}::int8 and m.id = p.movimiento), false) as es_propio
          from conciliacion_bancaria_partida p
          where p.empresa_id = ${empresa}::int8 and p.conciliacion = ${of.id}::int8 and p.grupo in (
            select q.grupo from conciliacion_bancaria_partida q where q.empresa_id = ${empresa}::int8
              and q.conciliacion = ${of.id}::int8 and q.id = any(${of.partidas}::int8[]))
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
