import assert from 'node:assert/strict'

import { join, sql, trusted } from '@oficina/kit/sql.ts'

import { ACTIONS } from '../../../src/actions/business/action-list.ts'
import type { ErpTest } from '../../erp-service.ts'
import { shippedRegistry } from '../../shipped-registry.ts'
import { API } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'

/** What must hold of a company at any moment, whatever its people did and whatever died under them. */
export async function assertLaws(erp: ErpTest): Promise<void> {
  const report = await erp.admin.get(`${API}/reports/consistency`)
  assert.equal(report.status, 200, report.text)
  const rows: readonly { readonly diferencia: number }[] = report.json.data
  assert.deepEqual(
    rows.filter(({ diferencia }) => diferencia !== 0),
    [],
    'books, stock, documents, banks and budgets agree',
  )
  await assertStockWhole(erp)
  await assertReserved(erp)
  await assertTaxes(erp)
  await assertNothingBelowZero(erp)
  await assertStampsUsed(erp)
  await assertAudited(erp)
}

async function assertReserved({ owner }: ErpTest): Promise<void> {
  const differing = await owner.query(sql`
    select e.articulo, e.almacen, e.apartada, coalesce(r.queda, 0) as queda
    from (select empresa_id, articulo, almacen, sum(reservada) as apartada from public.existencia group by 1, 2, 3) e
    left join (select empresa_id, articulo, almacen, sum(cantidad - cantidad_surtida) as queda
      from public.reserva_inventario where estado = 'vigente' group by 1, 2, 3) r using (empresa_id, articulo, almacen)
    where e.apartada <> coalesce(r.queda, 0)`)
  assert.deepEqual(differing, [], 'what stock has put aside is what reservations hold')
}

