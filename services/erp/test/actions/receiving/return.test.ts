import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'
import { assertBooksWhole, booked, receiving, type Receiving } from './receiving-fixture.ts'

let erp: ErpTest
let company: Receiving

before(async () => {
  erp = await startErp()
  company = await receiving(erp)
})

afterEach(async () => {
  await assertStockWhole(erp)
  await assertBooksWhole(erp)
})

after(() => erp.stop())

/** A purchase that was received whole. */
async function receivedOrder(lines: Parameters<Receiving['order']>[0]) {
  const compra = await company.order(lines)
  const answer = await company.actOn('recibir_compra', compra)
  assert.equal(answer.json.data?.record.estado, 'recibida', answer.text)
  const [receipt] = await company.receipts(compra)
  const recepcion = Number(receipt?.['id'])
  return { compra, recepcion, receiptLines: await receiptLinesOf(compra) }
}

async function receiptLinesOf(compra: number): Promise<readonly Record<string, unknown>[]> {
  const [receipt] = await company.receipts(compra)
  const path = `${API}/RecepcionCompraPartida?recepcion=${Number(receipt?.['id'])}&sort=partida`
  return (await erp.admin.get(path)).json.data
}

type ReceivedOrder = Awaited<ReturnType<typeof receivedOrder>>

/** A draft of a return of some of the first lines of a receipt. */
async function returning(
  { receiptLines }: ReceivedOrder,
  quantities: readonly string[],
  more: object = {},
): Promise<number> {
  return await company.create('DevolucionCompra', {
    proveedor: company.proveedor,
    motivo: 'defecto',
    moneda: company.moneda,
    partidas: quantities.map((cantidad, index) => {
      const line = receiptLines[index] ?? {}
      return {
        recepcion_partida: line['id'],
        articulo: line['articulo'],
        cantidad,
        unidad: line['unidad'],
        costo: line['costo'],
      }
    }),
    ...more,
  })
}

async function send(id: number): Promise<void> {
  for (const action of ['autorizar_devolucion', 'devolver_compra']) {
    const answer = await company.run('DevolucionCompra', action, [id])
    assert.equal(answer.json.meta?.succeeded, 1, answer.text)
  }
}

const cancel = (id: number) =>
  company.run('DevolucionCompra', 'cancelar_devolucion', [id], { motivo: 'Se quedan' })

const stockOf = async (articulo: number) => {
  const [row] = (await erp.admin.get(`${API}/Existencia?articulo=${articulo}`)).json.data
  return [row.cantidad, row.importe]
}

test('what is returned leaves stock, books and the purchase, which waits for it again', async () => {
  const articulo = await company.article()
  const order = await receivedOrder([
    { articulo, cantidad: '3', precio: '33.335', descuento: '0.01' },
    { cantidad: '2', precio: '10' },
  ])
  const one = await returning(order, ['1', '2'])
  const early = await company.run('DevolucionCompra', 'devolver_compra', [one])
  assert.deepEqual(verdict(early), [200, 'INVALID_STATE'], 'it is authorized first')
  assert.deepEqual(await booked(erp, () => send(one)), {
    '115-01': -33.33,
    '205-06': 53.33,
    '601-84': -20,
    '899-01': 53.33,
    '899-02': -53.33,
  })
  assert.deepEqual(await stockOf(articulo), [2, 66.67])
  assert.equal(await company.state(order.compra), 'recibida_parcial')
  const lines = await company.lines(order.compra)
  assert.deepEqual(
    lines.map((line) => line['cantidad_recibida']),
    [2, 0],
  )
  const again = await company.actOn('recibir_compra', order.compra)
  assert.equal(again.json.data?.record.estado, 'recibida', 'what comes instead is received')
})

