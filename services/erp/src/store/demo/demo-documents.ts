import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { DemoSlice } from './demo-rows.ts'
import { pseudoRandomSql, pseudoRandomText } from './pseudo-random.ts'

/** How many clients, suppliers and articles there are to choose from. */
export interface DemoChoices {
  readonly clientes: number
  readonly proveedores: number
  readonly articulos: number
}

/** The first day of the documents, and over how many days they are spread. Both years have accounting periods. */
const DEMO_FIRST_DAY = '2025-01-01'
const DAYS = 669
// Documents younger than this many days are still in progress.
const OPEN_DAYS = 60

// One to three lines each.
const LINES = pseudoRandomSql('n', 11, 3)
const DAY = pseudoRandomSql('n', 1, DAYS)

/** How many lines the documents of a slice have; their ids are reserved before they are made. */
export async function countLines(tx: Tx, { from, to }: DemoSlice): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select sum(1 + ${LINES})::int8 as count from generate_series(${from}::int8, ${to}::int8) n`)
  return row?.count ?? 0
}

/** Purchases with their lines: VAT of 16 % by line, totals that are the sums of the lines. */
export async function insertPurchases(
  tx: Tx,
  slice: DemoSlice & { readonly firstLineId: string },
  choices: DemoChoices,
): Promise<void> {
  const { empresa, now, from, firstId } = slice
  await tx.execute(sql`
    with base as materialized (
      select n, 1 + ${LINES} as partidas, ${DEMO_FIRST_DAY}::date + ${DAY}::int4 as fecha,
        ${DAY} >= ${DAYS - OPEN_DAYS}::int8 as abierta, ${pseudoRandomSql('n', 5, 20)} as suerte,
        'PR-' || lpad((1 + ${pseudoRandomSql('n', 2, choices.proveedores)})::text, 5, '0') as proveedor
      from generate_series(${from}::int8, ${slice.to}::int8) n),
    lineas as materialized (
      select b.n, p.partida, a.id as articulo, a.descripcion, a.unidad, 1 + ${pseudoRandomSql('b.n * 8 + p.partida', 21, 40)} as cantidad,
        a.costo_estandar as precio
      from base b cross join lateral generate_series(1, b.partidas) p(partida)
      join articulo a on a.empresa_id = ${empresa}::int8
        and a.clave = 'AR-' || lpad((1 + ${pseudoRandomSql('b.n * 8 + p.partida', 22, choices.articulos)})::text, 5, '0')),
    importes as materialized (
      select l.*, round(cantidad * precio, 2) as importe, round(round(cantidad * precio, 2) * 0.16, 2) as iva from lineas l),
    totales as (select n, sum(importe) as subtotal, sum(iva) as iva from importes group by n),
    cargo as materialized (
      select c.id as centro_costo,
        (select id from cuenta_contable where empresa_id = ${empresa}::int8 and clave = '115-01') as cuenta,
        (select p.id from presupuesto_partida p join presupuesto r on r.empresa_id = ${empresa}::int8 and r.id = p.presupuesto
          where p.empresa_id = ${empresa}::int8 and r.clave = 'GASTO-2026' order by p.partida limit 1) as presupuesto
      from centro_costo c where c.empresa_id = ${empresa}::int8 and c.clave = 'CC-COM'),
    nuevas as (
      insert into compra (empresa_id, id, creado_en, modificado_en, folio, fecha, sucursal, proveedor, comprador, moneda,
        tipo_cambio, condicion_pago, almacen, departamento, centro_costo, fecha_entrega, estado, subtotal, descuento,
        impuestos, retenciones, total, observaciones, motivo_cancelacion, autorizada_por, autorizada_en)
      select ${empresa}::int8, ${firstId}::int8 + b.n - ${from}::int8, ${now}::timestamptz, ${now}::timestamptz,
        'OC-' || lpad(b.n::text, 6, '0'), b.fecha,
        (select id from sucursal where empresa_id = ${empresa}::int8 and clave = 'MATRIZ'), p.id,
        (select id from comprador where empresa_id = ${empresa}::int8 and clave = 'COMPRAS'), m.id, 1, p.condicion_pago,
        (select id from almacen where empresa_id = ${empresa}::int8 and clave = 'CENTRAL'),
        (select id from departamento where empresa_id = ${empresa}::int8 and clave = 'COM'), c.centro_costo,
        b.fecha + 7 + ${pseudoRandomSql('b.n', 4, 20)}::int4, e.estado, t.subtotal, 0, t.iva, 0, t.subtotal + t.iva,
        ${pseudoRandomText('b.n', 6, ['Entregar en el almacén central.', 'Confirmar la fecha de entrega.', 'Reposición de inventario.', 'Urgente.'])},
        case when e.estado = 'cancelada' then 'El proveedor no confirmó la fecha de entrega.' end,
        case when e.estado not in ('iniciada', 'cancelada') then a.id end,
        case when e.estado not in ('iniciada', 'cancelada') then b.fecha + interval '1 day 17 hours' end
      from base b join totales t using (n)
      join proveedor p on p.empresa_id = ${empresa}::int8 and p.clave = b.proveedor
      join moneda m on m.clave = 'MXN'
      left join usuario a on a.empresa_id = ${empresa}::int8 and a.usuario = 'compras'
      cross join cargo c
      cross join lateral (select case when abierta and suerte < 12 then 'iniciada' when abierta and suerte < 17 then 'autorizada'
        when abierta then 'recibida_parcial' when suerte = 0 then 'cancelada' when suerte < 9 then 'recibida' else 'cerrada' end as estado) e
      returning id, estado)
    insert into compra_partida (empresa_id, id, creado_en, modificado_en, compra, partida, articulo, descripcion, cantidad,
      unidad, precio, descuento, impuestos, retenciones, importe, centro_costo, cuenta_contable, partida_presupuesto,
      cantidad_recibida, cantidad_facturada)
    select ${empresa}::int8, ${slice.firstLineId}::int8 - 1 + row_number() over (order by l.n, l.partida),
      ${now}::timestamptz, ${now}::timestamptz, v.id, l.partida, l.articulo, l.descripcion, l.cantidad, l.unidad, l.precio,
      0, l.iva, 0, l.importe, c.centro_costo, c.cuenta, c.presupuesto,
      case when v.estado in ('recibida', 'cerrada') then l.cantidad when v.estado = 'recibida_parcial' then l.cantidad / 2 else 0 end,
      case when v.estado = 'cerrada' then l.cantidad else 0 end
    from importes l join nuevas v on v.id = ${firstId}::int8 + l.n - ${from}::int8 cross join cargo c`)
}

/** Sales with their lines; one line in ten has a discount of 5 %. */
export async function insertSales(
  tx: Tx,
  slice: DemoSlice & { readonly firstLineId: string },
  choices: DemoChoices,
): Promise<void> {
  const { empresa, now, from, firstId } = slice
  await tx.execute(sql`
    with base as materialized (
      select n, 1 + ${LINES} as partidas, ${DEMO_FIRST_DAY}::date + ${DAY}::int4 as fecha,
        ${DAY} >= ${DAYS - OPEN_DAYS}::int8 as abierta, ${pseudoRandomSql('n', 7, 20)} as suerte,
        'CL-' || lpad((1 + ${pseudoRandomSql('n', 3, choices.clientes)})::text, 6, '0') as cliente
      from generate_series(${from}::int8, ${slice.to}::int8) n),
    lineas as materialized (
      select b.n, p.partida, a.id as articulo, a.descripcion, a.unidad, a.costo_estandar as costo,
        1 + ${pseudoRandomSql('b.n * 8 + p.partida', 31, 12)} as cantidad, a.precio_base as precio,
        ${pseudoRandomSql('b.n * 8 + p.partida', 33, 10)} = 0 as rebajada
      from base b cross join lateral generate_series(1, b.partidas) p(partida)
      join articulo a on a.empresa_id = ${empresa}::int8
        and a.clave = 'AR-' || lpad((1 + ${pseudoRandomSql('b.n * 8 + p.partida', 32, choices.articulos)})::text, 5, '0')),
    importes as materialized (
      select l.*, round(cantidad * precio, 2) as importe,
        case when rebajada then round(round(cantidad * precio, 2) * 0.05, 2) else 0 end as descuento from lineas l),
    totales as (
      select n, sum(importe) as subtotal, sum(descuento) as descuento, sum(round((importe - descuento) * 0.16, 2)) as iva
      from importes group by n),
    nuevas as (
      insert into venta (empresa_id, id, creado_en, modificado_en, folio, fecha, sucursal, cliente, moneda, tipo_cambio,
        condicion_pago, forma_pago, metodo_pago, uso_cfdi, vendedor, almacen, fecha_entrega, estado, subtotal, descuento,
        impuestos, retenciones, total)
      select ${empresa}::int8, ${firstId}::int8 + b.n - ${from}::int8, ${now}::timestamptz, ${now}::timestamptz,
        'V-' || lpad(b.n::text, 6, '0'), b.fecha,
        (select id from sucursal where empresa_id = ${empresa}::int8 and clave = 'MATRIZ'), k.id, m.id, 1, k.condicion_pago,
        (select id from forma_pago where empresa_id = ${empresa}::int8 and clave = 'TRANSF'),
        (select id from metodo_pago where clave = 'PPD'), k.uso_cfdi, k.vendedor,
        (select id from almacen where empresa_id = ${empresa}::int8 and clave = 'CENTRAL'),
        b.fecha + 1 + ${pseudoRandomSql('b.n', 8, 10)}::int4,
        case when abierta and suerte < 6 then 'borrador' when abierta and suerte < 13 then 'confirmada'
          when suerte = 19 then 'cancelada' when suerte < 15 and not abierta then 'pagada' else 'facturada' end,
        t.subtotal, t.descuento, t.iva, 0, t.subtotal - t.descuento + t.iva
      from base b join totales t using (n)
      join cliente k on k.empresa_id = ${empresa}::int8 and k.clave = b.cliente
      join moneda m on m.clave = 'MXN'
      returning id)
    insert into venta_partida (empresa_id, id, creado_en, modificado_en, venta, partida, articulo, descripcion, cantidad,
      unidad, precio, descuento, objeto_impuesto, importe, costo, cantidad_entregada)
    select ${empresa}::int8, ${slice.firstLineId}::int8 - 1 + row_number() over (order by l.n, l.partida),
      ${now}::timestamptz, ${now}::timestamptz, v.id, l.partida, l.articulo, l.descripcion, l.cantidad, l.unidad, l.precio,
      l.descuento, (select id from objeto_impuesto where clave = '02'), l.importe, l.costo, 0
    from importes l join nuevas v on v.id = ${firstId}::int8 + l.n - ${from}::int8`)
}

/** Deposits of clients, payments to suppliers, fees and transfers on the company's bank accounts. */
export async function insertMovements(
  tx: Tx,
  slice: DemoSlice,
  choices: DemoChoices,
): Promise<void> {
  const { empresa, now, from, firstId } = slice
  await tx.execute(sql`
    with base as materialized (
      select n, ${DEMO_FIRST_DAY}::date + ${DAY}::int4 as fecha, ${DAY} >= ${DAYS - OPEN_DAYS}::int8 as abierto,
        ${pseudoRandomText('n', 41, ['deposito', 'deposito', 'deposito', 'transferencia', 'transferencia', 'cheque', 'retiro', 'comision', 'interes'])} as tipo,
        'CL-' || lpad((1 + ${pseudoRandomSql('n', 42, choices.clientes)})::text, 6, '0') as cliente,
        'PR-' || lpad((1 + ${pseudoRandomSql('n', 43, choices.proveedores)})::text, 5, '0') as proveedor,
        1 + ${pseudoRandomSql('n', 44, 3)} as cuenta, (50000 + ${pseudoRandomSql('n', 45, 25_000_000)}) / 100.0 as importe
      from generate_series(${from}::int8, ${slice.to}::int8) n)
    insert into movimiento_bancario (empresa_id, id, creado_en, modificado_en, folio, fecha, cuenta_bancaria, tipo, naturaleza,
      concepto, forma_pago, importe, moneda, tipo_cambio, referencia, clave_rastreo, beneficiario, cliente, proveedor,
      fecha_valor, conciliado, estado)
    select ${empresa}::int8, ${firstId}::int8 + b.n - ${from}::int8, ${now}::timestamptz, ${now}::timestamptz,
      'MB-' || lpad(b.n::text, 6, '0'), b.fecha, c.id, b.tipo,
      case when b.tipo in ('deposito', 'interes') then 'cargo' else 'abono' end,
      (select id from concepto_tesoreria where empresa_id = ${empresa}::int8
        and clave = case b.tipo when 'deposito' then 'COBRANZA' when 'interes' then 'INTERESES' when 'comision' then 'COMISIONES' else 'PAGOS' end),
      (select id from forma_pago where empresa_id = ${empresa}::int8 and clave = case b.tipo when 'cheque' then 'CHEQUE' else 'TRANSF' end),
      case when b.tipo in ('comision', 'interes') then round(b.importe / 500, 2) else b.importe end, c.moneda, 1,
      lpad((1000000 + ${pseudoRandomSql('b.n', 46, 8_999_999)})::text, 10, '0'),
      case when b.tipo in ('deposito', 'transferencia') then 'SPEI' || to_char(b.fecha, 'YYYYMMDD') || lpad(b.n::text, 8, '0') end,
      case when b.tipo = 'deposito' then null when b.tipo in ('comision', 'interes') then null else p.razon_social end,
      case when b.tipo = 'deposito' then k.id end,
      case when b.tipo in ('transferencia', 'cheque', 'retiro') then p.id end,
      b.fecha, not b.abierto, case when b.abierto then 'aplicado' else 'conciliado' end
    from base b
    join cuenta_bancaria c on c.empresa_id = ${empresa}::int8 and c.clave = 'BANCO-' || b.cuenta
    left join cliente k on k.empresa_id = ${empresa}::int8 and k.clave = b.cliente
    left join proveedor p on p.empresa_id = ${empresa}::int8 and p.clave = b.proveedor`)
}
