import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A sale with all that its invoice says of it. Ids and amounts as text. */
export interface InvoiceSale {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha: string
  readonly sucursal: string | null
  readonly cliente: string
  readonly vendedor: string | null
  readonly moneda: string
  readonly moneda_clave: string
  /** Of its amounts; two at most. */
  readonly decimales: number
  readonly tipo_cambio: string
  readonly condicion_pago: string
  readonly condicion: string
  readonly es_contado: boolean
  readonly metodo_pago: string | null
  readonly forma_pago: string | null
  readonly uso_cfdi: string | null
  /** The ids of what somebody entered in the sale itself, and of what its CFDI says. */
  readonly entered: Readonly<Record<'metodo_pago' | 'uso_cfdi', string | null>>
  readonly issued: Readonly<Record<'metodo_pago' | 'uso_cfdi', string | null>>
  readonly exportacion: string | null
  readonly subtotal: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  readonly total: string
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  /** Of its CFDI, which may be that of a global invoice. */
  readonly uuid: string | null
  /** To whom it is invoiced. */
  readonly rfc: string
  readonly razon_social: string
  readonly regimen: string
  readonly codigo_postal: string | null
  readonly residencia: string | null
  readonly identidad: string | null
  readonly correo: string | null
  /** In which the customer is written to, as a tag. */
  readonly idioma: string | null
  readonly cuenta_cliente: string | null
  readonly dimensiones: Readonly<Record<string, number | null>>
}

