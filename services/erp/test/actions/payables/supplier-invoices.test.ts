import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API, verdict } from '../purchase-fixture.ts'
import { supplied, type Supplied } from './supplier-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices.

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

test('more invoices are registered at once than there are connections to the database', async () => {
  const compra = await on.order([{ cantidad: '8', precio: '50' }])
  await on.receive(compra, ['8'])
  const bills = await Promise.all(
    Array.from({ length: 8 }, () => on.bill([{ cantidad: '1', precio: '50' }])),
  )
  const answers = await Promise.all(bills.map((xml) => on.register({ xml, compra })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
})

test('more than was received, or a higher price than the order says, is refused with what would be allowed', async () => {
  const compra = await on.order([{ cantidad: '10', precio: '100' }])
  await on.receive(compra, ['6'])
  const tooMuch = await on.register({
    xml: await on.bill([{ cantidad: '7', precio: '100' }]),
    compra,
  })
  const { code, field, ordered, received, invoiced, allowed } = tooMuch.json.errors[0]
  assert.deepEqual(
    [tooMuch.status, code, field, ordered, received, invoiced, allowed],
    [422, 'OUT_OF_TOLERANCE', 'cantidad', '10', '6', '7', '6'],
  )
  const dear = await on.register({
    xml: await on.bill([{ cantidad: '6', precio: '103.50' }]),
    compra,
  })
  assert.deepEqual(
    [dear.json.errors[0].code, dear.json.errors[0].field, dear.json.errors[0].ordered],
    ['OUT_OF_TOLERANCE', 'precio', '100'],
  )
  assert.deepEqual([dear.json.errors[0].invoiced, dear.json.errors[0].allowed], ['103.5', '100'])
  const line = (await on.get(`Compra/${compra}?lines=true`)).data.partidas[0]
  assert.equal(line.cantidad_facturada, 0)
})

test('a difference within the tolerance goes to variation, and is kept as a check', async () => {
  const grupo = await on.create('GrupoProveedor', { clave: 'TOL', nombre: 'Con tolerancia' })
  await on.create('ToleranciaFactura', {
    nombre: 'Acero',
    grupo_proveedor: grupo,
    porcentaje_precio: '0.05',
    importe_precio: '30',
    bloquea: true,
    activo: true,
  })
  await on.buying.update('Proveedor', on.buying.proveedor, { grupo })
  const compra = await on.order([{ cantidad: '10', precio: '100' }])
  await on.receive(compra, ['10'])
  const beyond = await on.register({
    xml: await on.bill([{ cantidad: '10', precio: '103.10' }]),
    compra,
  })
  assert.deepEqual(
    [beyond.json.errors[0].code, beyond.json.errors[0].allowed],
    ['OUT_OF_TOLERANCE', '103'],
  )
  const within = await on.register({
    xml: await on.bill([{ cantidad: '10', precio: '103' }]),
    compra,
  })
  assert.equal(within.status, 200, within.text)
  const { id } = within.json.data
  assert.deepEqual(await on.books('CuentaPorPagar', id), {
    '119-01': '164.80',
    '201-01': '-1194.80',
    '205-06': '1000.00',
    '501-08': '30.00',
  })
  const checks = (await on.get(`ValidacionFactura?cuenta=${id}`)).data
  assert.deepEqual(
    checks.map((check: { resultado: string }) => check.resultado),
    ['correcta'],
  )
  await on.buying.update('Proveedor', on.buying.proveedor, { grupo: null })
})

test('an invoice in dollars clears the receipt at its rate, and the rate of the invoice goes to variation', async () => {
  const [{ id: dolar } = { id: 0 }] = (await on.get('Moneda?clave=USD')).data
  const compra = await on.order([{ cantidad: '2', precio: '50' }], {
    moneda: dolar,
    tipo_cambio: '17',
  })
  await on.receive(compra, ['2'])
  const xml = await on.bill([{ cantidad: '2', precio: '50' }], { Moneda: 'USD', TipoCambio: '18' })
  const answer = await on.register({ xml, compra })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.json.data.record.total, answer.json.data.record.tipo_cambio], [116, 18])
  assert.deepEqual(await on.books('CuentaPorPagar', answer.json.data.id), {
    '119-01': '288.00',
    '201-01': '-2088.00',
    '205-06': '1700.00',
    '501-08': '100.00',
  })
})

