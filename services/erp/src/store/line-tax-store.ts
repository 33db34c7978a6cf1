import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** A tax that an article bears. */
export interface ArticleTax {
  readonly articulo: string
  readonly impuesto: string
  /** The SAT's key: 003 is IEPS, which is part of the base of the others. */
  readonly clave: string
  readonly tipo: 'traslado' | 'retencion'
  readonly factor: string
  readonly tasa_cuota: string
  readonly tasa: string
}

/**
 * The taxes of articles on a day: those of an article itself in the general zone, else those of its fiscal group. Only
 * fixed rates: where the law leaves a range, somebody has to say what applies.
 */
export function articleTaxesSql(
  empresa: EmpresaId,
  { articles, day }: { readonly articles: readonly string[]; readonly day: string },
): Sql {
  return sql`
    with own as (
      select ai.articulo, ai.tipo, ai.tasa_cuota from articulo_impuesto ai
      where ai.empresa_id = ${empresa}::int8 and ai.articulo = any(${articles}::int8[]) and ai.zona = 'general'
        and ai.inicio_vigencia <= ${day}::date and (ai.fin_vigencia is null or ai.fin_vigencia >= ${day}::date)),
    grouped as (
      select a.id as articulo, t.tipo, t.tasa_cuota from articulo a
      join grupo_fiscal_articulo g on g.empresa_id = ${empresa}::int8 and g.id = a.grupo_fiscal and not g.exento
      cross join lateral (values ('traslado', g.tasa_ieps), ('traslado', g.tasa_iva),
        ('retencion', g.retencion_iva), ('retencion', g.retencion_isr)) as t(tipo, tasa_cuota)
      where a.empresa_id = ${empresa}::int8 and a.id = any(${articles}::int8[]) and t.tasa_cuota is not null
        and not exists (select from own where own.articulo = a.id))
    select n.articulo::text, i.id::text as impuesto, i.clave, n.tipo, f.id::text as factor, c.id::text as tasa_cuota,
      c.valor::text as tasa
    from (select * from own union all select * from grouped) n
    join tasa_cuota c on c.id = n.tasa_cuota
    join impuesto i on i.id = c.impuesto
    join tipo_factor f on f.id = c.factor
    where c.tipo = 'Fijo' and c.valor is not null and f.clave = 'Tasa'
    order by n.articulo, i.clave desc, n.tipo desc, c.id`
}

/** The ids of the SAT's key for what is subject to taxes that are broken down. */
export function taxableSql(): Sql {
  return sql`select id::text as id from objeto_impuesto where clave = '02'`
}

/** The Impuesto that is IEPS, which is part of the base of the others. */
export async function findIeps(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    sql`select id::text as id from impuesto where clave = '003'`,
  )
  return row?.id
}