/** Sales by id, in the order of the ids, read after they were locked: their CFDI may have changed meanwhile. */
export async function findSalesToInvoice(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoiceSale>> {
  const rows = await tx.query<InvoiceSale>(
    sql`select v.id::text as id, v.folio, v.estado, v.fecha::text as fecha, v.sucursal::text as sucursal,
            v.cliente::text as cliente, coalesce(v.vendedor, c.vendedor)::text as vendedor, v.moneda::text as moneda,
            m.clave as moneda_clave, least(coalesce(m.decimales, 2), 2)::int4 as decimales,
            v.tipo_cambio::text as tipo_cambio, v.condicion_pago::text as condicion_pago,
            p.nombre as condicion, coalesce(p.es_contado, false) as es_contado, mp.clave as metodo_pago,
            fs.clave as forma_pago, coalesce(uv.clave, ur.clave, uc.clave) as uso_cfdi, x.clave as exportacion,
            json_build_object('metodo_pago', v.metodo_pago::text, 'uso_cfdi', v.uso_cfdi::text) as entered,
            json_build_object('metodo_pago', f.metodo_pago::text, 'uso_cfdi', f.uso::text) as issued,
            v.subtotal::text as subtotal, v.descuento::text as descuento, v.impuestos::text as impuestos,
            v.retenciones::text as retenciones, v.total::text as total, v.cfdi::text as cfdi, f.estado as cfdi_estado,
            coalesce(v.uuid, f.uuid)::text as uuid, coalesce(r.rfc, c.rfc) as rfc, coalesce(r.razon_social, c.razon_social) as razon_social,
            g.clave as regimen, cp.clave as codigo_postal, pa.clave as residencia,
            case when r.id is null then c.identidad_tributaria else r.identidad_tributaria end as identidad,
            coalesce(r.correo_cfdi, c.correo) as correo,
            (select i.clave from idioma i where i.id = c.idioma) as idioma, gc.cuenta_contable::text as cuenta_cliente,
            json_build_object('cliente', v.cliente, 'sucursal', v.sucursal, 'almacen', v.almacen, 'moneda', v.moneda,
              'condicion_pago', v.condicion_pago) as dimensiones
          from venta v
          join cliente c on c.empresa_id = ${empresa}::int8 and c.id = v.cliente
          join moneda m on m.id = v.moneda
          join condicion_pago p on p.empresa_id = ${empresa}::int8 and p.id = v.condicion_pago
          left join cliente_razon_social r on r.empresa_id = ${empresa}::int8 and r.id = v.razon_social
          left join grupo_cliente gc on gc.empresa_id = ${empresa}::int8 and gc.id = c.grupo_cliente
          left join metodo_pago mp on mp.id = v.metodo_pago
          left join forma_pago fp on fp.empresa_id = ${empresa}::int8 and fp.id = v.forma_pago
          left join forma_pago_sat fs on fs.id = fp.forma_pago_sat
          left join uso_cfdi uv on uv.id = v.uso_cfdi
          left join uso_cfdi ur on ur.id = r.uso_cfdi
          left join uso_cfdi uc on uc.id = c.uso_cfdi and r.id is null
          left join exportacion x on x.id = v.exportacion
          left join regimen_fiscal g on g.id = coalesce(r.regimen_fiscal, c.regimen_fiscal)
          left join codigo_postal cp on cp.id = case when r.id is null then c.codigo_postal else r.codigo_postal end
          left join pais pa on pa.id = case when r.id is null then c.residencia_fiscal else r.residencia_fiscal end
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = v.cfdi
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[])
          order by v.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A line of a sale with the SAT's keys of what it sells. */
export interface InvoiceLine {
  readonly id: string
  readonly venta: string
  readonly partida: number
  readonly articulo: string | null
  readonly clave_prod_serv: string | null
  readonly clave_unidad: string | null
  readonly unidad: string
  readonly descripcion: string
  readonly cantidad: string
  readonly precio: string
  readonly importe: string
  readonly descuento: string
  readonly objeto_impuesto: string
  readonly cuenta: string | null
  readonly centro_costo: string | null
}

export async function findInvoiceLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly InvoiceLine[]> {
  return await tx.query<InvoiceLine>(
    sql`select l.id::text as id, l.venta::text as venta, l.partida::int4 as partida, a.clave as articulo,
            coalesce(kl.clave, ka.clave) as clave_prod_serv, cu.clave as clave_unidad, u.nombre as unidad, l.descripcion,
            l.cantidad::text as cantidad, l.precio::text as precio, l.importe::text as importe,
            l.descuento::text as descuento, o.clave as objeto_impuesto, l.cuenta_contable::text as cuenta,
            l.centro_costo::text as centro_costo
          from venta_partida l
          join unidad_medida u on u.id = l.unidad
          join objeto_impuesto o on o.id = l.objeto_impuesto
          left join clave_unidad cu on cu.id = u.clave_unidad
          left join articulo a on a.empresa_id = ${empresa}::int8 and a.id = l.articulo
          left join clave_prod_serv kl on kl.id = l.clave_prod_serv
          left join clave_prod_serv ka on ka.id = a.clave_prod_serv
          where l.empresa_id = ${empresa}::int8 and l.venta = any(${ids}::int8[])
          order by l.venta, l.partida, l.id`,
  )
}

/** A tax of a sale, or of one of its lines. */
export interface InvoiceTax {
  readonly venta: string
  readonly partida: string | null
  /** A key of c_Impuesto; null of a local one. */
  readonly impuesto: string | null
  readonly ambito: 'federal' | 'local'
  readonly tipo: 'traslado' | 'retencion'
  readonly factor: string
  readonly nombre_local: string | null
  readonly tasa: string | null
  readonly base: string
  readonly importe: string
}

export async function findInvoiceTaxes(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly InvoiceTax[]> {
  return await tx.query<InvoiceTax>(
    sql`select t.venta::text as venta, t.partida::text as partida, i.clave as impuesto, t.ambito, t.tipo,
            f.clave as factor, t.nombre_local, coalesce(t.tasa, q.valor)::text as tasa, t.base::text as base,
            t.importe::text as importe
          from venta_impuesto t
          join tipo_factor f on f.id = t.factor
          left join impuesto i on i.id = t.impuesto
          left join tasa_cuota q on q.id = t.tasa_cuota
          where t.empresa_id = ${empresa}::int8 and t.venta = any(${ids}::int8[])
          order by t.venta, t.id`,
  )
}

/** Invoiced sales of which something was collected or credited, with what is left. */
export async function findCollected(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly total: string; readonly saldo: string }>> {
  const rows = await tx.query<{ venta: string; total: string; saldo: string }>(
    sql`select r.venta::text as venta, sum(r.total)::text as total, sum(r.saldo)::text as saldo
          from cuenta_por_cobrar r
          where r.empresa_id = ${empresa}::int8 and r.venta = any(${ids}::int8[]) and r.estado <> 'cancelada'
          group by r.venta having sum(r.saldo) <> sum(r.total)`,
  )
  return new Map(rows.map((row) => [row.venta, row]))
}
