import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

const MODEL = `${API}/RequisicionCompra`

let erp: ErpTest
let buying: Purchasing
let otro: number
let departamento: number

before(async () => {
  erp = await startErp()
  buying = await purchasing(erp, erp.admin)
  otro = await buying.create('Proveedor', {
    clave: 'P2',
    razon_social: 'Ferretera del Sur, S.A.',
    rfc: 'FSU010101AB1',
    estado: 'activo',
    condicion_pago: buying.condicion,
  })
  departamento = await buying.create('Departamento', { clave: 'TALLER', nombre: 'Taller' })
})

after(() => erp.stop())

interface Line {
  readonly cantidad: string
  readonly precio_estimado?: string
  readonly proveedor_sugerido?: number
  readonly estado?: string
}

/** A requisition with these lines, which waits to be authorized. */
async function asked(lines: readonly Line[]): Promise<number> {
  const id = await buying.create('RequisicionCompra', {
    fecha: '2026-03-02',
    solicitante: 1,
    departamento,
    fecha_requerida: '2026-03-25',
    prioridad: 'media',
    moneda: buying.moneda,
    partidas: lines.map((line, index) => ({
      descripcion: `Material ${index + 1}`,
      unidad: buying.unidad,
      ...line,
    })),
  })
  await buying.update('RequisicionCompra', id, { estado: 'solicitada' })
  return id
}

/** The same, authorized. */
async function requisition(lines: readonly Line[]): Promise<number> {
  const id = await asked(lines)
  const answer = await actOn('autorizar_requisicion', id)
  assert.equal(answer.status, 200, answer.text)
  return id
}

const actOn = (action: string, id: number, inputs: object = {}) =>
  erp.admin.post(`${MODEL}/${id}/actions/${action}`, inputs)

/** What is looked at of requisitions, purchases and their lines. */
interface Found extends Readonly<
  Record<
    | 'id'
    | 'proveedor'
    | 'departamento'
    | 'total'
    | 'partida'
    | 'requisicion_partida'
    | 'cantidad'
    | 'precio'
    | 'importe'
    | 'cantidad_comprada',
    number
  >
> {
  readonly folio: string
  readonly estado: string
  readonly fecha_entrega: string
}

