import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { readConsistency } from '../../src/store/reports/consistency-store.ts'
import { enterCompany } from '../../src/store/tenant-database.ts'
import { supplied, type Supplied } from './payables/supplier-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices.

// A company that has bought, received, invoiced, paid and sold, and what is told of it when its records are tampered
// with.

let on: Supplied

before(async () => {
  on = await supplied()
  const { buying } = on
  const peso = buying.moneda
  const categoria = await on.create('CategoriaInventario', { clave: 'MERC', nombre: 'Mercancía' })
  const articulo = await on.create('Articulo', {
    clave: 'VAR',
    descripcion: 'Varilla',
    tipo: 'producto',
    categoria,
    unidad: buying.unidad,
    se_inventaria: true,
    estado: 'activo',
  })
  const compra = await on.order([{ cantidad: '10', precio: '33.333333', articulo }])
  await on.receive(compra, ['7'])
  const xml = await on.bill([{ cantidad: '5', precio: '33.333333', codigo: 'VAR' }])
  const factura = await on.register({ xml, compra })
  assert.equal(factura.status, 200, factura.text)
  const [cuenta, banco, tipo] = await Promise.all([
    idOf('cuenta_contable', '102-01'),
    idOf('banco', '012'),
    idOf('tipo_cuenta_bancaria', 'CHEQ'),
  ])
  const cuentaBancaria = await on.create('CuentaBancaria', {
    clave: 'B',
    nombre: 'Banco',
    banco,
    tipo,
    numero_cuenta: '1',
    moneda: peso,
    cuenta_contable: cuenta,
    titular: 'Nosotros',
    activo: true,
  })
  const sat = await idOf('forma_pago_sat', '03')
  const banked = { forma_pago_sat: sat, cuenta_bancaria: cuentaBancaria, activo: true }
  const forma = await on.create('FormaPago', { clave: 'T', nombre: 'Transferencia', ...banked })
  const pago = await on.create('PagoProveedor', {
    fecha: '2026-03-02',
    proveedor: buying.proveedor,
    forma_pago: forma,
    cuenta_bancaria: cuentaBancaria,
    moneda: peso,
    importe: '150.00',
    aplicaciones: [{ cuenta: factura.json.data.id, importe: '100.00' }],
  })
  const paid = await on.erp.admin.post('/api/v1/PagoProveedor/actions/pagar', { ids: [pago] })
  assert.deepEqual(paid.json.data.results[0].errors, undefined, paid.text)
})

after(() => on.stop())

async function idOf(table: string, clave: string): Promise<number> {
  const [row] = await on.erp.owner.query<{ id: number }>(
    sql`select id from public.${trusted(table)} where clave = ${clave}`,
  )
  assert.ok(row, `${table} ${clave}`)
  return row.id
}

interface Row {
  readonly control: string
  readonly esperado: number
  readonly encontrado: number
  readonly diferencia: number
}

async function controls(): Promise<readonly Row[]> {
  return (await on.get('reports/consistency')).data
}

async function wrong(): Promise<readonly string[]> {
  return (await controls()).filter((row) => row.diferencia !== 0).map(({ control }) => control)
}

test('books, stock, documents, banks and budgets of a company agree', async () => {
  assert.deepEqual(await wrong(), [])
  const figures = Object.fromEntries((await controls()).map((row) => [row.control, row.esperado]))
  assert.deepEqual(
    [figures['inventario'], figures['recibido_por_facturar'], figures['proveedores']],
    [233.33, 66.67, 93.34],
  )
  assert.deepEqual([figures['anticipos_proveedores'], figures['bancos']], [50, -150])
})

for (const [control, change] of [
  [
    'polizas',
    sql`update public.poliza_partida set cargo = cargo + 1 where cargo > 0 and id = (select min(id) from public.poliza_partida)`,
  ],
  ['inventario', sql`update public.existencia set importe = importe + 1 where importe > 0`],
  [
    'kardex_articulos',
    sql`update public.existencia set cantidad = cantidad + 1 where cantidad > 0`,
  ],
  ['recibido_por_facturar', sql`update public.recepcion_compra_partida set importe_facturado = 0`],
  ['proveedores', sql`update public.cuenta_por_pagar set total = total + 1`],
  ['anticipos_proveedores', sql`update public.anticipo_proveedor set importe = 1`],
  ['bancos', sql`update public.movimiento_bancario set estado = 'cancelado'`],
  [
    'anticipos_clientes',
    sql`update public.cuenta_contable set codigo_agrupador = (select id from public.codigo_agrupador where codigo = '206.01') where clave = '102-01'`,
  ],
  [
    'iva_por_pagar',
    sql`update public.cuenta_por_pagar_impuesto set importe = importe + 1 where tipo = 'traslado'`,
  ],
  [
    'iva_por_cobrar',
    sql`update public.cuenta_contable set codigo_agrupador = (select id from public.codigo_agrupador where codigo = '209.01') where clave = '102-01'`,
  ],
  [
    'retenciones_por_pagar',
    sql`update public.cuenta_contable set codigo_agrupador = (select id from public.codigo_agrupador where codigo = '216.12') where clave = '102-01'`,
  ],
  [
    'retenciones_pagadas',
    sql`update public.pago_proveedor_aplicacion set retencion_iva_pagada = 1`,
  ],
  ['iva_importacion', sql`update public.pago_proveedor_aplicacion set iva_importacion = 1`],
  [
    'clientes',
    sql`update public.cuenta_contable set codigo_agrupador = (select id from public.codigo_agrupador where codigo = '105.01') where clave = '102-01'`,
  ],
] as const satisfies readonly (readonly [string, Sql])[]) {
  test(`the report tells what no longer agrees: ${control}`, async () => {
    const undo = new Error('undone')
    await on.erp.owner
      .transaction(async (tx) => {
        await tx.execute(change)
        await tx.execute(sql`set local search_path = public`)
        await enterCompany(tx, on.erp.empresaId)
        const { rows } = await readConsistency(tx, on.erp.empresaId, 'es')
        const told: readonly Row[] = JSON.parse(rows)
        assert.ok(
          told.some((row) => row.control === control && row.diferencia !== 0),
          rows,
        )
        throw undo
      })
      .catch((error: unknown) => assert.equal(error, undo))
  })
}

test('who does not see all that is compared is refused', async () => {
  const profile = await on.company.profile('PARTE', {
    grants: ['Poliza.leer', 'PolizaPartida.leer'],
  })
  const { client } = await on.company.person('parcial', [profile])
  assert.equal((await client.get('/api/v1/reports/consistency')).status, 403)
})
