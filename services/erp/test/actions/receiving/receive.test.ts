import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

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

test('one call receives everything of a purchase that is pending: stock, entry, purchase', async () => {
  const articulo = await company.article()
  const compra = await company.order([
    { articulo, cantidad: '10', precio: '7.50' },
    { cantidad: '1', precio: '100' },
  ])
  const changes = await booked(erp, async () => {
    const answer = await company.actOn('recibir_compra', compra, { remision: 'R-77' })
    assert.equal(answer.json.data?.record.estado, 'recibida', answer.text)
  })
  assert.deepEqual(changes, {
    '115-01': 75,
    '205-06': -175,
    '601-84': 100,
    '899-01': -175,
    '899-02': 175,
  })
  const [receipt] = await company.receipts(compra)
  assert.deepEqual(
    [receipt?.['estado'], receipt?.['total'], receipt?.['remision_proveedor']],
    ['aplicada', 175, 'R-77'],
  )
  const lines = await company.lines(compra)
  assert.deepEqual(
    lines.map((line) => line['cantidad_recibida']),
    [10, 1],
  )
  const again = await company.actOn('recibir_compra', compra)
  assert.deepEqual(verdict(again), [409, 'INVALID_STATE'])
})

test('parts of a line add up to it to the cent, in stock, books and commitment', async () => {
  const articulo = await company.article()
  const compra = await company.order([
    { articulo, cantidad: '3', precio: '33.335', descuento: '0.01' },
  ])
  const receive = () => company.actOn('recibir_compra', compra, one('1'))
  assert.deepEqual(await booked(erp, receive), received(33.33))
  assert.equal(await company.state(compra), 'recibida_parcial')
  assert.deepEqual(await booked(erp, receive), received(33.34))
  const [first] = await company.receipts(compra)
  const cancel = () =>
    company.run('RecepcionCompra', 'cancelar_recepcion', [Number(first?.['id'])], {
      motivo: 'Era otro',
    })
  assert.deepEqual(await booked(erp, cancel), received(-33.33))
  assert.deepEqual(await booked(erp, receive), received(33.33))
  assert.deepEqual(await booked(erp, receive), received(33.33))
  assert.equal(await company.state(compra), 'recibida')
})

const one = (cantidad: string) => ({ partidas: [{ partida: 1, cantidad }] })

/** What the books change by when something of stock is received. */
function received(value: number) {
  return { '115-01': value, '205-06': -value, '899-01': -value, '899-02': value }
}

test('a receipt made by hand is applied as it was written, or refused with all that is wrong', async () => {
  const articulo = await company.article()
  const compra = await company.order([{ articulo, cantidad: '10', precio: '5', descuento: '10' }])
  const wrong = await company.draft(compra, [
    { cantidad: '2', cantidad_recibida: '3', costo: '5', articulo: await company.article() },
  ])
  const answer = await company.run('RecepcionCompra', 'recibir_compra', [wrong])
  const { errors } = answer.json.data.results[0]
  assert.deepEqual(
    errors.map((error: { code: string; field: string }) => [error.code, error.field]),
    [
      ['VALIDATION', 'articulo'],
      ['VALIDATION', 'costo'],
      ['VALIDATION', 'cantidad_recibida'],
    ],
    answer.text,
  )
  assert.match(errors[1].message, /4\.000000, not 5/)
  const right = await company.draft(compra, [
    { cantidad: '2', cantidad_recibida: '3', cantidad_rechazada: '1', costo: '4' },
  ])
  const changes = await booked(erp, () => company.run('RecepcionCompra', 'recibir_compra', [right]))
  assert.deepEqual(changes, received(8))
  const stock = await erp.admin.get(`${API}/Existencia?articulo=${articulo}`)
  assert.deepEqual([stock.json.data[0].cantidad, stock.json.data[0].importe], [2, 8])
  const [movement] = (await erp.admin.get(`${API}/MovimientoInventario?recepcion=${right}`)).json
    .data
  assert.equal(movement.estado, 'aplicado')
})