test('a return that is taken back brings every number back', async () => {
  const articulo = await company.article()
  const order = await receivedOrder([{ articulo, cantidad: '7', precio: '1.43' }])
  const one = await returning(order, ['3'])
  const changes = await booked(erp, async () => {
    await send(one)
    assert.equal((await cancel(one)).json.meta.succeeded, 1)
  })
  assert.deepEqual(changes, {})
  assert.equal(await company.state(order.compra), 'recibida')
  assert.deepEqual(await stockOf(articulo), [7, 10.01])
  const line = await company.read('RecepcionCompraPartida', Number(order.receiptLines[0]?.['id']))
  assert.deepEqual([line['cantidad_devuelta'], line['importe_devuelto']], [0, 0])
  assert.deepEqual(verdict(await cancel(one)), [200, 'INVALID_STATE'])
  const whole = await returning(order, ['7'])
  assert.deepEqual(await booked(erp, () => send(whole)), {
    '115-01': -10.01,
    '205-06': 10.01,
    '899-01': 10.01,
    '899-02': -10.01,
  })
  assert.equal(await company.state(order.compra), 'autorizada')
  const close = await company.actOn('cerrar_compra', order.compra, { motivo: 'No reponen' })
  assert.equal(close.json.data?.record.estado, 'cerrada', 'no purchase is a dead end')
})

test('no more is returned than was accepted and is not returned yet', async () => {
  const articulo = await company.article()
  const order = await receivedOrder([{ articulo, cantidad: '5', precio: '2' }])
  const [some, more] = [await returning(order, ['3']), await returning(order, ['3'])]
  await company.run('DevolucionCompra', 'autorizar_devolucion', [some, more])
  const answer = await company.run('DevolucionCompra', 'devolver_compra', [some, more])
  assert.deepEqual(
    answer.json.data.results.map(({ ok }: { ok: boolean }) => ok),
    [true, false],
  )
  assert.match(answer.json.data.results[1].errors[0].message, /2 can be returned, not 3/)
  const back = await company.run('RecepcionCompra', 'cancelar_recepcion', [order.recepcion], {
    motivo: 'No era',
  })
  assert.deepEqual(verdict(back), [200, 'HAS_DEPENDENTS'])
  assert.deepEqual(back.json.data.results[0].errors[0].dependents, {
    DevolucionCompra: { count: 1, ids: [some] },
  })
})

test('a return is of what was received, at what it cost', async () => {
  const articulo = await company.article()
  const order = await receivedOrder([{ articulo, cantidad: '5', precio: '2' }])
  const odd = await company.create('DevolucionCompra', {
    proveedor: company.proveedor,
    motivo: 'otro',
    moneda: company.moneda,
    partidas: [
      {
        recepcion_partida: order.receiptLines[0]?.['id'],
        articulo: await company.article(),
        cantidad: '1',
        unidad: company.unidad,
        costo: '9',
      },
      { articulo, cantidad: '1', unidad: company.unidad, costo: '2' },
    ],
  })
  const answer = await company.run('DevolucionCompra', 'autorizar_devolucion', [odd])
  assert.deepEqual(
    answer.json.data.results[0].errors.map(({ field }: { field: string }) => field),
    ['articulo', 'costo', 'recepcion_partida'],
    answer.text,
  )
  const byHand = await erp.admin.send('PUT', `${API}/DevolucionCompra/${odd}`, {
    body: { estado: 'autorizada' },
  })
  assert.deepEqual(verdict(byHand), [409, 'INVALID_STATE'])
})

test('with layers a return takes the goods of its receipt, with standard cost the difference is a variance', async () => {
  const methods = await erp.admin.get(`${API}/MetodoCosteo?per_page=50`)
  const method = (clave: string) =>
    methods.json.data.find((one: { clave: string }) => one.clave === clave).id
  const layered = await company.article({ metodo_costeo: method('PEPS') })
  await receivedOrder([{ articulo: layered, cantidad: '2', precio: '10' }])
  const later = await receivedOrder([{ articulo: layered, cantidad: '2', precio: '15' }])
  const one = await returning(later, ['1'])
  await send(one)
  assert.deepEqual(await stockOf(layered), [3, 35])
  const standard = await company.article({
    metodo_costeo: method('ESTAN'),
    costo_estandar: '8',
  })
  let order: ReceivedOrder | undefined
  const changes = await booked(erp, async () => {
    order = await receivedOrder([{ articulo: standard, cantidad: '2', precio: '10' }])
  })
  assert.deepEqual(changes, { '115-01': 16, '205-06': -20, '501-08': 4 })
  assert.ok(order)
  const back = await returning(order, ['1'])
  assert.deepEqual(await booked(erp, () => send(back)), {
    '115-01': -8,
    '205-06': 10,
    '501-08': -2,
    '899-01': 10,
    '899-02': -10,
  })
})

