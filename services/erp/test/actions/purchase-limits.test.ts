import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, entriesOf, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

// What the buyer types does not decide what the buyer may authorize: a limit of 50,000 stays one of 50,000.

const LIMIT = '50000.00'
const DAY = '2026-03-02'
let erp: ErpTest
let company: Purchasing
let buyer: HttpClient
let usd: number

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
  buyer = await company.buyer('compras', LIMIT)
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.moneda where clave = 'USD'`,
  )
  assert.ok(row)
  usd = row.id
  await company.create('TipoCambio', {
    moneda: usd,
    fecha: '2026-02-27',
    fuente: 'dof',
    tipo_cambio: '17.500000',
  })
})

after(() => erp.stop())

const LARGE = { cantidad: '100', precio: '10000', importe: '1000000.00' }

async function authorize(id: number, client = buyer) {
  return await client.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})
}

/** A line that the service does not take, with the field that is at fault. */
async function refusesLine(partida: object, field: string): Promise<string> {
  const compra = await company.purchase('100.00')
  const line = {
    compra,
    partida: 2,
    descripcion: 'Varilla',
    unidad: company.unidad,
    cantidad: '1',
    precio: '100',
    importe: '100.00',
  }
  const answer = await erp.admin.post(`${API}/CompraPartida`, { ...line, ...partida })
  const [error, ...more] = answer.json.errors
  assert.deepEqual([answer.status, error.code, error.field], [422, 'VALIDATION', field])
  // Nothing is said of a field that is right.
  for (const other of more) assert.ok(other.field in partida, other.message)
  return error.message
}

/** The buyer's authorization is refused because of this field, and nothing is booked. */
async function refusesAuthorization(id: number, field: string): Promise<string> {
  const answer = await authorize(id)
  assert.deepEqual(verdict(answer), [422, 'VALIDATION'], answer.text)
  assert.equal(answer.json.errors[0].field, field)
  assert.deepEqual([await company.state(id), await entriesOf(erp, id)], ['iniciada', []])
  return answer.json.errors[0].message
}

test('a purchase above the buyer’s limit waits for somebody else', async () => {
  const id = await company.purchase('1000000.00', { partida: LARGE })
  assert.equal((await authorize(id)).status, 200)
  assert.equal(await company.state(id), 'en_autorizacion')
})

test('a buyer’s own limit holds where it is less than what the profile grants, and raises nothing', async () => {
  const person = await company.buyer('comprador', LIMIT)
  const attempt = async () => {
    const id = await company.purchase('20000.00')
    assert.equal((await authorize(id, person)).status, 200)
    return await company.state(id)
  }
  assert.equal(await attempt(), 'autorizada')
  const clave = 'COMPRADOR'
  const record = { clave, nombre: clave, usuario: person.usuarioId, limite_importe: '19999.99' }
  const comprador = await company.create('Comprador', record)
  assert.equal(await attempt(), 'en_autorizacion')
  await company.update('Comprador', comprador, { limite_importe: '1000000.00' })
  assert.equal(await attempt(), 'autorizada')
  const large = await company.purchase('1000000.00', { partida: LARGE })
  assert.equal((await authorize(large, person)).status, 200)
  assert.equal(await company.state(large), 'en_autorizacion')
  await company.update('Comprador', comprador, { limite_importe: '1.00', activo: false })
  assert.equal(await attempt(), 'autorizada')
})

test('who has no limit as a profile has the one of the buyer', async () => {
  const person = await company.buyer('ilimitado', null)
  await company.create('Comprador', {
    clave: 'SIN',
    nombre: 'Sin límite',
    usuario: person.usuarioId,
    limite_importe: '100.00',
  })
  const id = await company.purchase('20000.00')
  assert.equal((await authorize(id, person)).status, 200)
  assert.equal(await company.state(id), 'en_autorizacion')
})

test('a buyer’s limit is not below zero, and in the currency of the company', async () => {
  const refused = async (body: object) => {
    const buyerOf = { clave: 'NO', nombre: 'No', ...body }
    const { status, json } = await erp.admin.post(`${API}/Comprador`, buyerOf)
    return [status, json.errors?.[0].code, json.errors?.[0].field]
  }
  assert.deepEqual(await refused({ limite_importe: '-5.00' }), [
    422,
    'VALIDATION',
    'limite_importe',
  ])
  const dollars = { limite_importe: '5.00', moneda: usd }
  assert.deepEqual(await refused(dollars), [422, 'VALIDATION', 'moneda'])
})

test('an importe that cantidad and precio do not make is refused with both', async () => {
  const message = await refusesLine({ ...LARGE, importe: '1000.00' }, 'importe')
  assert.match(message, /is 1000\.00, but cantidad 100 × precio 10000 make 1000000\.00/)
})

test('quantities and prices of lines are above zero', async () => {
  await refusesLine({ cantidad: '-5', precio: '-3', importe: '15.00' }, 'cantidad')
  await refusesLine({ cantidad: '1', precio: '-900', importe: '-900.00' }, 'precio')
  await refusesLine({ cantidad: '-1', precio: '900', importe: '-900.00' }, 'cantidad')
  await refusesLine({ cantidad: '0', importe: '0.00' }, 'cantidad')
  await refusesLine({ precio: '0.000000', importe: '0' }, 'precio')
})

test('discount and withholdings of a line lie within what it comes to', async () => {
  await refusesLine({ descuento: '100.01' }, 'descuento')
  await refusesLine({ descuento: '-0.01' }, 'descuento')
  await refusesLine({ impuestos: '-16.00' }, 'impuestos')
  await refusesLine({ retenciones: '51.01' }, 'retenciones')
  await refusesLine({ retenciones: '-1' }, 'retenciones')
  await refusesLine({ descuento: '50.00', retenciones: '25.51' }, 'retenciones')
})

test('a change of quantity or price carries importe along', async () => {
  const compra = await company.purchase('100.00')
  const lines = await erp.admin.get(`${API}/CompraPartida?compra=${compra}`)
  const [{ id }] = lines.json.data
  const changed = await erp.admin.send('PUT', `${API}/CompraPartida/${id}`, {
    body: { cantidad: '2.5', precio: '33.333333' },
  })
  assert.equal(changed.status, 200, changed.text)
  assert.match(changed.text, /"importe":83\.33\b/)
  const wrong = await erp.admin.send('PUT', `${API}/CompraPartida/${id}`, {
    body: { importe: '1.00' },
  })
  assert.deepEqual([wrong.status, wrong.json.errors[0].field], [422, 'importe'])
})

test('an import is held to the same amounts', async () => {
  const compra = await company.purchase('100.00')
  const answer = await erp.admin.send('POST', `${API}/CompraPartida/import`, {
    headers: { 'content-type': 'text/csv' },
    body: `compra,partida,descripcion,unidad,cantidad,precio,importe\n${compra},7,Varilla,${company.unidad},100,10000,1000\n`,
  })
  assert.match(answer.text, /make 1000000\.00/)
})

test('a rate far from the one of the day is refused, for one above and one below', async () => {
  const foreign = { moneda: usd, fecha: DAY }
  for (const tipo_cambio of ['0.01', '1.000001', '16.624999', '18.375001']) {
    const id = await company.purchase('46400.00', { compra: { ...foreign, tipo_cambio } })
    const message = await refusesAuthorization(id, 'tipo_cambio')
    assert.match(message, /USD stood at 17\.500000 on 2026-02-27/)
  }
  for (const tipo_cambio of ['16.625', '18.375']) {
    const id = await company.purchase('2000.00', { compra: { ...foreign, tipo_cambio } })
    assert.equal((await authorize(id)).status, 200)
    assert.equal(await company.state(id), 'autorizada')
  }
})

test('a rate that nobody noted for the day needs an administrator', async () => {
  const compra = { moneda: usd, fecha: '2026-03-20', tipo_cambio: '17.5' }
  const id = await company.purchase('100.00', { compra })
  assert.match(await refusesAuthorization(id, 'tipo_cambio'), /no TipoCambio of USD for 2026-03-20/)
  assert.equal((await authorize(id, erp.admin)).status, 200)
  assert.equal(await company.state(id), 'autorizada')
  // The last rate that was noted tells what cannot be meant.
  const tenfold = await company.purchase('100.00', { compra: { ...compra, tipo_cambio: '175' } })
  const [error] = (await authorize(tenfold, erp.admin)).json.errors
  assert.deepEqual([error.code, error.field], ['VALIDATION', 'tipo_cambio'])
  assert.match(
    error.message,
    /more than twice or less than half of what USD stood at on 2026-02-27/,
  )
})

test('limits look at the total before withholdings', async () => {
  const compra = { retenciones: '51000.00', total: '49000.00' }
  const id = await company.purchase('100000.00', { compra })
  assert.equal((await authorize(id)).status, 200)
  assert.equal(await company.state(id), 'en_autorizacion')
})

test('withholdings and discounts of a whole purchase lie within what it comes to', async () => {
  const withheld = await company.purchase('1000000.00', {
    compra: { retenciones: '999000.00' },
    partida: LARGE,
  })
  assert.match(await refusesAuthorization(withheld, 'retenciones'), /between 0 and 510000\.00/)
  const discounted = await company.purchase('100.00', { compra: { descuento: '100.01' } })
  await refusesAuthorization(discounted, 'descuento')
  const negative = await erp.admin.post(`${API}/Compra`, {
    folio: 'NEGATIVA',
    proveedor: company.proveedor,
    moneda: company.moneda,
    condicion_pago: company.condicion,
    impuestos: '-1.00',
    tipo_cambio: '1',
  })
  assert.deepEqual([negative.status, negative.json.errors[0].field], [422, 'impuestos'])
})

test('lines that were written otherwise are looked at again when the purchase is authorized', async () => {
  const id = await company.purchase('1000000.00', { partida: LARGE })
  await erp.owner.execute(
    sql`update public.compra_partida set importe = 1000 where compra = ${id} and empresa_id = ${erp.empresaId}`,
  )
  assert.match(await refusesAuthorization(id, 'importe'), /Line 1 of Compra/)
})
