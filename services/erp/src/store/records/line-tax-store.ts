import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** A tax that an article bears, or that whoever pays for it withholds. */
export interface ArticleTax {
  readonly articulo: string
  readonly impuesto: string
  /** The SAT's key: 003 is IEPS, which is part of the base of the others. */
  readonly clave: string
  readonly tipo: 'traslado' | 'retencion'
  readonly factor: string
  /** Null, as is the rate: it is exempt. */
  readonly tasa_cuota: string | null
  readonly tasa: string | null
}

/** A rate is a fixed one of c_TasaOCuota, or a value within a range. */
function isRated(valor: Sql): Sql {
  return sql`f.clave = 'Tasa' and c.valor is not null
    and (c.tipo = 'Fijo' or ${valor} between coalesce(c.minimo, 0) and c.valor)`
}

/**
 * The taxes of articles on a day: those of an article itself in the general zone, else those of its fiscal group. Of a
 * range that the law leaves, only the value that somebody wrote.
 */
export function articleTaxesSql(
  empresa: EmpresaId,
  { articles, day }: { readonly articles: readonly string[]; readonly day: string },
): Sql {
  return sql`
    with own as (
      select ai.articulo, ai.tipo, ai.tasa_cuota, ai.valor from articulo_impuesto ai
      where ai.empresa_id = ${empresa}::int8 and ai.articulo = any(${articles}::int8[]) and ai.zona = 'general'
        and ai.inicio_vigencia <= ${day}::date and (ai.fin_vigencia is null or ai.fin_vigencia >= ${day}::date)),
    grouped as (
      select a.id as articulo, coalesce(g.exento, false) as exento, g.tasa_ieps, g.tasa_iva, g.retencion_iva,
        g.valor_retencion_iva, g.retencion_isr, g.valor_retencion_isr
      from articulo a
      join grupo_fiscal_articulo g on g.empresa_id = ${empresa}::int8 and g.id = a.grupo_fiscal
      where a.empresa_id = ${empresa}::int8 and a.id = any(${articles}::int8[])
        and not exists (select from own where own.articulo = a.id)),
    named as (
      select articulo, tipo, tasa_cuota, valor from own
      union all
      select g.articulo, t.tipo, t.tasa_cuota, t.valor from grouped g
      cross join lateral (values ('traslado', g.tasa_ieps, null::numeric, false),
        ('traslado', g.tasa_iva, null, false), ('retencion', g.retencion_iva, g.valor_retencion_iva, false),
        ('retencion', g.retencion_isr, g.valor_retencion_isr, true)) as t(tipo, tasa_cuota, valor, si_exento)
      where t.tasa_cuota is not null and (t.si_exento or not g.exento)),
    rated as (
      select n.articulo, i.id as impuesto, i.clave, n.tipo, f.id as factor, c.id as tasa_cuota,
        case when c.tipo = 'Fijo' then c.valor else n.valor end as tasa
      from named n
      join tasa_cuota c on c.id = n.tasa_cuota
      join impuesto i on i.id = c.impuesto
      join tipo_factor f on f.id = c.factor
      where ${isRated(sql`n.valor`)}
      union all
      select g.articulo, i.id, i.clave, 'traslado', f.id, null, null from grouped g, impuesto i, tipo_factor f
      where g.exento and i.clave = '002' and f.clave = 'Exento')
    select articulo::text, impuesto::text, clave, tipo, factor::text, tasa_cuota::text, tasa::text
    from rated order by articulo, clave desc, tipo desc, tasa_cuota`
}

/** The ids of the SAT's key for what is subject to taxes that are broken down. */
export function taxableSql(): Sql {
  return sql`select id::text as id from objeto_impuesto where clave = '02'`
}

/** Finds the Impuesto that is IEPS, which is part of the base of the others. */
export async function findIeps(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    sql`select id::text as id from impuesto where clave = '003'`,
  )
  return row?.id
}
