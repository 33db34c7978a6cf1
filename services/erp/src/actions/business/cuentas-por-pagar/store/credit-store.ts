import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What applications have used of a credit note, in the company's currency. */
export interface CreditUse {
  readonly base: string
  readonly iva: string
  readonly ieps: string
}

/** Finds what was applied of locked credit notes; nothing of those that are left out. */
export async function findCreditUses(
  tx: Tx,
  empresa: EmpresaId,
  notas: readonly string[],
): Promise<ReadonlyMap<string, CreditUse>> {
  const rows = await tx.query<CreditUse & { nota: string }>(
    sql`select nota::text as nota, coalesce(sum(importe_base), 0)::text as base, coalesce(sum(iva), 0)::text as iva,
            coalesce(sum(ieps), 0)::text as ieps
          from nota_credito_proveedor_aplicacion
          where empresa_id = ${empresa}::int8 and nota = any(${notas}::int8[]) group by nota`,
  )
  return new Map(rows.map((row) => [row.nota, row]))
}

/** Finds the invoices in force of some suppliers with these UUIDs. */
export async function findInvoicesOf(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly proveedores: readonly string[]; readonly uuids: readonly string[] },
): Promise<
  readonly { readonly id: string; readonly uuid: string; readonly compra: string | null }[]
> {
  return await tx.query<{ id: string; uuid: string; compra: string | null }>(
    sql`select id::text as id, uuid, compra::text as compra from cuenta_por_pagar
          where empresa_id = ${empresa}::int8 and proveedor = any(${wanted.proveedores}::int8[])
            and uuid = any(${wanted.uuids}::text[]) and estado not in ('cancelada', 'por_validar')
          order by id`,
  )
}

/**
 * A return that waits for its credit note, with what it charged to goods received beyond what was not invoiced, in the
 * company's currency.
 */
export interface ClaimedReturn {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly proveedor: string
  readonly base: string
}

/** Finds a return that is named, or those of a supplier that wait for a credit note. */
export async function findClaims(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly id: string | null; readonly proveedores: readonly string[] },
): Promise<readonly ClaimedReturn[]> {
  return await tx.query<ClaimedReturn>(
    sql`select d.id::text as id, d.folio, d.estado, d.proveedor::text as proveedor,
            coalesce((
              select sum(least(l.importe_base, greatest(0, r.importe_facturado + r.importe_devuelto - r.importe_base)))
              from devolucion_compra_partida l
              join recepcion_compra_partida r on r.empresa_id = ${empresa}::int8 and r.id = l.recepcion_partida
              where l.empresa_id = ${empresa}::int8 and l.devolucion = d.id), 0)::text as base
          from devolucion_compra d
          where d.empresa_id = ${empresa}::int8 and case when ${wanted.id}::int8 is null
            then d.estado = 'enviada' and d.proveedor = any(${wanted.proveedores}::int8[]) else d.id = ${wanted.id}::int8 end
          order by d.id limit 20`,
  )
}

/** Finds the credit note in force that has a UUID. */
export async function findSameCredit(
  tx: Tx,
  empresa: EmpresaId,
  uuid: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ folio: string }>(
    sql`select folio from nota_credito_proveedor
          where empresa_id = ${empresa}::int8 and uuid = ${uuid} and estado <> 'cancelada' limit 1`,
  )
  return row?.folio
}

/** What credit notes settle of invoices. */
export interface CreditApplication {
  readonly nota: string
  readonly cuenta: string
  readonly importe: string
}

export async function findCreditApplications(
  tx: Tx,
  empresa: EmpresaId,
  notas: readonly string[],
): Promise<readonly CreditApplication[]> {
  return await tx.query<CreditApplication>(
    sql`select nota::text as nota, cuenta::text as cuenta, sum(importe)::text as importe
          from nota_credito_proveedor_aplicacion
          where empresa_id = ${empresa}::int8 and nota = any(${notas}::int8[]) and importe_base is not null
          group by nota, cuenta order by nota, cuenta`,
  )
}

/** Credit notes in force of what was paid of some invoices, by invoice. */
export async function findNotesOfPaid(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (cuentas.length === 0) return new Map()
  const rows = await tx.query<{ cuenta: string; folio: string }>(
    sql`select u.id::text as cuenta, min(n.folio) as folio
          from cuenta_por_pagar u
          join cfdi_relacionado r on r.empresa_id = ${empresa}::int8 and r.uuid_relacionado = u.uuid
          join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.cfdi = r.cfdi
            and n.estado in ('vigente', 'aplicada') and (n.iva_pagado <> 0 or n.ieps_pagado <> 0)
          where u.empresa_id = ${empresa}::int8 and u.id = any(${cuentas}::int8[])
          group by u.id`,
  )
  return new Map(rows.map(({ cuenta, folio }) => [cuenta, folio]))
}