/** IVA of suppliers and customers: what waits for the money, and what the money brought. */
async function assertTaxes({ owner }: ErpTest): Promise<void> {
  const [books] = await owner.query<Record<string, number>>(sql`
    with l as (
      select c.clave, sum(l.cargo - l.abono) as saldo from public.poliza_partida l
      join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado in ('aplicada', 'reversada')
      join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
      where l.empresa_id = 1 group by c.clave)
    select coalesce((select saldo from l where clave = '118-01'), 0)::float8 as acreditable,
      coalesce((select saldo from l where clave = '119-01'), 0)::float8 as por_acreditar,
      (-coalesce((select saldo from l where clave = '208-01'), 0))::float8 as trasladado,
      (-coalesce((select saldo from l where clave = '209-01'), 0))::float8 as por_trasladar`)
  const [documents] = await owner.query<Record<string, number>>(sql`
    with pagado as (
      select a.iva from public.pago_proveedor_aplicacion a
      join public.pago_proveedor p on p.empresa_id = a.empresa_id and p.id = a.pago and p.estado = 'aplicado'
      where a.empresa_id = 1
      union all
      select iva from public.anticipo_proveedor_aplicacion where empresa_id = 1 and not cancelada),
    cobrado as (
      select a.iva from public.cobro_cliente_aplicacion a
      join public.cobro_cliente c on c.empresa_id = a.empresa_id and c.id = a.cobro and c.estado = 'aplicado'
      where a.empresa_id = 1
      union all
      select iva from public.aplicacion_nota_credito
      where empresa_id = 1 and cancelada is not true and anticipo is not null),
    bonificado as (
      select iva from public.aplicacion_nota_credito
      where empresa_id = 1 and cancelada is not true and anticipo is null),
    s as (
      select (select coalesce(sum(iva), 0) from pagado) as pagado,
        (select coalesce(sum(iva), 0) from cobrado) as cobrado,
        (select coalesce(sum(v.iva_base), 0) from public.anticipo_venta v
          join public.cfdi f on f.empresa_id = v.empresa_id and f.id = v.cfdi and f.estado in ('vigente', 'por_cancelar')
          where v.empresa_id = 1)
        - (select coalesce(sum(n.iva_cobrado), 0) from public.nota_credito_venta n
          where n.empresa_id = 1 and n.estado = 'aplicada')
        - (select coalesce(sum(a.anticipo_iva), 0) from public.aplicacion_nota_credito a
          join public.cfdi f on f.empresa_id = a.empresa_id and f.id = a.cfdi and f.estado in ('vigente', 'por_cancelar')
          where a.empresa_id = 1 and a.cancelada is not true) as anticipado,
        (select coalesce(sum(iva), 0) from bonificado) as bonificado,
        (select coalesce(sum(round(u.impuestos * u.tipo_cambio, 2)), 0) from public.cuenta_por_pagar u
          where u.empresa_id = 1 and u.estado not in ('por_validar', 'cancelada')) as facturado,
        (select coalesce(sum(n.iva), 0) from public.nota_credito_proveedor n
          where n.empresa_id = 1 and n.estado in ('vigente', 'aplicada')) as acreditado,
        (select coalesce(sum(n.iva_pagado), 0) from public.nota_credito_proveedor n
          where n.empresa_id = 1 and n.estado in ('vigente', 'aplicada')) as devuelto,
        (select coalesce(sum(a.iva), 0) from public.nota_credito_proveedor_aplicacion a
          join public.nota_credito_proveedor n on n.empresa_id = a.empresa_id and n.id = a.nota and n.estado <> 'cancelada'
          where a.empresa_id = 1 and a.poliza is not null) as compensado,
        (select coalesce(sum(coalesce(r.iva_base, round(r.impuestos * r.tipo_cambio, 2))), 0)
          from public.cuenta_por_cobrar r where r.empresa_id = 1 and r.estado <> 'cancelada') as vendido,
        (select coalesce(sum(a.retencion_iva_pagada), 0) from public.pago_proveedor_aplicacion a
          join public.pago_proveedor p on p.empresa_id = a.empresa_id and p.id = a.pago and p.estado = 'aplicado'
          where a.empresa_id = 1)
        + (select coalesce(sum(retencion_iva_pagada), 0) from public.anticipo_proveedor_aplicacion
          where empresa_id = 1 and not cancelada)
        - (select coalesce(sum(p.total_cargo * case when p.poliza_reversa is null then 1 else -1 end), 0)
          from public.poliza p join public.modelo_sistema m on m.id = p.modelo and m.nombre = 'PeriodoContable'
          where p.empresa_id = 1 and p.estado in ('aplicada', 'reversada')) as retenido)
    -- What was withheld of it is credited when its month is, and waits again when that is taken back.
    select (pagado - devuelto + compensado - retenido)::float8 as acreditable,
      (facturado - pagado - acreditado + devuelto - compensado)::float8 as por_acreditar,
      (cobrado + anticipado)::float8 as trasladado, (vendido - cobrado - bonificado)::float8 as por_trasladar from s`)
  assert.deepEqual(
    books,
    documents,
    'IVA that was paid and collected, and that which waits, is what its accounts say',
  )
}

