import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** A document of which a company withholds no ISR though it pays a person. */
export interface Unwithheld {
  readonly id: string
  readonly folio: string
  /** Of who is paid: the SAT's key. */
  readonly regimen: string
}

// Of goods that somebody with a business (612) sells nothing is withheld.
const BUSINESS = '612'

export async function findUnwithheld(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly model: 'Venta' | 'Compra'
    readonly ids: readonly string[]
    readonly regimes: readonly string[]
  },
): Promise<readonly Unwithheld[]> {
  if (wanted.ids.length === 0) return []
  if (wanted.model === 'Venta') {
    return await tx.query<Unwithheld>(sql`
      select v.id::text as id, v.folio, g.clave as regimen from venta v
      join empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
      join regimen_fiscal g on g.id = e.regimen_fiscal
      join cliente c on c.empresa_id = ${empresa}::int8 and c.id = v.cliente
      left join cliente_razon_social r on r.empresa_id = ${empresa}::int8 and r.id = v.razon_social
      where v.empresa_id = ${empresa}::int8 and v.id = any(${wanted.ids}::int8[])
        and length(e.rfc) = 13 and length(coalesce(r.rfc, c.rfc)) = 12 and g.clave = any(${wanted.regimes}::text[])
        and not exists (select from venta_impuesto t join impuesto i on i.id = t.impuesto and i.clave = '001'
          where t.empresa_id = ${empresa}::int8 and t.venta = v.id and t.tipo = 'retencion')
        and (g.clave <> ${BUSINESS} or exists (select from venta_partida p
          left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
          where p.empresa_id = ${empresa}::int8 and p.venta = v.id and a.tipo = 'servicio'))
      order by v.id`)
  }
  return await tx.query<Unwithheld>(sql`
    select v.id::text as id, v.folio, g.clave as regimen from compra v
    join empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
    join proveedor c on c.empresa_id = ${empresa}::int8 and c.id = v.proveedor
    join regimen_fiscal g on g.id = c.regimen_fiscal
    where v.empresa_id = ${empresa}::int8 and v.id = any(${wanted.ids}::int8[])
      and length(e.rfc) = 12 and length(c.rfc) = 13 and g.clave = any(${wanted.regimes}::text[])
      and not exists (select from compra_impuesto t join impuesto i on i.id = t.impuesto and i.clave = '001'
        where t.empresa_id = ${empresa}::int8 and t.compra = v.id and t.tipo = 'retencion')
      and (g.clave <> ${BUSINESS} or exists (select from compra_partida p
        left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = p.articulo
        where p.empresa_id = ${empresa}::int8 and p.compra = v.id and a.tipo = 'servicio'))
    order by v.id`)
}