test('an invoice of several receipts has a line for each part, and what is left is cleared to the cent', async () => {
  const compra = await on.order([{ cantidad: '3', precio: '33.333333' }])
  const first = await on.receive(compra, ['1'])
  const second = await on.receive(compra, ['2'])
  const some = await on.register({
    xml: await on.bill([{ cantidad: '2', precio: '33.33' }]),
    compra,
  })
  assert.equal(some.status, 200, some.text)
  const { partidas } = some.json.data.record
  assert.deepEqual(
    partidas.map((line: { cantidad: number; importe: number; importe_recibido: number }) => [
      line.cantidad,
      line.importe,
      line.importe_recibido,
    ]),
    [
      [1, 33.33, 33.33],
      [1, 33.33, 33.34],
    ],
  )
  const rest = await on.register({
    xml: await on.bill([{ cantidad: '1', precio: '33.33' }]),
    recepciones: [second],
  })
  assert.equal(rest.status, 200, rest.text)
  const left = (await on.get(`RecepcionCompra/${second}?lines=true`)).data.partidas[0]
  assert.equal(left.importe_facturado, left.importe_base)
  assert.equal(left.cantidad_facturada, 2)
  const none = await on.register({
    xml: await on.bill([{ cantidad: '1', precio: '33.33' }]),
    recepciones: [first],
  })
  assert.deepEqual(
    [none.json.errors[0].code, none.json.errors[0].allowed],
    ['OUT_OF_TOLERANCE', '1'],
  )
})

test('a cancelled invoice gives everything back, and can be registered again; a paid one stays', async () => {
  const compra = await on.order([{ cantidad: '5', precio: '10' }])
  const recepcion = await on.receive(compra, ['5'])
  const xml = await on.bill([{ cantidad: '5', precio: '10' }])
  const { id } = (await on.register({ xml, compra })).json.data
  const act = (ids: readonly number[], motivo = 'Se facturó dos veces') =>
    on.erp.admin.post(`${API}/CuentaPorPagar/actions/cancelar_factura`, { ids, motivo })
  const typed = await on.create('CuentaPorPagar', {
    fecha: '2026-03-01',
    proveedor: on.buying.proveedor,
    tipo: 'saldo_inicial',
    moneda: on.buying.moneda,
    vencimiento: '2026-03-31',
    subtotal: '100',
  })
  const nota = await on.create('NotaCreditoProveedor', {
    fecha: '2026-03-01',
    proveedor: on.buying.proveedor,
    motivo: 'descuento',
    moneda: on.buying.moneda,
    subtotal: '10',
    aplicaciones: [{ cuenta: typed, fecha: '2026-03-01', importe: '10' }],
  })
  const batch = await act([id, typed])
  const [first, second] = batch.json.data.results
  assert.deepEqual([first.ok, second.ok, second.errors[0].code], [true, false, 'HAS_DEPENDENTS'])
  assert.deepEqual(second.errors[0].dependents.NotaCreditoProveedorAplicacion.count, 1)
  const cancelled = (await on.get(`CuentaPorPagar/${id}`)).data
  assert.deepEqual(
    [cancelled.estado, cancelled.saldo, cancelled.motivo_cancelacion],
    ['cancelada', 0, 'Se facturó dos veces'],
  )
  assert.deepEqual(await on.books('CuentaPorPagar', id), {})
  const [ordered] = (await on.get(`Compra/${compra}?lines=true`)).data.partidas
  const [received] = (await on.get(`RecepcionCompra/${recepcion}?lines=true`)).data.partidas
  assert.deepEqual(
    [ordered.cantidad_facturada, received.cantidad_facturada, received.importe_facturado],
    [0, 0, 0],
  )
  assert.deepEqual(verdict(await act([id])), [200, 'INVALID_STATE'])
  const again = await on.register({ xml, compra })
  assert.equal(again.status, 200, again.text)
  assert.equal(again.json.data.record.cfdi, cancelled.cfdi)
  await on.erp.admin.send('DELETE', `${API}/NotaCreditoProveedor/${nota}`)
})

test('a CFDI whose amounts have a third decimal is refused, with the amounts; nothing is rounded to another debt', async () => {
  const compra = await on.order([{ cantidad: '1', precio: '1.25' }], {
    moneda: (await on.get('Moneda?clave=KWD')).data[0].id,
    tipo_cambio: '60',
  })
  await on.receive(compra, ['1'])
  const dinars = { Moneda: 'KWD', TipoCambio: '60' }
  const fine = await on.register({
    xml: await on.bill([{ cantidad: '1', precio: '1.125' }], dinars),
    compra,
  })
  assert.equal(fine.status, 422, fine.text)
  assert.deepEqual(
    fine.json.errors.map(({ code, field }: { code: string; field: string }) => [code, field]),
    [
      ['CFDI_REJECTED', 'SubTotal'],
      ['CFDI_REJECTED', 'Total'],
    ],
  )
  assert.match(fine.json.errors[1].message, /Total is 1\.305 KWD.* 2 decimals/)
  // 1.25 and 0.20 are whole cents, however they are written.
  const whole = await on.register({
    xml: await on.bill([{ cantidad: '1', precio: '1.25' }], dinars),
    compra,
  })
  assert.equal(whole.status, 200, whole.text)
  assert.equal(whole.json.data.record.total, 1.45)
})
