import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked Cotizacion, with its customer. */
export interface QuoteRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha: string
  readonly vigencia: string
  readonly cliente: string | null
  readonly razon_social: string | null
  readonly cliente_estado: string | null
  /** The customer's own, else that of the customer's group. */
  readonly condicion_pago: string | null
  readonly uso_cfdi: string | null
  readonly vendedor: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly total: string
  /** Where quotes are sent: the customer's address and those of its principal contacts. */
  readonly correos: readonly string[]
}

/** Locks quotes in the order of their ids. */
export async function lockQuotes(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, QuoteRow>> {
  const rows = await tx.query<QuoteRow>(
    sql`select q.id::text as id, q.folio, q.estado, q.fecha::text as fecha, q.vigencia::text as vigencia,
            q.cliente::text as cliente, c.razon_social, c.estado as cliente_estado,
            coalesce(c.condicion_pago, g.condicion_pago)::text as condicion_pago, c.uso_cfdi::text as uso_cfdi,
            q.vendedor::text as vendedor, q.moneda::text as moneda, m.clave as moneda_clave,
            q.tipo_cambio::text as tipo_cambio, q.total::text as total,
            array(select distinct correo from (
              select c.correo union all
              select k.correo from cliente_contacto cc
                join contacto k on k.empresa_id = ${empresa}::int8 and k.id = cc.contacto
              where cc.empresa_id = ${empresa}::int8 and cc.cliente = c.id and cc.es_principal) t(correo)
              where correo like '%_@_%' order by correo limit 20) as correos
          from cotizacion q
          join moneda m on m.id = q.moneda
          left join cliente c on c.empresa_id = ${empresa}::int8 and c.id = q.cliente
          left join grupo_cliente g on g.empresa_id = ${empresa}::int8 and g.id = c.grupo_cliente
          where q.empresa_id = ${empresa}::int8 and q.id = any(${ids}::int8[])
          order by q.id for no key update of q`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A CotizacionPartida, with what a line of a sale needs of its article. */
export interface QuoteLineRow {
  readonly cotizacion: string
  readonly partida: number
  readonly articulo: string | null
  readonly descripcion: string
  readonly cantidad: string
  readonly unidad: string
  readonly precio: string
  readonly descuento: string
  readonly impuestos: string | null
  readonly importe: string
  readonly opcional: boolean
  /** The article's, else 02 where taxes were quoted and 01 where none were. */
  readonly objeto_impuesto: string
}

export async function findQuoteLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly QuoteLineRow[]> {
  return await tx.query<QuoteLineRow>(
    sql`select p.cotizacion::text as cotizacion, p.partida, p.articulo::text as articulo, p.descripcion,
            p.cantidad::text as cantidad, p.unidad::text as unidad, p.precio::text as precio,
            coalesce(p.descuento, 0)::text as descuento, p.impuestos::text as impuestos, p.importe::text as importe,
            coalesce(p.opcional, false) as opcional,
            coalesce(a.objeto_impuesto, (select o.id from objeto_impuesto o
              where o.clave = case when coalesce(p.impuestos, 0) > 0 or a.id is not null then '02' else '01' end
              ))::text as objeto_impuesto
          from cotizacion_partida p
          left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
          where p.empresa_id = ${empresa}::int8 and p.cotizacion = any(${ids}::int8[])
          order by p.cotizacion, p.partida, p.id`,
  )
}

export async function changeQuotes(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly ids: readonly string[]; readonly estado: string; readonly now: string },
): Promise<void> {
  if (of.ids.length === 0) return
  await tx.execute(
    sql`update cotizacion set estado = ${of.estado}, version = version + 1, modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${of.ids}::int8[])`,
  )
}
