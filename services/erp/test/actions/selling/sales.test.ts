import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { openingEntry } from '../opening-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { refusal, selling, type Selling } from './selling-fixture.ts'

let erp: ErpTest
let company: Selling
let today: string

before(async () => {
  erp = await startErp()
  company = await selling(erp, erp.admin)
  today = new Date(erp.clock.now()).toISOString().slice(0, 10)
})

after(() => erp.stop())

const confirm = (venta: number) => company.run('Venta', 'confirmar_venta', [venta])

test('a report tells the confirmed sales of each day', async () => {
  const cliente = await company.customer()
  const asked = `${API}/reports/sales-by-day`
  const month = () => erp.admin.get(`${asked}?desde=${today.slice(0, 8)}01&hasta=${today}`)
  const venta = await company.sale(cliente, [{ cantidad: '3' }])
  assert.deepEqual((await month()).json.data, [], 'a draft is no sale')
  await company.done('Venta', 'confirmar_venta', venta)
  const { total } = await company.read('Venta', venta)
  const { data, meta } = (await month()).json
  assert.deepEqual(data, [{ fecha: today, ventas: 1, total_base: total }])
  assert.deepEqual([meta.ventas, meta.total_base], [1, total])
  await company.done('Venta', 'cancelar_venta', venta, { motivo: 'Se arrepintió' })
  assert.deepEqual((await month()).json.data, [])
  const long = await erp.admin.get(`${asked}?desde=2025-01-01&hasta=2026-01-02`)
  assert.equal(long.json.errors[0].field, 'hasta')
  const backwards = await erp.admin.get(`${asked}?desde=2026-01-02&hasta=2026-01-01`)
  assert.equal(backwards.json.errors[0].field, 'desde')
})

test('a customer buys up to the limit, and an exception holds for the sale as it stands', async () => {
  const cliente = await company.customer()
  const credit = await company.create('LineaCreditoCliente', {
    folio: 'LC-1',
    cliente,
    fecha: today,
    moneda: company.moneda,
    limite_solicitado: '1000',
    dias_plazo: 30,
    dias_gracia: 5,
  })
  await company.done('LineaCreditoCliente', 'autorizar_linea', credit)
  const invoice = async (folio: string, saldo: string, vencimiento: string) => {
    const id = await company.create('CuentaPorCobrar', {
      folio,
      fecha: '2026-01-15',
      cliente,
      tipo: 'saldo_inicial',
      moneda: company.moneda,
      vencimiento,
      subtotal: saldo,
      total: saldo,
      saldo,
    })
    const poliza = await openingEntry(erp, {
      model: 'CuentaPorCobrar',
      party: cliente,
      importe: saldo,
    })
    await company.done('CuentaPorCobrar', 'reconocer_saldo', id, { poliza })
  }
  await invoice('S-1', '300', '2027-01-01')
  const first = await company.sale(cliente, [{ cantidad: '4' }])
  await company.done('Venta', 'confirmar_venta', first)
  const second = await company.sale(cliente, [{ cantidad: '4' }])
  const { code, limit, balance, asked } = refusal(await confirm(second))
  assert.deepEqual(
    { code, limit, balance, asked },
    { code: 'CREDIT_EXCEEDED', limit: '1000.00', balance: '700.00', asked: '400.00' },
  )
  const both = [
    await company.sale(cliente, [{ cantidad: '2' }]),
    await company.sale(cliente, [{ cantidad: '2' }]),
  ]
  const batch = await company.run('Venta', 'confirmar_venta', both)
  assert.deepEqual(
    batch.json.data.results.map(({ ok }: { ok: boolean }) => ok),
    [true, false],
  )
  const three = [
    await company.sale(cliente, [{}]),
    await company.sale(cliente, [{}]),
    await company.sale(cliente, [{}]),
  ]
  const together = await Promise.all(three.map(confirm))
  assert.equal(together.filter(({ json }) => json.meta.succeeded === 1).length, 1)
  const named = await erp.admin.send('PUT', `${API}/Usuario/1`, {
    body: { correo: 'ana@empresa.example' },
  })
  assert.equal(named.status, 200, named.text)
  const excepcion = await company.create('VentaAutorizacion', {
    venta: second,
    motivo: 'credito_excedido',
    solicitado_por: 1,
  })
  const typed = await erp.admin.send('PUT', `${API}/VentaAutorizacion/${excepcion}`, {
    body: { estado: 'autorizada' },
  })
  assert.deepEqual(verdict(typed), [422, 'READ_ONLY_FIELD'])
  assert.deepEqual(verdict(await confirm(second)), [200, 'CREDIT_EXCEEDED'])
  await company.done('VentaAutorizacion', 'autorizar_excepcion', excepcion)
  const [mail] = await erp.owner.query<{ texto: string }>(sql`
    select contenido->>'texto' as texto from oficina.salida
    where modelo = 'VentaAutorizacion' and registro = ${String(excepcion)}`)
  assert.match(mail?.texto ?? '', /\(crédito excedido\) queda autorizada/)
  const [line] = await company.linesOf('Venta', second)
  const more = await erp.admin.send('PUT', `${API}/VentaPartida/${String(line?.['id'])}`, {
    body: { cantidad: '5' },
  })
  assert.equal(more.status, 200, more.text)
  assert.deepEqual(verdict(await confirm(second)), [200, 'CREDIT_EXCEEDED'])
  await company.done('VentaAutorizacion', 'autorizar_excepcion', excepcion)
  await company.done('Venta', 'confirmar_venta', second)
  await company.done('Venta', 'regresar_venta', second, { motivo: 'Cambia de fecha' })
  await invoice('S-2', '1', '2026-01-20')
  const late = await confirm(second)
  assert.deepEqual(
    late.json.data.results[0].errors.map(({ message }: { message: string }) =>
      /overdue since 2026-01-20/.test(message),
    ),
    [false, true],
  )
})

