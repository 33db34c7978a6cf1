import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API, verdict } from '../purchase-fixture.ts'
import { supplied, type Supplied } from './supplier-fixture.ts'

let on: Supplied

before(async () => {
  on = await supplied()
})

after(() => on.stop())

test('an invoice of what was received is owed, and clears what the receipt booked', async () => {
  const compra = await on.order([
    { cantidad: '10', precio: '100', descripcion: 'Varilla de 3/8' },
    { cantidad: '3', precio: '33.333333', descripcion: 'Alambre' },
  ])
  const recepcion = await on.receive(compra, ['10', '3'])
  const xml = await on.bill([
    { cantidad: '3', precio: '33.333333', descripcion: 'ALAMBRE' },
    { cantidad: '10', precio: '100', descripcion: 'Varílla  de 3/8' },
  ])
  const answer = await on.register({ xml, compra })
  assert.equal(answer.status, 200, answer.text)
  const { id, record, warnings } = answer.json.data
  assert.equal(warnings, undefined)
  assert.deepEqual(
    [record.estado, record.total, record.saldo, record.impuestos, record.compra, record.recepcion],
    ['autorizada', 1276, 1276, 176, compra, recepcion],
  )
  assert.deepEqual([record.fecha, record.vencimiento], ['2026-03-02', '2026-04-01'])
  assert.equal(record.partidas.length, 2)
  assert.equal(record.desglose.length, 1)
  assert.deepEqual(await on.books('CuentaPorPagar', id), {
    '119-01': '176.00',
    '201-01': '-1276.00',
    '205-06': '1100.00',
  })
  const bought = (await on.get(`Compra/${compra}?lines=true`)).data.partidas
  assert.deepEqual(
    bought.map((line: { cantidad_facturada: number }) => line.cantidad_facturada),
    [10, 3],
  )
  const received = (await on.get(`RecepcionCompra/${recepcion}?lines=true`)).data.partidas
  assert.deepEqual(
    received.map((line: { importe_facturado: number }) => line.importe_facturado),
    [1000, 100],
  )
  const cfdi = (await on.get(`Cfdi/${record.cfdi}`)).data
  assert.deepEqual([cfdi.sentido, cfdi.estado, cfdi.uuid], ['recibido', 'vigente', record.uuid])
  const file = await on.erp.admin.get(`${API}/adjuntos/${cfdi.xml}/contenido`)
  assert.equal(file.text, xml)
})

test('the same CFDI, and the same number of a supplier, are owed once', async () => {
  const compra = await on.order([{ cantidad: '4', precio: '50' }])
  await on.receive(compra, ['4'])
  const xml = await on.bill([{ cantidad: '1', precio: '50' }])
  const both = await Promise.all([on.register({ xml, compra }), on.register({ xml, compra })])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const again = await on.register({ xml, compra })
  assert.deepEqual(verdict(again), [409, 'DUPLICATE'])
  assert.equal(again.json.errors[0].field, 'uuid')
  const first = await on.bill([{ cantidad: '1', precio: '50' }], { Folio: 'REPETIDO' })
  const second = await on.bill([{ cantidad: '1', precio: '51' }], { Folio: 'REPETIDO' })
  assert.equal((await on.register({ xml: first, compra })).status, 200)
  const other = await on.register({ xml: second, compra })
  assert.deepEqual(
    [...verdict(other), other.json.errors[0].field],
    [409, 'DUPLICATE', 'numero_factura'],
  )
})
