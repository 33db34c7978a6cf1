import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A FacturaGlobal. Ids and amounts as text. */
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

/** Global invoices by id, read after they were locked: their CFDI may have changed meanwhile. */
export async function findGlobalInvoices(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GlobalInvoiceRow>> {
  if (ids.length === 0) return new Map()
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
