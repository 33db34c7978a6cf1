import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What used something of an opening. */
export interface OpeningUse {
  readonly modelo: string
  readonly folio: string
  /** Of what it is: a document, an account, an article. */
  readonly de: string
}

/**
 * Finds what used something that an opening entry brought, up to ten: money collected or paid, statements of its bank
 * accounts, stock that left. What was taken back does not count.
 */
export async function findOpeningUses(
  tx: Tx,
  empresa: EmpresaId,
  poliza: string,
): Promise<readonly OpeningUse[]> {
  const uses = [ofReceivables(empresa), ofPayables(empresa), ofOthers(empresa, poliza)]
  return await tx.query<OpeningUse>(
    sql`${openedBy(empresa, poliza)}
          select modelo, folio, de from (${join(uses, ' union ')}) u
          order by modelo, folio, de limit 10`,
  )
}

/** What the opening brought: documents, bank accounts, articles in their warehouses. */
function openedBy(empresa: EmpresaId, poliza: string): Sql {
  return sql`with cobrar as (select id, folio, coalesce(documento, folio) as documento, estado from cuenta_por_cobrar
              where empresa_id = ${empresa}::int8 and poliza = ${poliza}::int8 and estado <> 'cancelada'),
            pagar as (select id, folio, coalesce(numero_factura, folio) as documento, estado from cuenta_por_pagar
              where empresa_id = ${empresa}::int8 and poliza = ${poliza}::int8 and estado <> 'cancelada'),
            banco as (select m.id, m.cuenta_bancaria, b.clave from movimiento_bancario m
              join cuenta_bancaria b on b.empresa_id = ${empresa}::int8 and b.id = m.cuenta_bancaria
              where m.empresa_id = ${empresa}::int8 and m.poliza = ${poliza}::int8 and m.estado <> 'cancelado'),
            entrada as (select distinct l.articulo, l.almacen_entrada as almacen, a.clave
              from movimiento_inventario m
              join movimiento_inventario_partida l on l.empresa_id = ${empresa}::int8 and l.movimiento = m.id
              join articulo a on a.empresa_id = ${empresa}::int8 and a.id = l.articulo
              where m.empresa_id = ${empresa}::int8 and m.poliza = ${poliza}::int8 and m.estado = 'aplicado')`
}

function ofReceivables(empresa: EmpresaId): Sql {
  return sql`select 'CobroCliente' as modelo, c.folio, r.documento as de from cobrar r
            join cobro_cliente_aplicacion a on a.empresa_id = ${empresa}::int8 and a.cuenta = r.id
            join cobro_cliente c on c.empresa_id = ${empresa}::int8 and c.id = a.cobro
              and c.estado not in ('cancelado', 'devuelto')
            union
            select case when n.id is null then 'AnticipoVenta' else 'NotaCreditoVenta' end,
              coalesce(n.folio, v.folio, a.id::text), r.documento
            from cobrar r
            join aplicacion_nota_credito a on a.empresa_id = ${empresa}::int8 and a.cuenta = r.id and a.cancelada is not true
            left join nota_credito_venta n on n.empresa_id = ${empresa}::int8 and n.id = a.nota_credito
            left join anticipo_venta v on v.empresa_id = ${empresa}::int8 and v.id = a.anticipo
            union
            select 'CuentaPorCobrar', folio, documento from cobrar where estado not in ('vigente', 'cobrada_parcial', 'cobrada')`
}

function ofPayables(empresa: EmpresaId): Sql {
  return sql`select 'PagoProveedor', g.folio, p.documento from pagar p
            join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.cuenta = p.id
            join pago_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = a.pago
              and g.estado not in ('cancelado', 'rechazado')
            union
            select 'AnticipoProveedor', g.folio, p.documento from pagar p
            join anticipo_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.cuenta = p.id
              and a.cancelada is not true
            join anticipo_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = a.anticipo
            union
            select 'NotaCreditoProveedor', n.folio, p.documento from pagar p
            join nota_credito_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.cuenta = p.id
            join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
            union
            select 'ProgramacionPago', g.folio, p.documento from pagar p
            join programacion_pago_partida a on a.empresa_id = ${empresa}::int8 and a.cuenta = p.id
            join programacion_pago g on g.empresa_id = ${empresa}::int8 and g.id = a.programacion and g.estado <> 'cancelada'`
}

/** Statements of banks, stock that left, advances that were recognized. */
function ofOthers(empresa: EmpresaId, poliza: string): Sql {
  return sql`select 'EstadoCuentaBancario', e.folio, b.clave from banco b
            join estado_cuenta_bancario e on e.empresa_id = ${empresa}::int8 and e.cuenta_bancaria = b.cuenta_bancaria
              and (e.importado_por is not null or exists (select from estado_cuenta_bancario_renglon r
                where r.empresa_id = ${empresa}::int8 and r.estado_cuenta = e.id))
            union
            select 'MovimientoInventario', m.folio, e.clave from entrada e
            join movimiento_inventario_partida l on l.empresa_id = ${empresa}::int8 and l.articulo = e.articulo
              and l.almacen_salida = e.almacen
            join movimiento_inventario m on m.empresa_id = ${empresa}::int8 and m.id = l.movimiento
              and m.estado = 'aplicado' and m.movimiento_reversa is null
            where not exists (select from movimiento_inventario r
              where r.empresa_id = ${empresa}::int8 and r.movimiento_reversa = m.id)
            union
            select 'AnticipoVenta', folio, folio from anticipo_venta
            where empresa_id = ${empresa}::int8 and poliza = ${poliza}::int8 and estado not in ('por_validar', 'cancelado', 'devuelto')
            union
            select 'AnticipoProveedor', folio, folio from anticipo_proveedor
            where empresa_id = ${empresa}::int8 and poliza = ${poliza}::int8 and estado not in ('por_validar', 'cancelado', 'devuelto')`
}
