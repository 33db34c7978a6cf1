import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { API } from '../purchase-fixture.ts'
import { supplied, type Supplied } from './supplier-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices.

let on: Supplied
let foreign: number
let dollars: number
let isr: number
let rate: number

before(async () => {
  on = await supplied()
  foreign = await on.create('Proveedor', {
    clave: 'EXT',
    razon_social: 'Steel Works, Inc.',
    rfc: 'XEXX010101000',
    estado: 'activo',
  })
  dollars = await idOf('moneda', 'USD')
  isr = await idOf('impuesto', '001')
  rate = await idOf('tipo_factor', 'Tasa')
  await on.create('TipoCambio', {
    moneda: dollars,
    fecha: '2026-03-02',
    tipo_cambio: '18.50',
    fuente: 'banxico',
  })
})

after(() => on.stop())

async function idOf(table: 'moneda' | 'impuesto' | 'tipo_factor', clave: string): Promise<number> {
  const rows = await on.erp.owner.query<{ id: number }>(
    table === 'moneda'
      ? sql`select id from public.moneda where clave = ${clave}`
      : table === 'impuesto'
        ? sql`select id from public.impuesto where clave = ${clave}`
        : sql`select id from public.tipo_factor where clave = ${clave}`,
  )
  return rows[0]?.id ?? assert.fail(`${table} ${clave}`)
}

const typed = (body: object) =>
  on.create('CuentaPorPagar', {
    fecha: '2026-03-02',
    proveedor: foreign,
    tipo: 'factura',
    moneda: dollars,
    tipo_cambio: '18.50',
    vencimiento: '2026-04-01',
    estado: 'por_validar',
    ...body,
  })

const act = (action: string, id: number, inputs: object = {}) =>
  on.erp.admin.post(`${API}/CuentaPorPagar/${id}/actions/${action}`, inputs)

/** An order in dollars that was received, with its first line. */
async function received(cantidad: string, precio: string) {
  const compra = await on.order([{ cantidad, precio }], {
    proveedor: foreign,
    moneda: dollars,
    tipo_cambio: '18.50',
  })
  await on.receive(compra, [cantidad])
  return { compra, line: (await on.get(`Compra/${compra}?lines=true`)).data.partidas[0].id }
}

test('an invoice from abroad, which has no XML, is compared and booked as it was typed', async () => {
  const { compra, line } = await received('10', '20')
  const id = await typed({
    numero_factura: 'INV-1',
    compra,
    partidas: [{ descripcion: 'Steel rods', compra_partida: line, cantidad: '10', precio: '20' }],
  })
  const answer = await act('autorizar_factura', id)
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.json.data
  assert.deepEqual(
    [record.estado, record.total, record.saldo, record.cfdi, record.uuid, record.numero_factura],
    ['autorizada', 200, 200, null, null, 'INV-1'],
  )
  assert.deepEqual(await on.books('CuentaPorPagar', id), {
    '201-01': '-3700.00',
    '205-06': '3700.00',
  })
  const [bought] = (await on.get(`Compra/${compra}?lines=true`)).data.partidas
  assert.equal(bought.cantidad_facturada, 10)
  const [stored] = (await on.get(`CuentaPorPagar/${id}?lines=true`)).data.partidas
  assert.deepEqual([stored.facturada, stored.importe_recibido, stored.concepto], [10, 3700, null])

  const cancelled = await act('cancelar_factura', id, { motivo: 'Era de otra orden' })
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.deepEqual(await on.books('CuentaPorPagar', id), {})
  const [again] = (await on.get(`Compra/${compra}?lines=true`)).data.partidas
  assert.equal(again.cantidad_facturada, 0)
})

test('what is withheld from a supplier abroad stands in its breakdown, and an expense needs no quantity', async () => {
  const [{ id: cuenta } = { id: 0 }] = (await on.get('CuentaContable?clave=601-84')).data
  const lines = [
    { descripcion: 'Royalties', cuenta_contable: cuenta, importe: '1000', retenciones: '100' },
  ]
  const without = await typed({ numero_factura: 'R-1', partidas: lines })
  const refused = await act('autorizar_factura', without)
  assert.deepEqual(
    [refused.status, refused.json.errors[0].code, refused.json.errors[0].field],
    [422, 'VALIDATION', 'retenciones'],
  )
  const whole = await typed({
    numero_factura: 'R-2',
    partidas: lines,
    desglose: [
      {
        impuesto: isr,
        tipo: 'retencion',
        factor: rate,
        tasa: '0.1',
        base: '1000',
        importe: '100',
      },
    ],
  })
  const answer = await act('autorizar_factura', whole)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.data.record.total, 900)
  assert.deepEqual(await on.books('CuentaPorPagar', whole), {
    '201-01': '-16650.00',
    '216-12': '-1850.00',
    '601-84': '18500.00',
  })
})

test('an invoice from abroad is held to its order, its number and its taxes; a national one to its XML', async () => {
  const { compra, line } = await received('5', '20')
  const goods = { descripcion: 'Steel rods', compra_partida: line, cantidad: '5', precio: '20' }
  const refusal = async (body: object) => {
    const id = await typed({ compra, ...body })
    const { status, json } = await act('autorizar_factura', id)
    assert.deepEqual(await on.books('CuentaPorPagar', id), {})
    return [status, json.errors[0].code, json.errors[0].field]
  }
  const tooMany = [{ ...goods, cantidad: '6' }]
  assert.deepEqual(await refusal({ numero_factura: 'B-1', partidas: tooMany }), [
    422,
    'OUT_OF_TOLERANCE',
    'cantidad',
  ])
  const tooDear = [{ ...goods, precio: '21' }]
  assert.deepEqual(await refusal({ numero_factura: 'B-2', partidas: tooDear }), [
    422,
    'OUT_OF_TOLERANCE',
    'precio',
  ])
  const unnumbered = await refusal({ partidas: [goods] })
  assert.deepEqual(unnumbered, [422, 'VALIDATION', 'numero_factura'])
  const empty = await refusal({ numero_factura: 'B-3', subtotal: '100' })
  assert.deepEqual(empty, [422, 'VALIDATION', 'partidas'])
  const taxed = [{ ...goods, impuestos: '16' }]
  const passedOn = await refusal({ numero_factura: 'B-4', partidas: taxed })
  assert.deepEqual(passedOn, [422, 'VALIDATION', 'impuestos'])
  const uncounted = [{ descripcion: 'Steel', compra_partida: line, importe: '100' }]
  const bare = await refusal({ numero_factura: 'B-5', partidas: uncounted })
  assert.deepEqual(bare, [422, 'VALIDATION', 'partidas[1].cantidad'])
  const opening = await refusal({ numero_factura: 'B-6', tipo: 'saldo_inicial', partidas: [goods] })
  assert.deepEqual(opening, [422, 'VALIDATION', 'tipo'])
  const national = await refusal({
    numero_factura: 'B-7',
    compra: null,
    proveedor: on.buying.proveedor,
    partidas: [{ ...goods, compra_partida: null }],
  })
  assert.deepEqual(national, [422, 'VALIDATION', 'cfdi'])
})