async function assertNothingBelowZero({ owner }: ErpTest): Promise<void> {
  const found = await owner.query(sql`
    select 'CuentaPorPagar' as modelo, id from public.cuenta_por_pagar where saldo < 0 or saldo > total
    union all select 'CuentaPorCobrar', id from public.cuenta_por_cobrar where saldo < 0 or saldo > total
    union all select 'AnticipoProveedor', id from public.anticipo_proveedor where saldo < 0 or saldo > importe
    union all select 'AnticipoVenta', id from public.anticipo_venta where saldo < 0 or saldo > importe
    union all select 'NotaCreditoProveedor', id from public.nota_credito_proveedor where saldo < 0 or saldo > total
    union all select 'CompraPartida', id from public.compra_partida
      where cantidad_recibida < 0 or cantidad_recibida > cantidad or cantidad_facturada < 0
        or cantidad_facturada > cantidad
    union all select 'VentaPartida', id from public.venta_partida
      where cantidad_entregada < 0 or cantidad_entregada > cantidad or cantidad_devuelta < 0
        or cantidad_devuelta > cantidad_entregada
    union all select 'RecepcionCompraPartida', id from public.recepcion_compra_partida
      where cantidad_devuelta < 0 or cantidad_devuelta > cantidad_aceptada or cantidad_facturada < 0
    union all select 'PresupuestoPartida', id from public.presupuesto_partida
      where comprometido < 0 or devengado < 0 or ejercido < 0`)
  assert.deepEqual(
    found,
    [],
    'nothing is below zero that may not be, nor above what it is a part of',
  )
  const settled = await owner.query(sql`
    select 'CuentaPorPagar' as modelo, id, estado, saldo from public.cuenta_por_pagar
      where (estado = 'pagada') <> (saldo = 0) and estado not in ('cancelada', 'por_validar')
    union all select 'CuentaPorCobrar', id, estado, saldo from public.cuenta_por_cobrar
      where (estado = 'cobrada') <> (saldo = 0) and estado <> 'cancelada'`)
  assert.deepEqual(settled, [], 'what is settled is what nothing is left of')
}

/** Every CFDI in force is that of one document: nothing is stamped twice. */
async function assertStampsUsed({ owner }: ErpTest): Promise<void> {
  const found = await owner.query(sql`
    select f.id, f.serie, f.folio, f.estado from public.cfdi f
    left join (
      select cfdi as id from public.venta v where not exists (
        select from public.factura_global g where g.empresa_id = v.empresa_id and g.cfdi = v.cfdi)
      union all select cfdi from public.factura_global
      union all select cfdi from public.anticipo_venta
      union all select cfdi from public.aplicacion_nota_credito where nota_credito is null
      union all select cfdi from public.nota_credito_venta
      union all select complemento from public.cobro_cliente
      union all select cfdi from public.recibo_nomina
      union all select cfdi_sustituto from public.recibo_nomina
      union all select c.cfdi from public.cfdi_cancelacion c
        join public.recibo_nomina r on r.empresa_id = c.empresa_id and r.cfdi = c.sustituto
        where c.estado in ('solicitada', 'en_espera')) d on d.id = f.id
    where f.empresa_id = 1 and f.sentido = 'emitido' and f.estado not in ('cancelado', 'rechazado')
    group by f.id, f.serie, f.folio, f.estado having count(d.id) <> 1`)
  assert.deepEqual(found, [], 'every CFDI in force is that of one document')
}

/**
 * The audit log's last word about the state of a record is the state that it has. What an action makes beside its
 * document is told by that document's row.
 */
async function assertAudited({ owner }: ErpTest): Promise<void> {
  const registry = shippedRegistry()
  const models = [...new Set(ACTIONS.all.map(({ model }) => model)), 'CuentaPorCobrar']
    .map((name) => registry.models.get(name))
    .filter((model) => model?.fields.some(({ name }) => name === 'estado'))
  const statements = models.map(
    (model) => sql`
      select ${model?.name}::text as modelo, d.id, d.estado, a.estado as auditado
      from public.${trusted(model?.table ?? '')} d
      cross join lateral (
        select r.despues->>'estado' as estado from public.registro_auditoria r
        join public.modelo_sistema m on m.id = r.modelo and m.nombre = ${model?.name}::text
        where r.empresa_id = d.empresa_id and r.registro = d.id::text and r.despues->>'estado' is not null
        order by r.id desc limit 1) a
      where d.empresa_id = 1 and a.estado <> d.estado`,
  )
  const missing = await owner.query(sql`
    select modelo, estado, auditado, count(*)::int4 as cuantos, min(id) as primero
    from (${join(statements, ' union all ')}) x group by modelo, estado, auditado order by modelo, estado`)
  assert.deepEqual(missing, [], 'the audit log has each change of a state')
}
