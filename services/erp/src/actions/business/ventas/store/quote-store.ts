import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Where a customer is written to, and in which language, as a tag. */
export interface QuoteReader {
  readonly correos: readonly string[]
  readonly idioma: string | null
}

/** Where quotes are sent, by customer: the customer's address and those of its principal contacts. */
export async function findQuoteReaders(
  tx: Tx,
  empresa: EmpresaId,
  customers: readonly string[],
): Promise<ReadonlyMap<string, QuoteReader>> {
  if (customers.length === 0) return new Map()
  const rows = await tx.query<QuoteReader & { readonly id: string }>(
    sql`select c.id::text as id, (select i.clave from idioma i where i.id = c.idioma) as idioma,
            array(select distinct correo from (
              select c.correo union all
              select k.correo from cliente_contacto cc
                join contacto k on k.empresa_id = ${empresa}::int8 and k.id = cc.contacto
              where cc.empresa_id = ${empresa}::int8 and cc.cliente = c.id and cc.es_principal) t(correo)
              where correo like '%_@_%' order by correo limit 20) as correos
          from cliente c where c.empresa_id = ${empresa}::int8 and c.id = any(${customers}::int8[])`,
  )
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
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