test('a service is received by its amount, up to the line of its purchase, and taken back', async () => {
  const compra = await company.order([{ cantidad: '3', precio: '100' }])
  const service = (importe: string, more: object = {}) =>
    company.create('RecepcionServicio', {
      fecha: '2026-03-02',
      compra,
      proveedor: company.proveedor,
      importe,
      aceptado_por: 1,
      ...more,
    })
  const accept = (id: number) => company.run('RecepcionServicio', 'recibir_compra', [id])
  const first = await service('100.01')
  const changes = await booked(erp, async () => {
    const answer = await accept(first)
    assert.equal(answer.json.meta?.succeeded, 1, answer.text)
  })
  assert.deepEqual(changes, {
    '205-06': -100.01,
    '601-84': 100.01,
    '899-01': -100.01,
    '899-02': 100.01,
  })
  assert.equal(await company.state(compra), 'recibida_parcial')
  assert.deepEqual(verdict(await accept(await service('200'))), [200, 'OUT_OF_TOLERANCE'])
  const rest = await service('199.99')
  await accept(rest)
  assert.equal(await company.state(compra), 'recibida')
  assert.equal((await company.lines(compra))[0]?.['cantidad_recibida'], 3)
  const back = await company.run('RecepcionServicio', 'cancelar_recepcion', [first], {
    motivo: 'Quedó mal',
  })
  assert.equal(back.json.meta.succeeded, 1, back.text)
  assert.equal((await company.read('RecepcionServicio', first))['estado'], 'rechazada')
  assert.equal(await company.state(compra), 'recibida_parcial')
  const stocked = await company.order([
    { articulo: await company.article(), cantidad: '3', precio: '1' },
  ])
  const [line] = await company.lines(stocked)
  const wrong = await service('1', { compra: stocked, compra_partida: line?.['id'] })
  const answer = await accept(wrong)
  assert.equal(answer.json.data.results[0].errors[0].field, 'compra_partida', answer.text)
})

test('a purchase of which nothing came is cancelled, not closed; with all receipts cancelled it is again', async () => {
  const compra = await company.order([{ cantidad: '2', precio: '30' }])
  const close = await company.actOn('cerrar_compra', compra, { motivo: 'Nunca llegó' })
  assert.deepEqual(verdict(close), [409, 'INVALID_STATE'])
  assert.match(close.json.errors[0].message, /cancelar_compra/)
  await company.actOn('recibir_compra', compra)
  const early = await company.actOn('cancelar_compra', compra, { motivo: 'Ya no' })
  assert.deepEqual(verdict(early), [409, 'HAS_DEPENDENTS'])
  const [receipt] = await company.receipts(compra)
  await company.run('RecepcionCompra', 'cancelar_recepcion', [Number(receipt?.['id'])], {
    motivo: 'Era de otra',
  })
  const changes = await booked(erp, async () => {
    const answer = await company.actOn('cancelar_compra', compra, { motivo: 'Ya no' })
    assert.equal(answer.status, 200, answer.text)
  })
  assert.deepEqual(changes, { '899-01': -60, '899-02': 60 })
})