test('a receipt is of the supplier, the currency and the rate of its purchase', async () => {
  const compra = await company.order([{ cantidad: '1', precio: '5' }])
  const other = await company.create('Proveedor', {
    clave: 'P-OTRO',
    razon_social: 'Otro, S.A.',
    rfc: 'OTR010101AB1',
    estado: 'activo',
  })
  const draft = await company.draft(compra, [{ cantidad: '1' }], {
    proveedor: other,
    tipo_cambio: '2',
  })
  const answer = await company.run('RecepcionCompra', 'recibir_compra', [draft])
  const { errors } = answer.json.data.results[0]
  assert.deepEqual(
    errors.map(({ field }: { field: string }) => field),
    ['proveedor', 'tipo_cambio'],
  )
})

test('more than was ordered is received as far as the tolerance allows', async () => {
  const articulo = await company.article({ tolerancia_recepcion: '0.05' })
  const compra = await company.order([{ articulo, cantidad: '100', precio: '1' }])
  await company.actOn('recibir_compra', compra, one('60'))
  const tooMuch = await company.actOn('recibir_compra', compra, one('50'))
  assert.equal(tooMuch.status, 422)
  const { code, ordered, received: sum, allowed, message } = tooMuch.json.errors[0]
  assert.deepEqual([code, ordered, sum, allowed], ['OUT_OF_TOLERANCE', '100', '110', '105'])
  assert.match(message, /60 received and 50 now/)
  const changes = await booked(erp, () => company.actOn('recibir_compra', compra, one('45')))
  assert.deepEqual(
    changes,
    { '115-01': 45, '205-06': -45, '899-01': -40, '899-02': 40 },
    'the excess was never committed',
  )
  assert.equal(await company.state(compra), 'recibida')
  const strict = await company.order([{ cantidad: '1', precio: '1' }])
  const more = await company.actOn('recibir_compra', strict, one('1.000001'))
  assert.deepEqual(verdict(more), [422, 'OUT_OF_TOLERANCE'])
})

test('in a batch the receipts that are wrong are refused, and the others applied', async () => {
  const articulo = await company.article()
  const lots = await company.article({ control: 'lote' })
  const orders = [
    await company.order([{ articulo, cantidad: '1', precio: '10' }]),
    await company.order([{ articulo: lots, cantidad: '1', precio: '10' }]),
    await company.order([{ articulo, cantidad: '2', precio: '10' }]),
  ]
  const changes = await booked(erp, async () => {
    const answer = await company.act('recibir_compra', [...orders, 999_999])
    assert.deepEqual(
      answer.json.data.results.map(
        (one: { ok: boolean; errors?: { code: string; field: string }[] }) =>
          one.ok ? 'ok' : [one.errors?.[0]?.code, one.errors?.[0]?.field],
      ),
      ['ok', ['VALIDATION', 'lote'], 'ok', ['NOT_FOUND', undefined]],
      answer.text,
    )
  })
  assert.deepEqual(changes, received(30))
  assert.deepEqual(await company.receipts(orders[1] ?? 0), [])
  assert.equal(await company.state(orders[1] ?? 0), 'autorizada')
})

test('lots and pieces arrive as the lines of the call say', async () => {
  const lots = await company.article({ control: 'lote' })
  const pieces = await company.article({ control: 'serie' })
  const lote = await company.create('Lote', { articulo: lots, numero_lote: 'L-1' })
  const serie = await company.create('SerieArticulo', { articulo: pieces, numero_serie: 'S-1' })
  const compra = await company.order([
    { articulo: lots, cantidad: '5', precio: '2' },
    { articulo: pieces, cantidad: '1', precio: '90' },
  ])
  const answer = await company.actOn('recibir_compra', compra, {
    partidas: [
      { partida: 1, cantidad: '4', rechazada: '1', motivo_rechazo: 'Rota', lote },
      { partida: 2, cantidad: 1, serie },
    ],
  })
  assert.equal(answer.json.data?.record.estado, 'recibida_parcial', answer.text)
  const [receipt] = await company.receipts(compra)
  const lines = await erp.admin.get(
    `${API}/RecepcionCompraPartida?recepcion=${Number(receipt?.['id'])}&sort=partida`,
  )
  assert.deepEqual(
    lines.json.data.map((line: Record<string, unknown>) => [
      line['cantidad_recibida'],
      line['cantidad_aceptada'],
      line['motivo_rechazo'],
      line['lote'],
      line['serie'],
      line['importe_base'],
    ]),
    [
      [5, 4, 'Rota', lote, null, 8],
      [1, 1, null, null, serie, 90],
    ],
  )
  const unknown = await company.actOn('recibir_compra', compra, {
    partidas: [{ partida: 9, cantidad: 1 }],
  })
  assert.deepEqual(verdict(unknown), [422, 'VALIDATION'])
  const odd = await company.actOn('recibir_compra', compra, { partidas: [{ partida: 1 }] })
  assert.equal(odd.json.errors[0].field, 'partidas[0]')
})