test('a customer who pays at once needs no credit, and one who is blocked buys nothing', async () => {
  const cliente = await company.customer({ estado: 'bloqueado' })
  const contado = await company.create('CondicionPago', {
    clave: 'CON',
    nombre: 'Contado',
    dias: 0,
    es_contado: true,
    aplica: 'clientes',
  })
  const credit = await company.create('LineaCreditoCliente', {
    folio: 'LC-2',
    cliente,
    fecha: today,
    moneda: company.moneda,
    limite_solicitado: '10',
    dias_plazo: 30,
  })
  await company.done('LineaCreditoCliente', 'rechazar_linea', credit, { motivo: 'Debe a otros' })
  const venta = await company.sale(cliente, [{}], { condicion_pago: contado })
  assert.equal(refusal(await confirm(venta))['code'], 'CUSTOMER_BLOCKED')
  await erp.admin.send('PUT', `${API}/Cliente/${cliente}`, { body: { estado: 'activo' } })
  await company.done('Venta', 'confirmar_venta', venta)
  const onCredit = await company.sale(cliente, [{}])
  const { code, limit } = refusal(await confirm(onCredit))
  assert.deepEqual([code, limit], ['CREDIT_EXCEEDED', '0.00'])
})

test('a price below the list, less the discount that is allowed, is refused with both', async () => {
  const articulo = await company.stocked('1000', '10')
  const other = await company.stocked('1000', '10')
  const lista = await company.create('ListaPrecios', {
    clave: 'GEN',
    nombre: 'General',
    moneda: company.moneda,
    inicio_vigencia: '2026-01-01',
    estado: 'vigente',
  })
  const price = (more: object) =>
    company.create('ListaPreciosPartida', { lista, articulo, unidad: company.unidad, ...more })
  await price({ precio: '100' })
  await price({ precio: '80', cantidad_minima: '10', precio_minimo: '79' })
  const grupo = await company.create('GrupoCliente', {
    clave: 'MAY',
    nombre: 'Mayoreo',
    lista_precios: lista,
    descuento_maximo: '0.05',
    requiere_orden_compra: true,
  })
  const cliente = await company.customer({ grupo_cliente: grupo })
  const order = { orden_compra_cliente: 'OC-1' }
  const sell = (line: object, more: object = order) =>
    company.sale(cliente, [{ articulo, ...line }], more)
  assert.equal(refusal(await confirm(await sell({}, {})))['field'], 'orden_compra_cliente')
  await company.done('Venta', 'confirmar_venta', await sell({ precio: '95' }))
  await company.done('Venta', 'confirmar_venta', await sell({ precio: '100', descuento: '5' }))
  const low = refusal(await confirm(await sell({ precio: '100', descuento: '6' })))
  const { code, asked, listed, allowed } = low
  assert.deepEqual(
    { code, asked, listed, allowed },
    { code: 'PRICE_TOO_LOW', asked: '94.00', listed: '100.00', allowed: '95.00' },
  )
  const bulk = refusal(await confirm(await sell({ cantidad: '10', precio: '78' })))
  assert.deepEqual([bulk['listed'], bulk['allowed']], ['80.00', '79.00'])
  await company.done('Venta', 'confirmar_venta', await sell({ cantidad: '10', precio: '79' }))
  const shared = await company.sale(cliente, [{ articulo }, { articulo: other }], {
    ...order,
    descuento: '20',
  })
  assert.equal(refusal(await confirm(shared))['asked'], '90.00')
  await company.create('PrecioPactadoCliente', {
    cliente,
    articulo,
    unidad: company.unidad,
    moneda: company.moneda,
    precio: '60',
    inicio_vigencia: '2026-01-01',
  })
  await company.done('Venta', 'confirmar_venta', await sell({ precio: '60' }))
  const below = await sell({ precio: '59' })
  assert.equal(refusal(await confirm(below))['listed'], '60.00')
  const excepcion = await company.create('VentaAutorizacion', {
    venta: below,
    motivo: 'descuento_excedido',
    solicitado_por: 1,
  })
  await company.done('VentaAutorizacion', 'autorizar_excepcion', excepcion)
  await company.done('VentaAutorizacion', 'rechazar_excepcion', excepcion, { motivo: 'Error' })
  assert.equal(refusal(await confirm(below))['code'], 'PRICE_TOO_LOW')
  const another = await company.create('VentaAutorizacion', {
    venta: below,
    motivo: 'descuento_excedido',
    solicitado_por: 1,
  })
  await company.done('VentaAutorizacion', 'autorizar_excepcion', another)
  await company.done('Venta', 'confirmar_venta', below)
})

