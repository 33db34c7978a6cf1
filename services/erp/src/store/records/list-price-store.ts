import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model } from '../../dictionary/types.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** A line that sells an article; ids and numbers as text. */
export interface PricedLine {
  readonly id: string
  readonly articulo: string
  readonly unidad: string
  readonly cantidad: string
  readonly cliente: string
  readonly fecha: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly sucursal: string | null
  readonly vendedor: string | null
}

/** What a line may be sold for. */
export interface ListPrice {
  /** The line. */
  readonly linea: string
  /** The price that was agreed with the customer, or else that of his list; in the line's currency. */
  readonly precio: string
  /** What it is from, by name. */
  readonly origen: string
  /** The least that it may be sold for, whatever discounts there are. */
  readonly minimo: string | null
  readonly incluye_impuestos: boolean
  /** The largest discount that the seller, the customer's group or a policy allows: 0.05 is five per cent. */
  readonly descuento: string
}

/**
 * The price of each line: what was agreed with the customer, else the customer's list of prices, else that of the
 * customer's group, else what such a list is based on. A line for which nothing says a price has none.
 * @source docs/decisions/0250-erp-selling.md
 */
export function listPricesSql(empresa: EmpresaId, lines: readonly PricedLine[]): Sql {
  return sql`
    with lineas as (
      select n.*, k.grupo_cliente, k.lista_precios as propia, g.lista_precios as de_grupo,
        coalesce(g.descuento_maximo, 0) as de_cliente, a.familia,
        (select e.moneda from empresa e where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8) as de_empresa
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id text, articulo int8, unidad int8, cantidad numeric,
        cliente int8, fecha date, moneda int8, tipo_cambio numeric, sucursal int8, vendedor int8)
      join articulo a on a.empresa_id = ${empresa}::int8 and a.id = n.articulo
      join cliente k on k.empresa_id = ${empresa}::int8 and k.id = n.cliente
      left join grupo_cliente g on g.empresa_id = ${empresa}::int8 and g.id = k.grupo_cliente)
    select l.id as linea, coalesce(t.precio, b.precio)::text as precio,
      case when t.precio is null then 'ListaPrecios ' || b.clave else 'PrecioPactadoCliente ' || t.id end as origen,
      (case when t.precio is null then b.minimo end)::text as minimo,
      t.precio is null and b.incluye_impuestos as incluye_impuestos,
      (case when t.precio is null then ${allowedSql(empresa)} else 0 end)::text as descuento
    from lineas l
    left join lateral (
      select q.id, q.precio from precio_pactado_cliente q
      where q.empresa_id = ${empresa}::int8 and q.cliente = l.cliente and q.articulo = l.articulo
        and q.unidad = l.unidad and q.moneda = l.moneda and q.inicio_vigencia <= l.fecha
        and (q.fin_vigencia is null or q.fin_vigencia >= l.fecha)
      order by q.inicio_vigencia desc, q.id desc limit 1) t on true
    left join lateral (${listSql(empresa)}) b on true
    where coalesce(t.precio, b.precio) is not null`
}

/** Finds the prices of lines, by line. */
export async function findPrices(
  tx: Tx,
  empresa: EmpresaId,
  lines: readonly PricedLine[],
): Promise<ReadonlyMap<string, ListPrice>> {
  if (lines.length === 0) return new Map()
  const rows = await tx.query<ListPrice>(listPricesSql(empresa, lines))
  return new Map(rows.map((row) => [row.linea, row]))
}

/** The largest discount that holds for a line `l`. */
function allowedSql(empresa: EmpresaId): Sql {
  return sql`greatest(l.de_cliente, coalesce((
        select s.descuento_maximo from vendedor s
        where s.empresa_id = ${empresa}::int8 and s.id = l.vendedor), 0), coalesce((
        select max(e.porcentaje) from politica_descuento d
        join politica_descuento_escala e on e.empresa_id = ${empresa}::int8 and e.politica = d.id
          and e.desde <= l.cantidad and (e.hasta is null or e.hasta >= l.cantidad)
        where d.empresa_id = ${empresa}::int8 and d.activo and d.tipo <> 'pronto_pago'
          and d.inicio_vigencia <= l.fecha and (d.fin_vigencia is null or d.fin_vigencia >= l.fecha)
          and (d.cliente is null or d.cliente = l.cliente)
          and (d.grupo_cliente is null or d.grupo_cliente = l.grupo_cliente)
          and (d.familia is null or d.familia = l.familia)
          and (d.articulo is null or d.articulo = l.articulo)), 0))`
}

/** The line of a list of prices that holds for a line `l`, in its currency. */
function listSql(empresa: EmpresaId): Sql {
  return sql`
    select r.clave, coalesce(r.incluye_impuestos, false) as incluye_impuestos,
      round(i.precio * o.factor / o.cambio, 6) as precio, round(i.precio_minimo * o.factor / o.cambio, 6) as minimo
    from (
      select l.propia as lista, 1::numeric as factor, 1 as orden
      union all
      select lista_base, coalesce(factor, 1), 2 from lista_precios
      where empresa_id = ${empresa}::int8 and id = l.propia
      union all
      select l.de_grupo, 1, 3
      union all
      select lista_base, coalesce(factor, 1), 4 from lista_precios
      where empresa_id = ${empresa}::int8 and id = l.de_grupo) c
    join lista_precios r on r.empresa_id = ${empresa}::int8 and r.id = c.lista and r.estado = 'vigente'
      and r.inicio_vigencia <= l.fecha and (r.fin_vigencia is null or r.fin_vigencia >= l.fecha)
      and (r.sucursal is null or r.sucursal = l.sucursal)
    cross join lateral (select c.factor, case when r.moneda = l.moneda then 1 else l.tipo_cambio end as cambio) o
    join lista_precios_partida i on i.empresa_id = ${empresa}::int8 and i.lista = r.id and i.articulo = l.articulo
      and i.unidad = l.unidad and coalesce(i.cantidad_minima, 0) <= l.cantidad
      and (i.inicio_vigencia is null or i.inicio_vigencia <= l.fecha)
      and (i.fin_vigencia is null or i.fin_vigencia >= l.fecha)
    where r.moneda = l.moneda or r.moneda = l.de_empresa
    order by c.orden, i.cantidad_minima desc nulls last, i.id desc limit 1`
}

/** What decides about the prices of lines, where a document has it. */
const HEAD_FIELDS = ['cliente', 'fecha', 'moneda', 'tipo_cambio', 'sucursal', 'vendedor'] as const

export type PricingField = (typeof HEAD_FIELDS)[number]

export type PricingHead = Readonly<Partial<Record<PricingField, string | null>>>

/** That of stored documents of a model, with their `id`. */
export function pricingHeadsSql(empresa: EmpresaId, model: Model, ids: readonly string[]): Sql {
  const known = HEAD_FIELDS.filter((name) => model.fieldByName.has(name))
  const columns = known.map((name) => trusted(`"${name}"::text as "${name}"`))
  return sql`select id::text as id, ${join(columns, ', ')} from ${trusted(`"${model.table}"`)}
    where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`
}
