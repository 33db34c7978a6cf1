import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** The budget line and month that a line of a purchase was committed to. */
export interface CommittedLine {
  readonly linea: string
  readonly partida: string
  readonly mes: number
}

/**
 * Which commitment of its purchase each line belongs to: that of the budget line that it names, or of its account and
 * cost centre. Found among the purchase's own commitments, so that a later budget changes nothing.
 */
export async function findCommittedLines(
  tx: Tx,
  empresa: EmpresaId,
  compras: readonly string[],
): Promise<ReadonlyMap<string, CommittedLine>> {
  const rows = await tx.query<CommittedLine>(
    sql`select distinct on (p.id) p.id::text as linea, k.presupuesto_partida::text as partida, k.mes::int4 as mes
          from compromiso_presupuesto k
          join presupuesto_partida b on b.empresa_id = ${empresa}::int8 and b.id = k.presupuesto_partida
          join compra c on c.empresa_id = ${empresa}::int8 and c.id = k.compra
          join compra_partida p on p.empresa_id = ${empresa}::int8 and p.compra = k.compra
            and (p.partida_presupuesto = b.id or (p.partida_presupuesto is null
              and p.cuenta_contable = b.cuenta_contable
              and b.centro_costo is not distinct from coalesce(p.centro_costo, c.centro_costo)))
          where k.empresa_id = ${empresa}::int8 and k.compra = any(${compras}::int8[]) and k.tipo = 'compromiso'
            and k.estado <> 'cancelado'
          order by p.id, k.id desc`,
  )
  return new Map(rows.map((row) => [row.linea, row]))
}

/** What was received of a budget line, or, below zero, returned; in the company's currency. */
export interface NewAccrual {
  readonly id: number
  readonly folio: string
  readonly partida: string
  readonly mes: number
  readonly modelo: string
  readonly registro: string
  readonly compra: string
  readonly importe: string
}

export async function insertAccruals(
  tx: Tx,
  empresa: EmpresaId,
  { accruals, now }: { readonly accruals: readonly NewAccrual[]; readonly now: string },
): Promise<void> {
  if (accruals.length === 0) return
  await tx.execute(
    sql`with n as (
            select * from jsonb_to_recordset(${JSON.stringify(accruals)}::jsonb) as n(id int8, folio text, partida int8,
              mes int8, modelo text, registro text, compra int8, importe numeric)),
          i as (
            insert into compromiso_presupuesto (empresa_id, id, creado_en, modificado_en, folio, fecha,
              presupuesto_partida, mes, tipo, modelo, registro, compra, importe, estado)
            select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, ${now}::timestamptz,
              n.partida, n.mes, 'devengado', m.id, n.registro, n.compra, n.importe, 'vigente'
            from n join modelo_sistema m on m.nombre = n.modelo),
          l as (
            update presupuesto_partida b set devengado = b.devengado + s.importe, disponible = b.disponible - s.importe,
              version = b.version + 1, modificado_en = ${now}::timestamptz
            from (select partida, sum(importe) as importe from n group by partida) s
            where b.empresa_id = ${empresa}::int8 and b.id = s.partida)
          update presupuesto_partida_mes b set devengado = b.devengado + s.importe,
            disponible = b.disponible - s.importe, version = b.version + 1, modificado_en = ${now}::timestamptz
          from (select partida, mes, sum(importe) as importe from n group by partida, mes) s
          where b.empresa_id = ${empresa}::int8 and b.presupuesto_partida = s.partida and b.mes = s.mes`,
  )
}

/** Documents of a model that accrued something, with their purchases. */
interface Accrued {
  readonly model: string
  readonly ids: readonly string[]
  readonly compras: readonly string[]
}

/** The budget lines of what documents accrued that still stands. */
export async function findAccrued(
  tx: Tx,
  empresa: EmpresaId,
  of: Accrued,
): Promise<readonly string[]> {
  const rows = await tx.query<{ partida: string }>(
    sql`select distinct k.presupuesto_partida::text as partida
          from compromiso_presupuesto k join modelo_sistema m on m.id = k.modelo and m.nombre = ${of.model}
          where k.empresa_id = ${empresa}::int8 and k.tipo = 'devengado' and k.estado <> 'cancelado'
            and k.compra = any(${of.compras}::int8[]) and k.registro = any(${of.ids}::text[])`,
  )
  return rows.map(({ partida }) => partida)
}