test('a receipt is not taken back when its goods are gone, or it was invoiced', async () => {
  const articulo = await company.article()
  const compra = await company.order([{ articulo, cantidad: '4', precio: '5' }])
  await company.actOn('recibir_compra', compra)
  const [receipt] = await company.receipts(compra)
  const id = Number(receipt?.['id'])
  const cancelReceipt = () =>
    company.run('RecepcionCompra', 'cancelar_recepcion', [id], { motivo: 'Se regresa' })
  const ajuste = await company.create('AjusteInventario', {
    folio: 'AJ-1',
    almacen: company.almacen,
    motivo: 'merma',
    partidas: [{ articulo, cantidad: '-1' }],
  })
  for (const action of ['autorizar_ajuste', 'aplicar_ajuste']) {
    const answer = await company.run('AjusteInventario', action, [ajuste])
    assert.equal(answer.json.meta.succeeded, 1, answer.text)
  }
  assert.deepEqual(verdict(await cancelReceipt()), [200, 'OUT_OF_STOCK'])
  await company.run('AjusteInventario', 'cancelar_ajuste', [ajuste], { motivo: 'Apareció' })
  const invoice = await company.create('CuentaPorPagar', {
    fecha: '2026-03-01',
    proveedor: company.proveedor,
    tipo: 'factura',
    numero_factura: 'F-900',
    compra,
    recepcion: id,
    moneda: company.moneda,
    vencimiento: '2026-04-01',
    total: '20',
  })
  const refused = await cancelReceipt()
  assert.deepEqual(verdict(refused), [200, 'HAS_DEPENDENTS'])
  assert.deepEqual(refused.json.data.results[0].errors[0].dependents, {
    CuentaPorPagar: { count: 1, ids: [invoice] },
  })
  const gone = await company.run('CuentaPorPagar', 'cancelar_factura', [invoice], {
    motivo: 'Factura equivocada',
  })
  assert.equal(gone.json.meta?.succeeded, 1, gone.text)
  assert.deepEqual(await booked(erp, cancelReceipt), {
    '115-01': -20,
    '205-06': 20,
    '899-01': 20,
    '899-02': -20,
  })
})

test('a purchase whose receipts were taken back is changed, approved and received anew', async () => {
  const compra = await company.order([{ cantidad: '2', precio: '30' }])
  await company.actOn('recibir_compra', compra, { partidas: [{ partida: 1, cantidad: 1 }] })
  const [receipt] = await company.receipts(compra)
  await company.run('RecepcionCompra', 'cancelar_recepcion', [Number(receipt?.['id'])], {
    motivo: 'Era de otra',
  })
  const changes = await booked(erp, () => company.actOn('cambiar_iniciada', compra))
  assert.deepEqual(changes, { '899-01': -60, '899-02': 60 })
  const [line] = await company.lines(compra)
  await company.update('CompraPartida', Number(line?.['id']), { precio: '20', importe: '40' })
  await company.actOn('autorizar_compra', compra)
  const received = await booked(erp, () => company.actOn('recibir_compra', compra))
  assert.deepEqual(received, { '205-06': -40, '601-84': 40, '899-01': -40, '899-02': 40 })
  assert.equal(await company.state(compra), 'recibida')
})

test('a period waits for returns and services that have yet to book', async () => {
  const compra = await company.order([{ cantidad: '2', precio: '30' }], { fecha: '2026-02-02' })
  await company.actOn('recibir_compra', compra, { fecha: '2026-02-03' })
  const [period] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=1&numero=2`)).json.data
  const order = { compra, recepcion: 0, receiptLines: await receiptLinesOf(compra) }
  const devolucion = await returning(order, ['1'], { fecha: '2026-02-10' })
  await company.run('DevolucionCompra', 'autorizar_devolucion', [devolucion])
  const close = await erp.admin.post(
    `${API}/PeriodoContable/${period.id}/actions/cerrar_periodo`,
    {},
  )
  assert.deepEqual(verdict(close), [409, 'PENDING_DOCUMENTS'])
  assert.deepEqual(close.json.errors[0].dependents, {
    DevolucionCompra: { count: 1, ids: [devolucion] },
  })
})