test('what is sold is there, unless the article or the warehouse says otherwise', async () => {
  const cliente = await company.customer()
  const articulo = await company.stocked('1', '10')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '2' }])
  const { code, asked, available } = refusal(await confirm(venta))
  assert.deepEqual({ code, asked, available }, { code: 'OUT_OF_STOCK', asked: '2', available: '1' })
  const nowhere = await company.sale(cliente, [{ articulo }], { almacen: null })
  assert.equal(refusal(await confirm(nowhere))['field'], 'almacen')
  await erp.admin.send('PUT', `${API}/Articulo/${articulo}`, { body: { sobre_pedido: true } })
  await company.done('Venta', 'confirmar_venta', venta)
  assert.equal((await company.stock(articulo, company.almacen)).reservada, 0)
  const early = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {})
  assert.deepEqual(verdict(early), [422, 'OUT_OF_STOCK'])
  await erp.admin.send('PUT', `${API}/Articulo/${articulo}`, { body: { se_vende: false } })
  const withdrawn = await company.sale(cliente, [{ articulo }])
  assert.equal(refusal(await confirm(withdrawn))['field'], 'articulo')
  const open = await company.warehouse({ permite_negativos: true })
  const later = await company.stocked('1', '10')
  const negative = await company.sale(cliente, [{ articulo: later, cantidad: '5' }], {
    almacen: open,
  })
  await company.done('Venta', 'confirmar_venta', negative)
  const kept = await erp.admin.send('PUT', `${API}/Venta/${negative}`, {
    body: { tipo_cambio: '2' },
  })
  assert.deepEqual(verdict(kept), [409, 'INVALID_STATE'])
  assert.match(kept.json.errors[0].message, /unless regresar_venta takes it back/)
  const typed = await erp.admin.send('PUT', `${API}/Venta/${nowhere}`, {
    body: { estado: 'confirmada' },
  })
  assert.deepEqual(verdict(typed), [409, 'INVALID_STATE'])
  const stranger = await erp.otherCompany()
  const other = await stranger.post(`${API}/Cotizacion/actions/enviar_cotizacion`, { ids: [1] })
  assert.deepEqual(verdict(other), [200, 'NOT_FOUND'])
})