/** Takes back what documents of a model accrued. */
export async function cancelAccruals(
  tx: Tx,
  empresa: EmpresaId,
  of: Accrued & { readonly now: string },
): Promise<void> {
  if (of.ids.length === 0) return
  await tx.execute(
    sql`with c as (
            update compromiso_presupuesto k set estado = 'cancelado', version = k.version + 1,
              modificado_en = ${of.now}::timestamptz
            from modelo_sistema m
            where m.id = k.modelo and m.nombre = ${of.model} and k.empresa_id = ${empresa}::int8
              and k.tipo = 'devengado' and k.estado <> 'cancelado'
              and k.compra = any(${of.compras}::int8[]) and k.registro = any(${of.ids}::text[])
            returning k.presupuesto_partida as partida, k.mes, k.importe),
          l as (
            update presupuesto_partida b set devengado = b.devengado - s.importe, disponible = b.disponible + s.importe,
              version = b.version + 1, modificado_en = ${of.now}::timestamptz
            from (select partida, sum(importe) as importe from c group by partida) s
            where b.empresa_id = ${empresa}::int8 and b.id = s.partida)
          update presupuesto_partida_mes b set devengado = b.devengado - s.importe,
            disponible = b.disponible + s.importe, version = b.version + 1, modificado_en = ${of.now}::timestamptz
          from (select partida, mes, sum(importe) as importe from c group by partida, mes) s
          where b.empresa_id = ${empresa}::int8 and b.presupuesto_partida = s.partida and b.mes = s.mes`,
  )
}

/**
 * Has the commitments of purchases follow what was accrued: what was received of one is no longer committed. One that
 * was released stays so.
 */
export async function settleCommitments(
  tx: Tx,
  empresa: EmpresaId,
  { compras, now }: { readonly compras: readonly string[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`with d as (
            select compra, presupuesto_partida, sum(importe) as importe from compromiso_presupuesto
            where empresa_id = ${empresa}::int8 and compra = any(${compras}::int8[]) and tipo = 'devengado'
              and estado <> 'cancelado' group by compra, presupuesto_partida),
          n as (
            select k.id, k.presupuesto_partida as partida, k.mes, k.importe_liberado as antes, k.importe,
              least(k.importe, greatest(0, coalesce(d.importe, 0))) as ahora
            from compromiso_presupuesto k
            left join d on d.compra = k.compra and d.presupuesto_partida = k.presupuesto_partida
            where k.empresa_id = ${empresa}::int8 and k.compra = any(${compras}::int8[]) and k.tipo = 'compromiso'
              and k.estado in ('vigente', 'consumido')),
          c as (select * from n where antes <> ahora),
          u as (
            update compromiso_presupuesto k set importe_liberado = c.ahora,
              estado = case when c.ahora = c.importe then 'consumido' else 'vigente' end,
              version = k.version + 1, modificado_en = ${now}::timestamptz
            from c where k.empresa_id = ${empresa}::int8 and k.id = c.id),
          l as (
            update presupuesto_partida b set comprometido = b.comprometido - s.importe,
              disponible = b.disponible + s.importe, version = b.version + 1, modificado_en = ${now}::timestamptz
            from (select partida, sum(ahora - antes) as importe from c group by partida) s
            where b.empresa_id = ${empresa}::int8 and b.id = s.partida)
          update presupuesto_partida_mes b set comprometido = b.comprometido - s.importe,
            disponible = b.disponible + s.importe, version = b.version + 1, modificado_en = ${now}::timestamptz
          from (select partida, mes, sum(ahora - antes) as importe from c group by partida, mes) s
          where b.empresa_id = ${empresa}::int8 and b.presupuesto_partida = s.partida and b.mes = s.mes`,
  )
}
