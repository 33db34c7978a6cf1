import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API } from '../actions/purchase-fixture.ts'
import { selling, type Selling } from '../actions/selling/selling-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let company: Selling
let spanish: HttpClient
let today: string

before(async () => {
  erp = await startErp()
  company = await selling(erp, erp.admin)
  spanish = inSpanish(erp.admin)
  today = new Date(erp.clock.now()).toISOString().slice(0, 10)
})

after(() => erp.stop())

/** What an action says that refuses a record, in either language. */
async function refused(model: string, action: string, id: number, inputs: object = {}) {
  const path = `${API}/${model}/${id}/actions/${action}`
  const es = await spanish.post(path, inputs)
  const en = await erp.admin.post(path, inputs)
  return { es: said(es), en: said(en) }
}

test('a sale beyond the credit of its customer is told with its amounts and what to do', async () => {
  const cliente = await company.customer({ razon_social: 'Ferretería Sol' })
  const credit = await company.create('LineaCreditoCliente', {
    folio: 'LC-1',
    cliente,
    fecha: today,
    moneda: company.moneda,
    limite_solicitado: '1500',
    dias_plazo: 30,
    dias_gracia: 5,
  })
  await company.done('LineaCreditoCliente', 'autorizar_linea', credit)
  const venta = await company.sale(cliente, [{ cantidad: '20' }])
  const { es, en } = await refused('Venta', 'confirmar_venta', venta)
  assert.deepEqual(es, [
    'El cliente Ferretería Sol debe 0.00 y puede deber hasta 1,500.00; esta venta suma 2,000.00. Cobra lo que debe, aumenta su línea de crédito o pide que autoricen la excepción («Autorización de venta»).',
  ])
  assert.deepEqual(en, [
    'The customer Ferretería Sol owes 0.00 and may owe 1500.00; this sale adds 2000.00. Cash what is owed, raise the LineaCreditoCliente, or have a VentaAutorizacion authorized.',
  ])
})

test('what is not sold, and what has no warehouse, is told by the line', async () => {
  const cliente = await company.customer()
  const kept = await company.stocked('10', '40')
  const venta = await company.sale(cliente, [{ articulo: kept }], { almacen: null })
  const { clave } = await company.read('Articulo', kept)
  assert.deepEqual((await refused('Venta', 'confirmar_venta', venta)).es, [
    `Falta «Almacén»: el artículo ${String(clave)} del renglón 1 sale de existencias.`,
  ])
  const out = await company.create('Cliente', {
    clave: 'BAJA',
    razon_social: 'Ya no compra',
    rfc: 'YNC010101AB1',
    regimen_fiscal: Number((await company.read('Cliente', cliente))['regimen_fiscal']),
    estado: 'suspendido',
  })
  const second = await company.sale(out, [{}])
  assert.deepEqual((await refused('Venta', 'confirmar_venta', second)).es, [
    'El cliente Ya no compra está en «Suspendido»; sólo se vende a clientes activos.',
  ])
})

test('a delivery that goes beyond what was sold is told in figures', async () => {
  const articulo = await company.stocked('10', '40')
  const { clave } = await company.read('Articulo', articulo)
  const venta = await company.sale(await company.customer(), [{ articulo, cantidad: '4' }])
  await company.done('Venta', 'confirmar_venta', venta)
  const deliver = (cantidad: string) =>
    refused('Venta', 'entregar', venta, { partidas: [{ partida: 1, cantidad }] })
  assert.deepEqual((await deliver('5')).es, [
    `Renglón 1, artículo ${String(clave)}: vendido 4, entregado 0; queda por entregar 4, no 5.`,
  ])
  const named = await refused('Venta', 'entregar', venta, {
    partidas: [{ partida: 7, cantidad: '1' }],
  })
  assert.deepEqual(named.es, ['Renglón 7: no existe.'])
  assert.deepEqual(named.en, ['Line 7: there is no such line.'])
  const all = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {})
  assert.equal(all.status, 200, all.text)
  assert.deepEqual((await refused('Venta', 'entregar', venta)).es, [
    `De Venta ${venta} ya no queda nada por entregar.`,
  ])
  const { es } = await refused('Venta', 'cancelar_venta', venta, { motivo: 'Ya no la quiere' })
  assert.deepEqual(es, [
    `Venta ${venta} tiene entregas, devoluciones, facturas o anticipos: 1 de Remisión; cancélalos antes.`,
  ])
})

test('a quote whose day is over is told what to do with it', async () => {
  const id = await company.create('Cotizacion', {
    fecha: '2026-01-10',
    cliente: await company.customer(),
    vendedor: company.vendedor,
    vigencia: '2026-01-31',
    moneda: company.moneda,
    partidas: [
      {
        descripcion: 'Varilla',
        unidad: company.unidad,
        cantidad: '1',
        precio: '100',
        impuestos: '0',
      },
    ],
  })
  assert.deepEqual((await refused('Cotizacion', 'enviar_cotizacion', id)).es, [
    `Cotización ${id} estuvo vigente hasta el 2026-01-31; usa «Regresar a borrador» y dale en «Vigencia» una fecha posterior.`,
  ])
})