test('two who receive the same purchase at once receive it once', async () => {
  const articulo = await company.article()
  const compra = await company.order([{ articulo, cantidad: '5', precio: '3' }])
  const changes = await booked(erp, async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => company.actOn('recibir_compra', compra)),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, 409, 409, 409])
  })
  assert.deepEqual(changes, received(15))
})

test('a call that is repeated with its key receives once', async () => {
  const compra = await company.order([{ cantidad: '5', precio: '3' }])
  const call = () =>
    erp.admin.send('POST', `${API}/Compra/${compra}/actions/recibir_compra`, {
      body: one('2'),
      headers: { 'idempotency-key': `llegada-${compra}` },
    })
  const [first, second] = [await call(), await call()]
  assert.deepEqual([first.status, second.status], [200, 200], second.text)
  assert.equal((await company.receipts(compra)).length, 1)
})

test('receiving moves the budget from committed to accrued, cancelling back, closing frees the rest', async () => {
  const account = await erp.admin.get(`${API}/CuentaContable?clave=601-84`)
  const cuenta = account.json.data[0].id
  const { partida } = await company.budget(cuenta, '1000')
  const columns = async () => {
    const line = await company.read('PresupuestoPartida', partida)
    return [line['comprometido'], line['devengado'], line['disponible']]
  }
  const compra = await company.order([
    { cantidad: '3', precio: '200', cuenta_contable: cuenta },
    { cantidad: '1', precio: '50', descuento: '25', cuenta_contable: cuenta },
  ])
  assert.deepEqual(await columns(), [625, 0, 375])
  await company.actOn('recibir_compra', compra, one('1'))
  assert.deepEqual(await columns(), [425, 200, 375])
  await company.actOn('recibir_compra', compra, one('1'))
  assert.deepEqual(await columns(), [225, 400, 375])
  const [first] = await company.receipts(compra)
  await company.run('RecepcionCompra', 'cancelar_recepcion', [Number(first?.['id'])], {
    motivo: 'Era de otra',
  })
  assert.deepEqual(await columns(), [425, 200, 375])
  const changes = await booked(erp, async () => {
    const answer = await company.actOn('cerrar_compra', compra, { motivo: 'Ya no surten' })
    assert.equal(answer.json.data?.record.estado, 'cerrada', answer.text)
    assert.equal(answer.json.data?.record.motivo_cierre, 'Ya no surten')
  })
  assert.deepEqual(changes, { '899-01': -425, '899-02': 425 })
  assert.deepEqual(await columns(), [0, 200, 800])
  const more = await company.actOn('recibir_compra', compra)
  assert.deepEqual(verdict(more), [409, 'INVALID_STATE'])
})

test('receiving is a right of its own, and a purchase of another company is not there', async () => {
  const compra = await company.order([{ cantidad: '1', precio: '3' }])
  const buyer = await company.buyer('sin-recibir', null)
  const path = `${API}/Compra/${compra}/actions/recibir_compra`
  assert.deepEqual(verdict(await buyer.post(path, {})), [403, 'FORBIDDEN'])
  const other = await erp.otherCompany()
  assert.deepEqual(verdict(await other.post(path, {})), [404, 'NOT_FOUND'])
  const foreign = await company.draft(compra, [{ cantidad: '1' }])
  const batch = { ids: [foreign] }
  const answer = await other.post(`${API}/RecepcionCompra/actions/recibir_compra`, batch)
  assert.deepEqual(verdict(answer), [200, 'NOT_FOUND'])
  assert.equal(await company.state(compra), 'autorizada')
})

