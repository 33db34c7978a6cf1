import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What a sale may do although a rule says no: `motivo` of a VentaAutorizacion. */
export type ExceptionKind =
  | 'credito_excedido'
  | 'saldo_vencido'
  | 'precio_bajo_minimo'
  | 'descuento_excedido'

/** The exceptions that were authorized for sales as they stand now; each change of a sale ends them. */
export async function findExceptions(
  tx: Tx,
  empresa: EmpresaId,
  sales: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await tx.query<{ venta: string; motivo: string }>(
    sql`select a.venta::text as venta, a.motivo from venta_autorizacion a
          join venta v on v.empresa_id = ${empresa}::int8 and v.id = a.venta and v.version = a.version_venta
          where a.empresa_id = ${empresa}::int8 and a.venta = any(${sales}::int8[]) and a.estado = 'autorizada'`,
  )
  const bySale = Map.groupBy(rows, ({ venta }) => venta)
  return new Map(
    [...bySale].map(([venta, all]) => [venta, new Set(all.map(({ motivo }) => motivo))]),
  )
}

/** A locked VentaAutorizacion, by the folio of its sale. */
export interface ExceptionRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly motivo: string
  readonly venta: string
  readonly venta_estado: string
  readonly venta_version: number
  /** The address of whoever asked for it. */
  readonly correo: string | null
}

/** Locks the sales of exceptions and then these, each in the order of their ids. */
export async function lockExceptions(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExceptionRow>> {
  await tx.query(
    sql`select v.id from venta v
          where v.empresa_id = ${empresa}::int8 and v.id in (select a.venta from venta_autorizacion a
            where a.empresa_id = ${empresa}::int8 and a.id = any(${ids}::int8[]))
          order by v.id for no key update of v`,
  )
  const rows = await tx.query<ExceptionRow>(
    sql`select a.id::text as id, v.folio, a.estado, a.motivo, v.id::text as venta, v.estado as venta_estado,
            v.version as venta_version, u.correo
          from venta_autorizacion a
          join venta v on v.empresa_id = ${empresa}::int8 and v.id = a.venta
          left join usuario u on u.empresa_id = ${empresa}::int8 and u.id = a.solicitado_por
          where a.empresa_id = ${empresa}::int8 and a.id = any(${ids}::int8[])
          order by a.id for no key update of a`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function answerExceptions(
  tx: Tx,
  empresa: EmpresaId,
  {
    answers,
    usuarioId,
    now,
  }: {
    readonly answers: readonly {
      readonly id: string
      readonly estado: string
      readonly version: number
    }[]
    readonly usuarioId: string
    readonly now: string
  },
): Promise<void> {
  if (answers.length === 0) return
  await tx.execute(
    sql`update venta_autorizacion a set estado = n.estado, version_venta = n.version,
            autorizado_por = ${usuarioId}::int8, fecha_respuesta = ${now}::timestamptz,
            modificado_en = ${now}::timestamptz, version = a.version + 1
          from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as n(id int8, estado text, version int8)
          where a.empresa_id = ${empresa}::int8 and a.id = n.id`,
  )
}
