import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model } from '../dictionary/types.ts'
import type { EmpresaId } from './tenant-database.ts'

/** Whom a document is for, or who sells by it. */
export type PartyField = 'cliente' | 'proveedor'

/** Ids of the parties of a stored document. */
export interface StoredParties {
  readonly id: string
  readonly tercero: string | null
  readonly razon_social: string | null
}

export function storedPartiesSql(
  empresa: EmpresaId,
  wanted: {
    readonly model: Model
    readonly field: PartyField
    readonly hasName: boolean
    readonly ids: readonly string[]
  },
): Sql {
  const name = wanted.hasName ? sql`r.razon_social::text` : sql`null::text`
  return sql`select r.id::text as id, ${trusted(`r."${wanted.field}"`)}::text as tercero, ${name} as razon_social
    from ${trusted(`"${wanted.model.table}" r`)}
    where r.empresa_id = ${empresa}::int8 and r.id = any(${wanted.ids}::int8[])`
}

/** A customer or supplier, the company that trades with it, and a tax that its fiscal group says is withheld. */
export interface TaxParty {
  readonly id: string
  readonly rfc: string
  /** Of the company. */
  readonly propio: string
  readonly impuesto: string | null
  readonly clave: string | null
  readonly factor: string | null
  readonly tasa_cuota: string | null
  readonly tasa: string | null
}

/** One row for each tax that the group of a party withholds; one without where there is none. */
export function taxPartiesSql(
  empresa: EmpresaId,
  { field, ids }: { readonly field: PartyField; readonly ids: readonly string[] },
): Sql {
  return sql`select p.id::text as id, p.rfc, e.rfc as propio, w.impuesto::text as impuesto, w.clave,
      w.factor::text as factor, w.tasa_cuota::text as tasa_cuota, w.tasa::text as tasa
    from ${trusted(`"${field}" p`)}
    join empresa e on e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8
    left join lateral (
      select i.id as impuesto, i.clave, f.id as factor, c.id as tasa_cuota,
        case when c.tipo = 'Fijo' then c.valor else t.valor end as tasa
      from grupo_fiscal_articulo g
      cross join lateral (values (g.retencion_iva, g.valor_retencion_iva),
        (g.retencion_isr, g.valor_retencion_isr)) as t(tasa_cuota, valor)
      join tasa_cuota c on c.id = t.tasa_cuota
      join impuesto i on i.id = c.impuesto
      join tipo_factor f on f.id = c.factor
      where g.empresa_id = ${empresa}::int8 and g.id = p.grupo_fiscal and f.clave = 'Tasa'
        and c.valor is not null and (c.tipo = 'Fijo' or t.valor between coalesce(c.minimo, 0) and c.valor)) w on true
    where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[])
    order by p.id, w.clave desc`
}

/** The RFC by which a customer is invoiced under another of its names. */
export function namesRfcSql(empresa: EmpresaId, ids: readonly string[]): Sql {
  return sql`select id::text as id, rfc from cliente_razon_social
    where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`
}
