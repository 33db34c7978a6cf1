import type { Tx } from '@oficina/kit/database.ts'
import { join, sql } from '@oficina/kit/sql.ts'
import type { Language } from '@oficina/words/language.ts'

import type { EmpresaId } from '../tenant-database.ts'
import {
  ledger,
  none,
  onAccounts,
  staleBalances,
  sumOfEntries,
  type Control,
} from './consistency-parts.ts'
import { TAX_CONTROLS } from './consistency-taxes.ts'
import { creditedBeyond } from './credited-beyond.ts'

/** Whether what should be the same is the same. */
export interface Consistency {
  /** A JSON array as text, in the order of the controls. */
  readonly rows: string
  readonly total: number
  /** How many of them differ. */
  readonly diferencias: number
}

/**
 * Compares the books with stock, documents, banks and budgets, and each of those with what it was added up from.
 * @param language of what is said of each control
 * @source docs/decisions/0213-erp-reports.md
 */
export async function readConsistency(
  tx: Tx,
  empresa: EmpresaId,
  language: Language,
): Promise<Consistency> {
  const controls = CONTROLS.map(
    ({ name, label, accounts, expected, found }, index) =>
      sql`select ${index}::int4 as orden, ${name}::text as control, ${label[language]}::text as descripcion,
          ${accounts}::text as cuentas, coalesce((${expected(empresa)}), 0) as esperado,
          coalesce((${found(empresa)}), 0) as encontrado`,
  )
  const rows = await tx.query<Consistency>(
    sql`with ${ledger(empresa)}, c as materialized (${join(controls, ' union all ')})
          select coalesce((select json_agg(row_to_json(x))::text from (
              select control, descripcion, cuentas, esperado, encontrado, encontrado - esperado as diferencia
              from c order by orden) x), '[]') as rows,
            (select count(*) from c) as total,
            (select count(*) from c where esperado <> encontrado) as diferencias`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the controls returned no row')
  return row
}

const CONTROLS: readonly Control[] = [
  {
    name: 'balanza',
    label: {
      es: 'Los cargos de las pólizas son sus abonos',
      en: 'The debits of the entries are their credits',
    },
    accounts: null,
    expected: sumOfEntries('cargo'),
    found: sumOfEntries('abono'),
  },
  {
    name: 'polizas',
    label: {
      es: 'Pólizas cuyos cargos no son sus abonos, o no son los de sus partidas',
      en: 'Entries whose debits are not their credits, or are not those of their lines',
    },
    accounts: null,
    expected: none,
    found: (empresa) => sql`select count(*) from poliza p
      left join lateral (select coalesce(sum(l.cargo), 0) as cargos, coalesce(sum(l.abono), 0) as abonos
        from poliza_partida l where l.empresa_id = ${empresa}::int8 and l.poliza = p.id) s on true
      where p.empresa_id = ${empresa}::int8 and p.estado in ('aplicada', 'reversada')
        and (s.cargos <> s.abonos or s.cargos <> p.total_cargo or s.abonos <> p.total_abono)`,
  },
  {
    name: 'inventario',
    label: {
      es: 'Las cuentas de inventario son el valor de las existencias y de lo que está en tránsito',
      en: 'The accounts of stock are the value of what is in stock and in transit',
    },
    accounts: '115',
    expected: (empresa) => sql`select
      (select coalesce(sum(importe), 0) from existencia where empresa_id = ${empresa}::int8)
      + (select coalesce(sum(t.importe_transito), 0) from traspaso_almacen_partida t
          join traspaso_almacen d on d.empresa_id = ${empresa}::int8 and d.id = t.traspaso
            and d.estado in ('en_transito', 'recibido_parcial') and d.almacen_transito is null
          where t.empresa_id = ${empresa}::int8)`,
    found: onAccounts('115', 'cargo'),
  },
  {
    name: 'kardex',
    label: {
      es: 'El valor de las existencias es lo que entró menos lo que salió',
      en: 'The value of the stock is what entered less what left',
    },
    accounts: null,
    expected: (
      empresa,
    ) => sql`select coalesce(sum(case when almacen_entrada is not null then valor_entrada end), 0)
        - coalesce(sum(case when almacen_salida is not null then valor_salida end), 0)
      from movimiento_inventario_partida where empresa_id = ${empresa}::int8`,
    found: (empresa) =>
      sql`select sum(importe) from existencia where empresa_id = ${empresa}::int8`,
  },
  {
    name: 'kardex_articulos',
    label: {
      es: 'Artículos y almacenes cuya existencia no es lo que entró menos lo que salió',
      en: 'Articles and warehouses whose stock is not what entered less what left',
    },
    accounts: null,
    expected: none,
    found: (empresa) => sql`select count(*) from (
      select articulo, almacen from (
        select articulo, almacen, cantidad from existencia where empresa_id = ${empresa}::int8
        union all
        select articulo, almacen_entrada, -cantidad_base from movimiento_inventario_partida
        where empresa_id = ${empresa}::int8 and almacen_entrada is not null
        union all
        select articulo, almacen_salida, cantidad_base from movimiento_inventario_partida
        where empresa_id = ${empresa}::int8 and almacen_salida is not null) m
      group by articulo, almacen having sum(cantidad) <> 0) d`,
  },
  {
    name: 'recibido_por_facturar',
    label: {
      es: 'La mercancía recibida por facturar es lo recibido que no se facturó ni devolvió, más lo devuelto que se acreditó',
      en: 'Goods received and not invoiced are what was received and neither invoiced nor returned, with what was returned and credited',
    },
    accounts: '205.06',
    expected: (empresa) => sql`select
      (select coalesce(sum(l.importe_base - l.importe_facturado - l.importe_devuelto), 0)
        from recepcion_compra_partida l
        join recepcion_compra r on r.empresa_id = ${empresa}::int8 and r.id = l.recepcion and r.estado = 'aplicada'
        where l.empresa_id = ${empresa}::int8 and l.importe_base is not null)
      + (select coalesce(sum(importe_base - importe_facturado), 0) from recepcion_servicio
        where empresa_id = ${empresa}::int8 and estado in ('aceptada', 'facturada') and importe_base is not null)
      + (select coalesce(sum(least(l.importe_base,
          greatest(0, r.importe_facturado + r.importe_devuelto - r.importe_base))), 0)
        from devolucion_compra_partida l
        join devolucion_compra d on d.empresa_id = ${empresa}::int8 and d.id = l.devolucion and d.estado = 'acreditada'
        join recepcion_compra_partida r on r.empresa_id = ${empresa}::int8 and r.id = l.recepcion_partida
        where l.empresa_id = ${empresa}::int8)`,
    found: onAccounts('205.06', 'abono'),
  },
  {
    name: 'proveedores',
    label: {
      es: 'Las cuentas de proveedores son los saldos de sus facturas menos los de sus notas de crédito',
      en: 'The accounts of suppliers are the balances of their invoices less those of their credit notes',
    },
    accounts: '201',
    expected: (empresa) => sql`select
      (select coalesce(sum(round(total * tipo_cambio, 2)), 0) from cuenta_por_pagar
        where empresa_id = ${empresa}::int8 and estado not in ('por_validar', 'cancelada'))
      - (select coalesce(sum(a.importe_base), 0) from pago_proveedor_aplicacion a
        join pago_proveedor p on p.empresa_id = ${empresa}::int8 and p.id = a.pago and p.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      - (select coalesce(sum(importe_base), 0) from anticipo_proveedor_aplicacion
        where empresa_id = ${empresa}::int8 and cancelada is not true)
      - (select coalesce(sum(round(total * tipo_cambio, 2) - coalesce(devuelto_base, 0)), 0) from nota_credito_proveedor
        where empresa_id = ${empresa}::int8 and estado in ('vigente', 'aplicada'))`,
    found: onAccounts('201', 'abono'),
  },
  {
    name: 'anticipos_proveedores',
    label: {
      es: 'Los anticipos a proveedores son lo que queda de ellos',
      en: 'Advances to suppliers are what is left of them',
    },
    accounts: '120',
    expected: (empresa) => sql`select
      (select coalesce(sum(round(importe * tipo_cambio, 2)), 0) from anticipo_proveedor
        where empresa_id = ${empresa}::int8 and estado not in ('por_validar', 'cancelado', 'devuelto'))
      - (select coalesce(sum(anticipo_base), 0) from anticipo_proveedor_aplicacion
        where empresa_id = ${empresa}::int8 and cancelada is not true)`,
    found: onAccounts('120', 'cargo'),
  },
  {
    name: 'clientes',
    label: {
      es: 'Las cuentas de clientes son los saldos de sus facturas',
      en: 'The accounts of customers are the balances of their invoices',
    },
    accounts: '105',
    expected: (empresa) => sql`select
      (select coalesce(sum(coalesce(total_base, round(total * tipo_cambio, 2))), 0) from cuenta_por_cobrar
        where empresa_id = ${empresa}::int8 and estado not in ('por_validar', 'cancelada'))
      - (select coalesce(sum(a.importe_base), 0) from cobro_cliente_aplicacion a
        join cobro_cliente c on c.empresa_id = ${empresa}::int8 and c.id = a.cobro and c.estado = 'aplicado'
        where a.empresa_id = ${empresa}::int8)
      - (select coalesce(sum(importe_base), 0) from aplicacion_nota_credito
        where empresa_id = ${empresa}::int8 and cancelada is not true)`,
    found: onAccounts('105', 'cargo'),
  },
  {
    name: 'anticipos_clientes',
    label: {
      es: 'Los anticipos de clientes son lo que queda de ellos',
      en: 'Advances of customers are what is left of them',
    },
    accounts: '206',
    expected: (empresa) => sql`select
      (select coalesce(sum(round(importe * tipo_cambio, 2) - coalesce(iva_base, 0) - coalesce(devuelto_base, 0)), 0)
        from anticipo_venta
        where empresa_id = ${empresa}::int8 and estado not in ('por_validar', 'cancelado')
           and (estado <> 'devuelto' or devuelto_base is not null))
      - (select coalesce(sum(anticipo_base - coalesce(anticipo_iva, 0)), 0) from aplicacion_nota_credito
        where empresa_id = ${empresa}::int8 and cancelada is not true)`,
    found: onAccounts('206', 'abono'),
  },
  {
    name: 'acreditado',
    label: {
      es: 'Partidas y ventas, y facturas de proveedores, de las que se acreditó más de lo que se cobró por ellas',
      en: 'Lines and sales, and invoices of suppliers, of which more was credited than was charged for them',
    },
    accounts: null,
    expected: none,
    found: creditedBeyond,
  },
  ...TAX_CONTROLS,
  {
    name: 'bancos',
    label: {
      es: 'Las cuentas de bancos son sus movimientos',
      en: 'The accounts of banks are their movements',
    },
    accounts: '102',
    expected: (empresa) => sql`select
        sum(round(importe * tipo_cambio, 2) * case naturaleza when 'abono' then 1 else -1 end)
      from movimiento_bancario where empresa_id = ${empresa}::int8 and estado in ('aplicado', 'conciliado')`,
    found: onAccounts('102', 'cargo'),
  },
  {
    name: 'saldos',
    label: {
      es: 'Saldos guardados de periodos cerrados que no son los de sus pólizas',
      en: 'Kept balances of closed periods that are not those of their entries',
    },
    accounts: null,
    expected: none,
    found: staleBalances,
  },
  {
    name: 'presupuesto',
    label: {
      es: 'Partidas de presupuesto cuyas columnas no son la suma de sus compromisos',
      en: 'Lines of budgets whose columns are not the sum of their commitments',
    },
    accounts: null,
    expected: none,
    found: (empresa) => sql`select count(*) from presupuesto_partida p
      left join lateral (
        select coalesce(sum(c.importe - c.importe_liberado) filter (where c.tipo = 'compromiso'), 0) as comprometido,
          coalesce(sum(c.importe) filter (where c.tipo = 'devengado'), 0)
            - coalesce(sum(c.importe) filter (where c.tipo = 'ejercido'), 0) as devengado,
          coalesce(sum(c.importe) filter (where c.tipo = 'ejercido'), 0) as ejercido
        from compromiso_presupuesto c
        where c.empresa_id = ${empresa}::int8 and c.presupuesto_partida = p.id
          and c.estado in ('vigente', 'consumido')) s on true
      where p.empresa_id = ${empresa}::int8 and (p.comprometido <> s.comprometido or p.devengado <> s.devengado
        or p.ejercido <> s.ejercido or p.disponible <> p.importe + p.ampliaciones - p.reducciones - p.comprometido
          - p.devengado - p.ejercido)`,
  },
]
