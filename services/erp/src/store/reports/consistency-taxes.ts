import { sql } from '@oficina/kit/sql.ts'

import { codedAccounts } from './coded-accounts.ts'
import { bookedBy, onAccounts, type Control } from './consistency-parts.ts'

/** The models whose entries pay suppliers; the use of an advance is taken back by an entry of the advance. */
const PAYING = ['PagoProveedor', 'AnticipoProveedor', 'AnticipoProveedorAplicacion']

/** What is pending of taxes, and withheld, against what documents say of it. */
export const TAX_CONTROLS: readonly Control[] = [
  {
    name: 'iva_por_pagar',
    label: {
      es: 'El IVA pendiente de pago es el de las facturas por pagar que no se ha pagado, más el retenido que no se ha acreditado',
      en: 'VAT not paid yet is that of payables that are not paid, with what was withheld and is not credited',
    },
    accounts: '119.01',
    expected: (empresa) => sql`select
      (select coalesce(sum(s.iva), 0) from cuenta_por_pagar c
        join lateral (select round(sum(d.importe) * c.tipo_cambio, 2) as iva from cuenta_por_pagar_impuesto d
          join impuesto i on i.id = d.impuesto and i.clave = '002'
          where d.empresa_id = ${empresa}::int8 and d.cuenta = c.id and d.tipo = 'traslado' and d.es_acreditable) s on true
        where c.empresa_id = ${empresa}::int8 and c.estado not in ('por_validar', 'cancelada'))
      - (select coalesce(sum(a.iva), 0) from pago_proveedor_aplicacion a
        join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      - (select coalesce(sum(iva), 0) from anticipo_proveedor_aplicacion
        where empresa_id = ${empresa}::int8 and cancelada is not true)
      - (select coalesce(sum(round(iva * tipo_cambio, 2) - coalesce(iva_pagado, 0)), 0) from nota_credito_proveedor
        where empresa_id = ${empresa}::int8 and estado <> 'cancelada')
      - (select coalesce(sum(a.iva - coalesce(a.retencion_iva, 0)), 0) from nota_credito_proveedor_aplicacion a
        join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
        where a.empresa_id = ${empresa}::int8 and a.poliza is not null)
      + (select coalesce(sum(a.retencion_iva_pagada), 0) from pago_proveedor_aplicacion a
        join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      + (select coalesce(sum(retencion_iva_pagada), 0) from anticipo_proveedor_aplicacion
        where empresa_id = ${empresa}::int8 and cancelada is not true)
      - (select coalesce(sum(cargo - abono), 0) from libro
        where modelo = 'PeriodoContable' and codigo = '118.01')`,
    found: onAccounts('119.01', 'cargo'),
  },
  {
    name: 'iva_por_cobrar',
    label: {
      es: 'El IVA trasladado no cobrado es el de las facturas de clientes que no se ha cobrado',
      en: 'VAT charged and not collected yet is that of customers’ invoices that are not collected',
    },
    accounts: '209.01',
    expected: (empresa) => sql`select
      (select coalesce(sum(coalesce(r.iva_base, round(coalesce(s.iva, r.impuestos) * r.tipo_cambio, 2))), 0)
        from cuenta_por_cobrar r
        left join lateral (select coalesce(sum(d.importe) filter (where i.clave = '002'), 0) as iva
          from venta_impuesto d left join impuesto i on i.id = d.impuesto
          where d.empresa_id = ${empresa}::int8 and d.venta = r.venta and d.tipo = 'traslado' having count(*) > 0) s on true
        where r.empresa_id = ${empresa}::int8 and r.estado <> 'cancelada')
      - (select coalesce(sum(a.iva), 0) from cobro_cliente_aplicacion a
        join cobro_cliente c on c.empresa_id = ${empresa}::int8 and c.id = a.cobro and c.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      - (select coalesce(sum(coalesce(a.iva, round(coalesce(n.impuestos, 0) * a.importe / nullif(n.total, 0)
          * r.tipo_cambio, 2), 0)), 0)
        from aplicacion_nota_credito a
        join cuenta_por_cobrar r on r.empresa_id = ${empresa}::int8 and r.id = a.cuenta and r.estado <> 'cancelada'
        left join nota_credito_venta n on n.empresa_id = ${empresa}::int8 and n.id = a.nota_credito
        where a.empresa_id = ${empresa}::int8 and a.cancelada is not true)`,
    found: onAccounts('209.01', 'abono'),
  },
  {
    name: 'retenciones_por_pagar',
    label: {
      es: 'Lo que se retendrá al pagar es lo de las facturas por pagar que no se ha pagado',
      en: 'What will be withheld on payment is that of payables that are not paid',
    },
    accounts: '216.12',
    expected: (empresa) => sql`select
      (select coalesce(sum(s.retencion), 0) from cuenta_por_pagar c
        join lateral (select sum(round(d.importe * c.tipo_cambio, 2)) as retencion from (
          select i.clave, sum(t.importe) as importe from cuenta_por_pagar_impuesto t
          join impuesto i on i.id = t.impuesto and i.clave in ('001', '002')
          where t.empresa_id = ${empresa}::int8 and t.cuenta = c.id and t.tipo = 'retencion' group by i.clave) d) s on true
        where c.empresa_id = ${empresa}::int8 and c.estado not in ('por_validar', 'cancelada') and exists (
          select from poliza_partida l where l.empresa_id = ${empresa}::int8 and l.poliza = c.poliza
            and l.cuenta_contable = any(${codedAccounts(empresa, '216.12')})))
      - (select coalesce(sum(coalesce(a.retencion_iva, 0) + coalesce(a.retencion_isr, 0)), 0)
        from pago_proveedor_aplicacion a
        join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      - (select coalesce(sum(coalesce(retencion_iva, 0) + coalesce(retencion_isr, 0)), 0)
        from anticipo_proveedor_aplicacion where empresa_id = ${empresa}::int8 and cancelada is not true)
      - (select coalesce(sum(coalesce(a.retencion_iva, 0) + coalesce(a.retencion_isr, 0)), 0)
        from nota_credito_proveedor_aplicacion a
        join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.id = a.nota and n.estado <> 'cancelada'
        where a.empresa_id = ${empresa}::int8)`,
    found: bookedBy(['CuentaPorPagar', 'NotaCreditoProveedor', ...PAYING], '216.12', 'abono'),
  },
  {
    name: 'retenciones_pagadas',
    label: {
      es: 'Lo retenido a proveedores al pagar es lo que dicen sus pagos',
      en: 'What was withheld from suppliers on payment is what their payments say',
    },
    accounts: '216',
    expected: (empresa) => sql`select
      (select coalesce(sum(coalesce(a.retencion_iva_pagada, 0) + coalesce(a.retencion_isr_pagada, 0)
          - coalesce(a.retencion_iva, 0) - coalesce(a.retencion_isr, 0)), 0)
        from pago_proveedor_aplicacion a
        join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      + (select coalesce(sum(coalesce(retencion_iva_pagada, 0) + coalesce(retencion_isr_pagada, 0)
          - coalesce(retencion_iva, 0) - coalesce(retencion_isr, 0)), 0)
        from anticipo_proveedor_aplicacion where empresa_id = ${empresa}::int8 and cancelada is not true)`,
    found: bookedBy(PAYING, '216', 'abono'),
  },
  {
    name: 'iva_importacion',
    label: {
      es: 'El IVA acreditado de servicios importados es el que dicen sus pagos',
      en: 'The credited VAT of imported services is what their payments say',
    },
    accounts: '118.02',
    expected: (empresa) => sql`select
      (select coalesce(sum(a.iva_importacion), 0) from pago_proveedor_aplicacion a
        join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      + (select coalesce(sum(iva_importacion), 0) from anticipo_proveedor_aplicacion
        where empresa_id = ${empresa}::int8 and cancelada is not true)`,
    found: bookedBy(PAYING, '118.02', 'cargo'),
  },
  {
    name: 'retenciones_por_cobrar',
    label: {
      es: 'Lo que los clientes retendrán al pagar es lo de las facturas que no se ha cobrado',
      en: 'What customers will withhold on payment is that of invoices that are not collected',
    },
    accounts: '107.05',
    expected: (empresa) => sql`select
      (select coalesce(sum(s.retencion), 0) from cuenta_por_cobrar r
        join lateral (select sum(round(d.importe * r.tipo_cambio, 2)) as retencion from (
          select i.clave, sum(t.importe) as importe from venta_impuesto t
          join impuesto i on i.id = t.impuesto and i.clave in ('001', '002')
          where t.empresa_id = ${empresa}::int8 and t.venta = r.venta and t.tipo = 'retencion' group by i.clave) d) s on true
        where r.empresa_id = ${empresa}::int8 and r.estado <> 'cancelada' and exists (
          select from poliza p
          join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
            and l.cuenta_contable = any(${codedAccounts(empresa, '107.05')})
          where p.empresa_id = ${empresa}::int8 and p.registro = r.venta::text
            and p.modelo = (select id from modelo_sistema where nombre = 'Venta')))
      - (select coalesce(sum(coalesce(a.retencion_iva, 0) + coalesce(a.retencion_isr, 0)), 0)
        from cobro_cliente_aplicacion a
        join cobro_cliente c on c.empresa_id = ${empresa}::int8 and c.id = a.cobro and c.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      - (select coalesce(sum(coalesce(retencion_iva, 0) + coalesce(retencion_isr, 0)), 0)
        from aplicacion_nota_credito where empresa_id = ${empresa}::int8 and cancelada is not true)`,
    found: bookedBy(
      ['Venta', 'NotaCreditoVenta', 'CobroCliente', 'AnticipoVenta'],
      '107.05',
      'cargo',
    ),
  },
]
