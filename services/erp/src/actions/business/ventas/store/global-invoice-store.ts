import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked FacturaGlobal. Ids and amounts as text. */
export interface GlobalInvoiceRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  /** A day of its period. */
  readonly fecha: string
  readonly sucursal: string
  readonly moneda: string
  /** Keys of c_Periodicidad and c_Meses. */
  readonly periodicidad: string
  readonly mes: string
  readonly anio: string
  readonly total: string
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  /** How many tickets of a point of sale it names. */
  readonly tickets: number
}

/** Locks global invoices in the order of their ids. */
export async function lockGlobalInvoices(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GlobalInvoiceRow>> {
  if (ids.length === 0) return new Map()
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from factura_global
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
  )
  const rows = await tx.query<GlobalInvoiceRow>(
    sql`select g.id::text as id, g.folio, g.estado, g.fecha::text as fecha, g.sucursal::text as sucursal,
            m.clave as moneda, p.clave as periodicidad, s.clave as mes, g.anio::text as anio, g.total::text as total,
            g.cfdi::text as cfdi, f.estado as cfdi_estado,
            (select count(*)::int4 from factura_global_ticket t
              where t.empresa_id = ${empresa}::int8 and t.factura_global = g.id) as tickets
          from factura_global g
          join moneda m on m.id = g.moneda
          join periodicidad_global p on p.id = g.periodicidad
          join mes_sat s on s.id = g.mes
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = g.cfdi
          where g.empresa_id = ${empresa}::int8 and g.id = any(${ids}::int8[])
          order by g.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks, in the order of their ids, sales to the public at large that are confirmed, paid at once and not invoiced: those of
 * a branch, and those of none.
 */
export async function lockPublicSales(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly sucursal: string
    readonly desde: string
    readonly hasta: string
    readonly rfc: string
    /** Of another global invoice of the same transaction. */
    readonly taken: readonly string[]
    readonly limit: number
  },
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`select v.id::text as id from venta v
          join moneda m on m.id = v.moneda and m.clave = 'MXN'
          join cliente c on c.empresa_id = ${empresa}::int8 and c.id = v.cliente
          join condicion_pago p on p.empresa_id = ${empresa}::int8 and p.id = v.condicion_pago
          left join cliente_razon_social r on r.empresa_id = ${empresa}::int8 and r.id = v.razon_social
          left join metodo_pago k on k.id = v.metodo_pago
          where v.empresa_id = ${empresa}::int8 and v.estado = 'confirmada' and v.cfdi is null
            and v.fecha between ${of.desde}::date and ${of.hasta}::date
            and (v.sucursal = ${of.sucursal}::int8 or v.sucursal is null)
            and coalesce(r.rfc, c.rfc) = ${of.rfc}
            and coalesce(k.clave, case when p.es_contado then 'PUE' else 'PPD' end) = 'PUE'
            and v.id <> all(${of.taken}::int8[])
          order by v.id limit ${of.limit} for no key update of v`,
  )
  return rows.map(({ id }) => id)
}

/** The sales that CFDI of global invoices invoice, by the order of their ids. */
export async function findSalesOfCfdis(
  tx: Tx,
  empresa: EmpresaId,
  cfdis: readonly string[],
): Promise<readonly { readonly id: string; readonly cfdi: string }[]> {
  if (cfdis.length === 0) return []
  return await tx.query(
    sql`select v.id::text as id, v.cfdi::text as cfdi from venta v
          where v.empresa_id = ${empresa}::int8 and v.cfdi = any(${cfdis}::int8[]) order by v.id`,
  )
}

/** The global invoice of each CFDI that is one's. */
export async function findGlobalsOf(
  tx: Tx,
  empresa: EmpresaId,
  cfdis: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (cfdis.length === 0) return new Map()
  const rows = await tx.query<{ id: string; cfdi: string }>(
    sql`select g.id::text as id, g.cfdi::text as cfdi from factura_global g
          where g.empresa_id = ${empresa}::int8 and g.cfdi = any(${cfdis}::int8[])`,
  )
  return new Map(rows.map(({ id, cfdi }) => [cfdi, id]))
}

/** Ties global invoices to the CFDI that are to be stamped, with what they come to. */
export async function linkGlobalInvoices(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly links: readonly {
      readonly id: string
      readonly cfdi: string
      readonly subtotal: string
      readonly impuestos: string
      readonly total: string
    }[]
    readonly now: string
  },
): Promise<void> {
  if (of.links.length === 0) return
  await tx.execute(
    sql`update factura_global g set cfdi = n.cfdi, subtotal = n.subtotal, impuestos = n.impuestos, total = n.total,
            modificado_en = ${of.now}::timestamptz, version = g.version + 1
          from jsonb_to_recordset(${JSON.stringify(of.links)}::jsonb)
            as n(id int8, cfdi int8, subtotal numeric, impuestos numeric, total numeric)
          where g.empresa_id = ${empresa}::int8 and g.id = n.id`,
  )
}

export async function changeGlobalInvoices(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly ids: readonly string[]
    readonly estado: 'timbrada' | 'cancelada'
    readonly now: string
  },
): Promise<void> {
  if (of.ids.length === 0) return
  await tx.execute(
    sql`update factura_global set estado = ${of.estado}, modificado_en = ${of.now}::timestamptz, version = version + 1
          where empresa_id = ${empresa}::int8 and id = any(${of.ids}::int8[])`,
  )
}

/** Sales that a global invoice invoices; its UUID is that of all of them, so none has it for itself. */
export async function invoiceGlobally(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly sales: readonly { readonly id: string; readonly fecha_timbrado: string }[]
    readonly now: string
  },
): Promise<void> {
  if (of.sales.length === 0) return
  await tx.execute(
    sql`update venta v set estado = 'facturada', fecha_timbrado = n.fecha_timbrado,
            modificado_en = ${of.now}::timestamptz, version = v.version + 1
          from jsonb_to_recordset(${JSON.stringify(of.sales)}::jsonb) as n(id int8, fecha_timbrado timestamptz)
          where v.empresa_id = ${empresa}::int8 and v.id = n.id`,
  )
}

/** What CFDI of global invoices were to invoice is not invoiced. */
export async function releaseSales(
  tx: Tx,
  empresa: EmpresaId,
  { cfdis, now }: { readonly cfdis: readonly string[]; readonly now: string },
): Promise<void> {
  if (cfdis.length === 0) return
  await tx.execute(
    sql`update venta v set estado = 'confirmada', cfdi = null, fecha_timbrado = null,
            modificado_en = ${now}::timestamptz, version = v.version + 1
          where v.empresa_id = ${empresa}::int8 and v.cfdi = any(${cfdis}::int8[])`,
  )
}