test('the audit log tells what receiving did to the receipt and to its purchase', async () => {
  const compra = await company.order([{ cantidad: '2', precio: '3' }])
  await company.actOn('recibir_compra', compra, one('1'))
  const [receipt] = await company.receipts(compra)
  const rows = await erp.owner.query<Record<string, unknown>>(sql`
    select m.nombre as modelo, a.nombre as accion, r.antes->>'estado' as antes, r.despues->>'estado' as despues,
      r.despues->>'importe' as importe
    from public.registro_auditoria r join public.modelo_sistema m on m.id = r.modelo
    join public.accion_sistema a on a.id = r.accion
    where a.nombre = 'recibir_compra' and ((m.nombre = 'Compra' and r.registro = ${String(compra)})
      or (m.nombre = 'RecepcionCompra' and r.registro = ${String(receipt?.['id'])}))
    order by m.nombre`)
  assert.deepEqual(rows, [
    {
      modelo: 'Compra',
      accion: 'recibir_compra',
      antes: 'autorizada',
      despues: 'recibida_parcial',
      importe: null,
    },
    {
      modelo: 'RecepcionCompra',
      accion: 'recibir_compra',
      antes: null,
      despues: 'aplicada',
      importe: '3.00',
    },
  ])
})

test('goods in another currency are booked at the rate of their purchase', async () => {
  const [usd] = (await erp.admin.get(`${API}/Moneda?clave=USD`)).json.data
  const articulo = await company.article()
  const compra = await company.order([{ articulo, cantidad: '3', precio: '10' }], {
    moneda: usd.id,
    tipo_cambio: '17.123456',
  })
  const changes = await booked(erp, () => company.actOn('recibir_compra', compra))
  assert.deepEqual(changes, received(513.7))
  const lines = await erp.admin.get(
    `${API}/PolizaPartida?sort=-id&per_page=20&fields=cargo,abono,moneda,tipo_cambio,importe_moneda`,
  )
  const own = lines.json.data.find((line: { abono: number }) => line.abono === 513.7)
  assert.deepEqual([own.moneda, own.tipo_cambio, own.importe_moneda], [usd.id, 17.123456, 30])
})

test('nothing is received in a closed period, from a blocked supplier, or tomorrow', async () => {
  const compra = await company.order([{ cantidad: '1', precio: '3' }])
  const receive = (fecha: string) => company.actOn('recibir_compra', compra, { fecha })
  const tomorrow = await receive('2026-03-03')
  assert.deepEqual(
    [tomorrow.json.errors[0].code, tomorrow.json.errors[0].field],
    ['VALIDATION', 'fecha'],
  )
  const [january] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=1&numero=1`)).json.data
  await company.update('PeriodoContable', january.id, { estado: 'bloqueado' })
  assert.deepEqual(verdict(await receive('2026-01-15')), [422, 'PERIOD_CLOSED'])
  await company.update('Proveedor', company.proveedor, { estado: 'bloqueado' })
  assert.deepEqual(verdict(await receive('2026-03-02')), [422, 'SUPPLIER_BLOCKED'])
  await company.update('Proveedor', company.proveedor, { estado: 'activo' })
  await company.update('PeriodoContable', january.id, { estado: 'abierto' })
  assert.equal((await receive('2026-02-10')).status, 200)
  const [receipt] = await company.receipts(compra)
  assert.equal(receipt?.['fecha'], '2026-02-10T18:00:00.000Z')
})

test('what stood received before receipts were booked is not booked again', async () => {
  const articulo = await company.article()
  const compra = await company.order([{ articulo, cantidad: '4', precio: '10' }])
  await erp.owner.execute(sql`
    update public.compra_partida set cantidad_recibida = 3 where compra = ${compra} and empresa_id = ${erp.empresaId}`)
  await erp.owner.execute(sql`
    update public.compra set estado = 'recibida_parcial' where id = ${compra} and empresa_id = ${erp.empresaId}`)
  const changes = await booked(erp, () => company.actOn('recibir_compra', compra))
  assert.deepEqual(changes, { '115-01': 10, '205-06': -10, '899-01': -40, '899-02': 40 })
  assert.equal(await company.state(compra), 'recibida')
})