async function list(path: string): Promise<readonly Found[]> {
  const answer = await erp.admin.get(`${API}/${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

const linesOf = async (id: number) =>
  await list(`RequisicionCompraPartida?requisicion=${id}&sort=partida`)
const stateOf = async (id: number) => (await erp.admin.get(`${MODEL}/${id}`)).json.data.estado
const ordersOf = async (id: number) => await list(`Compra?requisicion_compra=${id}&sort=id`)

test('a requisition that is bought becomes a draft of a purchase for each supplier', async () => {
  const id = await requisition([
    { cantidad: '12', precio_estimado: '31.5', proveedor_sugerido: otro },
    { cantidad: '2.5', precio_estimado: '100', proveedor_sugerido: buying.proveedor },
    { cantidad: '1', precio_estimado: '7.77', proveedor_sugerido: otro },
  ])
  const answer = await actOn('comprar_requisicion', id, { condicion_pago: buying.condicion })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(await stateOf(id), 'surtida')
  const orders = await ordersOf(id)
  assert.deepEqual(
    orders.map(({ proveedor, estado, total, fecha_entrega, departamento: of }) => [
      proveedor,
      estado,
      total,
      fecha_entrega,
      of,
    ]),
    [
      [otro, 'iniciada', 385.77, '2026-03-25', departamento],
      [buying.proveedor, 'iniciada', 250, '2026-03-25', departamento],
    ],
  )
  assert.notEqual(orders[0]?.folio, orders[1]?.folio)
  const requested = await linesOf(id)
  const bought = await list(`CompraPartida?compra=${orders[0]?.id}&sort=partida`)
  assert.deepEqual(
    bought.map(({ partida, requisicion_partida: of, cantidad, precio, importe }) => [
      partida,
      of,
      cantidad,
      precio,
      importe,
    ]),
    [
      [1, requested[0]?.id, 12, 31.5, 378],
      [2, requested[2]?.id, 1, 7.77, 7.77],
    ],
  )
  assert.deepEqual(
    requested.map(({ cantidad_comprada, estado }) => [cantidad_comprada, estado]),
    [
      [12, 'comprada'],
      [2.5, 'comprada'],
      [1, 'comprada'],
    ],
  )
})

test('lines that suggest no supplier are bought from the one that is named, and none without', async () => {
  const id = await requisition([{ cantidad: '3', precio_estimado: '10' }])
  const without = await actOn('comprar_requisicion', id)
  assert.equal(without.status, 422, without.text)
  assert.equal(without.json.errors[0].field, 'proveedor')
  assert.deepEqual(await ordersOf(id), [])
  assert.equal(await stateOf(id), 'autorizada')
  const named = await actOn('comprar_requisicion', id, { proveedor: otro })
  assert.equal(named.status, 200, named.text)
  const [order] = await ordersOf(id)
  assert.deepEqual([order?.proveedor, order?.total], [otro, 30])
})

test('nothing is bought without a price, without terms of payment or from a supplier that is blocked', async () => {
  const blocked = await buying.create('Proveedor', {
    clave: 'P3',
    razon_social: 'Suspendida, S.A.',
    rfc: 'SUS010101AB1',
    estado: 'suspendido',
  })
  const cases = [
    [{ cantidad: '1', proveedor_sugerido: otro }, 'VALIDATION', 'precio_estimado'],
    [
      { cantidad: '1', precio_estimado: '1', proveedor_sugerido: buying.proveedor },
      'VALIDATION',
      'condicion_pago',
    ],
    [
      { cantidad: '1', precio_estimado: '1', proveedor_sugerido: blocked },
      'SUPPLIER_BLOCKED',
      'proveedor',
    ],
  ] as const
  for (const [line, code, field] of cases) {
    const id = await requisition([line])
    const answer = await actOn('comprar_requisicion', id)
    const [{ code: found, field: of }] = answer.json.errors
    assert.deepEqual([found, of], [code, field], answer.text)
    assert.deepEqual(await ordersOf(id), [])
  }
})

test('what was refused or bought already is not bought again, and a requisition with nothing else is refused', async () => {
  const id = await requisition([
    { cantidad: '1', precio_estimado: '5', proveedor_sugerido: otro, estado: 'rechazada' },
  ])
  const answer = await actOn('comprar_requisicion', id)
  assert.equal(answer.json.errors[0].code, 'NO_LINES', answer.text)
})

test('of a batch those that can be bought are, each with its own purchases', async () => {
  const good = [{ cantidad: '1', precio_estimado: '5', proveedor_sugerido: otro }]
  const ids = [
    await requisition(good),
    await requisition([{ cantidad: '1', proveedor_sugerido: otro }]),
    await requisition(good),
  ]
  const answer = await erp.admin.post(`${MODEL}/actions/comprar_requisicion`, { ids })
  assert.deepEqual([answer.json.meta.succeeded, answer.json.meta.failed], [2, 1], answer.text)
  const orders = await Promise.all(ids.map(ordersOf))
  assert.deepEqual(
    orders.map(({ length }) => length),
    [1, 0, 1],
  )
})

test('a requisition opens again for what its cancelled purchases no longer bring, and for no more', async () => {
  const id = await requisition([
    { cantidad: '4', precio_estimado: '5', proveedor_sugerido: otro },
    { cantidad: '6', precio_estimado: '5', proveedor_sugerido: buying.proveedor },
  ])
  const terms = { condicion_pago: buying.condicion }
  assert.equal((await actOn('comprar_requisicion', id, terms)).status, 200)
  const reason = { motivo: 'El proveedor no surte' }
  const held = await actOn('reabrir_requisicion', id, reason)
  assert.equal(held.status, 409, held.text)
  const [first, second] = await ordersOf(id)
  assert.ok(first && second)
  assert.match(held.json.errors[0].message, new RegExp(`${first.folio}, ${second.folio}`, 'v'))
  assert.equal((await buying.actOn('cancelar_compra', second.id, reason)).status, 200)
  const opened = await actOn('reabrir_requisicion', id, reason)
  assert.equal(opened.status, 200, opened.text)
  assert.equal(await stateOf(id), 'autorizada')
  assert.deepEqual(
    (await linesOf(id)).map(({ cantidad_comprada, estado }) => [cantidad_comprada, estado]),
    [
      [4, 'comprada'],
      [0, 'pendiente'],
    ],
  )
  assert.equal((await actOn('comprar_requisicion', id, terms)).status, 200)
  const third = (await ordersOf(id)).at(-1)
  assert.deepEqual([third?.proveedor, third?.total], [buying.proveedor, 30])
})

test('what somebody noted as bought otherwise stays bought when the purchase of the rest is cancelled', async () => {
  const line = { cantidad: '10', precio_estimado: '5', proveedor_sugerido: otro }
  const id = await requisition([line])
  const [{ id: partida } = { id: 0 }] = await linesOf(id)
  await buying.update('RequisicionCompraPartida', partida, { cantidad_comprada: '4' })
  const reason = { motivo: 'El proveedor no surte' }
  assert.equal((await actOn('comprar_requisicion', id)).status, 200)
  const [order] = await ordersOf(id)
  assert.equal(order?.total, 30)
  assert.equal((await buying.actOn('cancelar_compra', order.id, reason)).status, 200)
  assert.equal((await actOn('reabrir_requisicion', id, reason)).status, 200)
  assert.deepEqual(
    (await linesOf(id)).map(({ cantidad_comprada }) => cantidad_comprada),
    [4],
  )
})

test('only what was authorized is bought, and only what was asked for is authorized or rejected', async () => {
  const bought = await requisition([{ cantidad: '1' }])
  const reason = { motivo: 'No hay presupuesto' }
  for (const [action, inputs] of [
    ['autorizar_requisicion', {}],
    ['rechazar_requisicion', reason],
    ['reabrir_requisicion', reason],
  ] as const) {
    const answer = await actOn(action, bought, inputs)
    assert.deepEqual(verdict(answer), [409, 'INVALID_STATE'], `${action} ${answer.text}`)
  }
  const waiting = await asked([{ cantidad: '1' }])
  assert.deepEqual(verdict(await actOn('comprar_requisicion', waiting)), [409, 'INVALID_STATE'])
  const rejected = await actOn('rechazar_requisicion', waiting, reason)
  assert.equal(rejected.status, 200, rejected.text)
  assert.equal(await stateOf(waiting), 'rechazada')
})
