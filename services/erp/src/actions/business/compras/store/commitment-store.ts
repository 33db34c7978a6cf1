import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

// Rows of CompromisoPresupuesto and the sums that they make in their budget lines and months are written by one statement,
// however many there are. The budget lines are locked.

/** The `tipo` of a CompromisoPresupuesto. */
type Kind = 'compromiso' | 'devengado' | 'ejercido'

/** What is committed, was received, or is paid; below zero it was returned. In the company's currency. */
export interface NewCommitment {
  readonly id: number
  readonly folio: string
  readonly partida: string
  readonly mes: number
  readonly modelo: string
  readonly registro: string
  readonly compra: string
  readonly importe: string
}

export async function insertCommitments(
  tx: Tx,
  empresa: EmpresaId,
  {
    kind,
    rows,
    now,
  }: { readonly kind: Kind; readonly rows: readonly NewCommitment[]; readonly now: string },
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    sql`with n as (
            select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, folio text, partida int8,
              mes int8, modelo text, registro text, compra int8, importe numeric)),
          i as (
            insert into compromiso_presupuesto (empresa_id, id, creado_en, modificado_en, folio, fecha,
              presupuesto_partida, mes, tipo, modelo, registro, compra, importe, estado)
            select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, ${now}::timestamptz,
              n.partida, n.mes, ${kind}, m.id, n.registro, n.compra, n.importe, 'vigente'
            from n join modelo_sistema m on m.nombre = n.modelo),
          ${movingBudgets(empresa, { from: 'n', kind, now })}`,
  )
}

/** What documents of a model committed, received or paid of some purchases. */
export interface Committed {
  readonly kind: Kind
  readonly model: string
  readonly ids: readonly string[]
  readonly compras: readonly string[]
}

/** Finds the budget lines of what of it still stands. */
export async function findCommittedBudgets(
  tx: Tx,
  empresa: EmpresaId,
  { kind, model, ids, compras }: Committed,
): Promise<readonly string[]> {
  const rows = await tx.query<{ partida: string }>(
    sql`select distinct k.presupuesto_partida::text as partida
          from compromiso_presupuesto k join modelo_sistema m on m.id = k.modelo and m.nombre = ${model}
          where k.empresa_id = ${empresa}::int8 and k.tipo = ${kind} and k.estado <> 'cancelado'
            and k.compra = any(${compras}::int8[]) and k.registro = any(${ids}::text[])`,
  )
  return rows.map(({ partida }) => partida)
}

/** Takes it back. */
export async function cancelCommitments(
  tx: Tx,
  empresa: EmpresaId,
  { kind, model, ids, compras, now }: Committed & { readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    sql`with c as (
            update compromiso_presupuesto k set estado = 'cancelado', version = k.version + 1,
              modificado_en = ${now}::timestamptz
            from modelo_sistema m
            where m.id = k.modelo and m.nombre = ${model} and k.empresa_id = ${empresa}::int8 and k.tipo = ${kind}
              and k.estado <> 'cancelado' and k.compra = any(${compras}::int8[]) and k.registro = any(${ids}::text[])
            returning k.presupuesto_partida as partida, k.mes, -k.importe as importe),
          ${movingBudgets(empresa, { from: 'c', kind, now })}`,
  )
}

/** What an amount of each kind adds to those of its budget line; what is paid was received before. */
const ADDS = {
  compromiso: { comprometido: 1, devengado: 0, ejercido: 0 },
  devengado: { comprometido: 0, devengado: 1, ejercido: 0 },
  ejercido: { comprometido: 0, devengado: -1, ejercido: 1 },
} as const

/**
 * The end of a statement that adds amounts to budget lines and their months. A part of it (`from`) has them: partida, mes,
 * importe. `disponible` follows from the other amounts.
 */
export function movingBudgets(
  empresa: EmpresaId,
  { from, kind, now }: { readonly from: 'n' | 'c'; readonly kind: Kind; readonly now: string },
): Sql {
  const { comprometido, devengado, ejercido } = ADDS[kind]
  const used = comprometido + devengado + ejercido
  const added = sql`comprometido = b.comprometido + ${comprometido}::int4 * s.importe,
              devengado = b.devengado + ${devengado}::int4 * s.importe,
              ejercido = b.ejercido + ${ejercido}::int4 * s.importe,
              version = b.version + 1, modificado_en = ${now}::timestamptz`
  return sql`sumas as (
            select partida, mes, sum(importe) as importe from ${trusted(from)} group by partida, mes),
          l as (
            update presupuesto_partida b set ${added}, disponible = b.importe + b.ampliaciones - b.reducciones
              - b.comprometido - b.devengado - b.ejercido - ${used}::int4 * s.importe
            from (select partida, sum(importe) as importe from sumas group by partida) s
            where b.empresa_id = ${empresa}::int8 and b.id = s.partida)
          update presupuesto_partida_mes b set ${added}, disponible = b.importe
            - b.comprometido - b.devengado - b.ejercido - ${used}::int4 * s.importe
          from sumas s
          where b.empresa_id = ${empresa}::int8 and b.presupuesto_partida = s.partida and b.mes = s.mes`
}
