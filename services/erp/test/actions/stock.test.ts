import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, verdict } from './purchase-fixture.ts'
import { assertStockWhole, warehousing, type Stock, type Warehousing } from './stock-fixture.ts'

let erp: ErpTest
let company: Warehousing
let almacen: number

before(async () => {
  erp = await startErp()
  company = await warehousing(erp, erp.admin)
  almacen = await company.warehouse()
})

after(() => erp.stop())

async function linesOf(movimiento: number): Promise<readonly Record<string, unknown>[]> {
  const path = `${API}/MovimientoInventarioPartida?movimiento=${movimiento}&sort=partida`
  return (await erp.admin.get(path)).json.data
}

/** The movement that takes this one back. */
async function reversalOf(movimiento: number): Promise<number> {
  const path = `${API}/MovimientoInventario?movimiento_reversa=${movimiento}`
  return (await erp.admin.get(path)).json.data[0].id
}

const amounts = ({ cantidad, importe }: Stock) => [cantidad, importe]

test('average cost: each exit takes its share of the value, and the last one all that is left', async () => {
  const articulo = await company.article('PROM')
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '3', costo_unitario: '3.333333' }],
  })
  assert.deepEqual(await company.stock(articulo, almacen), {
    cantidad: 3,
    importe: 10,
    costo_promedio: 3.333333,
    reservada: 0,
  })
  const values: unknown[] = []
  for (let round = 0; round < 3; round += 1) {
    const exit = await company.move('salida', almacen, { lines: [{ articulo, cantidad: '1' }] })
    const [line] = await linesOf(exit)
    values.push(line?.['valor_salida'], line?.['costo_unitario'])
  }
  assert.deepEqual(values, [3.33, 3.33, 3.34, 3.34, 3.33, 3.33])
  assert.deepEqual(amounts(await company.stock(articulo, almacen)), [0, 0])
  await assertStockWhole(erp)
})

test('PEPS: what came first goes first, and Existencia is what the layers still hold', async () => {
  const articulo = await company.article('PEPS')
  for (const costo of ['10', '12', '15']) {
    await company.move('entrada', almacen, {
      lines: [{ articulo, cantidad: '10', costo_unitario: costo }],
    })
  }
  const exit = await company.move('salida', almacen, { lines: [{ articulo, cantidad: '15' }] })
  assert.equal((await linesOf(exit))[0]?.['valor_salida'], 160)
  assert.deepEqual(amounts(await company.stock(articulo, almacen)), [15, 210])
  const taken = await erp.admin.get(`${API}/ConsumoCapa?sort=id&per_page=100`)
  assert.deepEqual(
    taken.json.data
      .slice(-2)
      .map((one: Record<string, unknown>) => [one['cantidad'], one['importe']]),
    [
      [10, 100],
      [5, 60],
    ],
  )
  assert.equal(
    (await company.act('cancelar_movimiento', [exit], { motivo: 'Por error' })).json.meta.succeeded,
    1,
  )
  assert.deepEqual(amounts(await company.stock(articulo, almacen)), [30, 370])
  const layers = await erp.admin.get(`${API}/CapaCosto?articulo=${articulo}&sort=id`)
  assert.deepEqual(
    layers.json.data.map((one: Record<string, unknown>) => [
      one['cantidad_disponible'],
      one['agotada'],
    ]),
    [
      [10, false],
      [10, false],
      [10, false],
    ],
  )
  await assertStockWhole(erp)
})

test('standard cost: stock holds the standard, and what was paid beyond it is the variance of the line', async () => {
  const articulo = await company.article('ESTAN', { costo_estandar: '8.00' })
  const entry = await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '10', costo_unitario: '9.25' }],
  })
  const [line] = await linesOf(entry)
  assert.deepEqual([line?.['valor_entrada'], line?.['variacion']], [80, 12.5])
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '4' }] })
  assert.deepEqual(amounts(await company.stock(articulo, almacen)), [6, 48])
  await assertStockWhole(erp)
})

test('what is not there does not leave: OUT_OF_STOCK names article, warehouse, asked and available', async () => {
  const articulo = await company.article('PROM')
  const other = await company.article('PROM')
  await company.move('entrada', almacen, {
    lines: [
      { articulo, cantidad: '5', costo_unitario: '1' },
      { articulo: other, cantidad: '5', costo_unitario: '1' },
    ],
  })
  const keys = async (model: string, id: number) =>
    (await erp.admin.get(`${API}/${model}/${id}`)).json.data.clave
  const draft = await company.draft('salida', almacen, {
    lines: [
      { articulo: other, cantidad: '1' },
      { articulo, cantidad: '5.5' },
    ],
  })
  const answer = await erp.admin.post(
    `${API}/MovimientoInventario/${draft}/actions/aplicar_movimiento`,
    {},
  )
  assert.equal(answer.status, 422)
  assert.deepEqual(answer.json.errors, [
    {
      code: 'OUT_OF_STOCK',
      message: `Line 2: Almacen ${await keys('Almacen', almacen)} has 5 available of Articulo ${await keys('Articulo', articulo)}; 5.5 were asked for.`,
      articulo: await keys('Articulo', articulo),
      almacen: await keys('Almacen', almacen),
      asked: '5.5',
      available: '5',
    },
  ])
  assert.deepEqual(amounts(await company.stock(other, almacen)), [5, 5], 'nothing of it moved')
  const good = await company.draft('salida', almacen, { lines: [{ articulo, cantidad: '4' }] })
  const later = await company.draft('salida', almacen, { lines: [{ articulo, cantidad: '2' }] })
  const batch = await company.act('aplicar_movimiento', [draft, good, later])
  assert.deepEqual(
    batch.json.data.results.map(({ ok, errors }: { ok: boolean; errors?: { code: string }[] }) => [
      ok,
      errors?.[0]?.code,
    ]),
    [
      [false, 'OUT_OF_STOCK'],
      [true, undefined],
      [false, 'OUT_OF_STOCK'],
    ],
  )
  assert.deepEqual(amounts(await company.stock(articulo, almacen)), [1, 1])
  await assertStockWhole(erp)
})

test('a warehouse that allows it goes below zero, and the entry that fills it up carries the difference as variance', async () => {
  const lenient = await company.warehouse({ permite_negativos: true })
  for (const metodo of ['PROM', 'PEPS']) {
    const articulo = await company.article(metodo)
    await company.move('entrada', lenient, {
      lines: [{ articulo, cantidad: '2', costo_unitario: '10' }],
    })
    await company.move('salida', lenient, { lines: [{ articulo, cantidad: '5' }] })
    assert.deepEqual(amounts(await company.stock(articulo, lenient)), [-3, -30])
    const entry = await company.move('entrada', lenient, {
      lines: [{ articulo, cantidad: '4', costo_unitario: '12' }],
    })
    const [line] = await linesOf(entry)
    assert.deepEqual([line?.['valor_entrada'], line?.['variacion']], [42, 6])
    assert.deepEqual(amounts(await company.stock(articulo, lenient)), [1, 12])
  }
  await assertStockWhole(erp)
})

test('a movement is taken back by another one, at the cost that it had', async () => {
  const articulo = await company.article('PROM')
  const dear = await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '10', costo_unitario: '20' }],
  })
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '10', costo_unitario: '10' }],
  })
  const exit = await company.move('salida', almacen, { lines: [{ articulo, cantidad: '3' }] })
  assert.deepEqual(amounts(await company.stock(articulo, almacen)), [17, 255])
  for (const id of [exit, dear]) {
    const answer = await company.act('cancelar_movimiento', [id], { motivo: 'Capturado dos veces' })
    assert.equal(answer.json.meta.succeeded, 1, answer.text)
  }
  assert.deepEqual(amounts(await company.stock(articulo, almacen)), [10, 100])
  const read = async (id: number) =>
    (await erp.admin.get(`${API}/MovimientoInventario/${id}`)).json.data
  const back = await read(await reversalOf(dear))
  assert.deepEqual(
    [(await read(dear)).estado, back.estado, back.importe, back.referencia],
    ['cancelado', 'aplicado', 200, (await read(dear)).folio],
  )
  const again = await company.act('cancelar_movimiento', [dear, back.id], { motivo: 'Otra vez' })
  assert.deepEqual(
    again.json.data.results.map(({ errors }: { errors: { code: string }[] }) => errors[0]?.code),
    ['INVALID_STATE', 'INVALID_STATE'],
  )
  await assertStockWhole(erp)
})

test('what was sold of an entry keeps it from being taken back whole', async () => {
  const articulo = await company.article('PEPS')
  const entry = await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '10', costo_unitario: '20' }],
  })
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '1' }] })
  const answer = await company.act('cancelar_movimiento', [entry], { motivo: 'Se devuelve' })
  assert.deepEqual(verdict(answer), [200, 'OUT_OF_STOCK'])
  await assertStockWhole(erp)
})

test('quantities are kept in the article’s unit, whatever unit a line is in', async () => {
  const articulo = await company.article('PROM')
  const [, caja] = (await erp.admin.get(`${API}/UnidadMedida?sort=id&per_page=2`)).json.data
  const line = { articulo, cantidad: '2', unidad: caja.id, costo_unitario: '30' }
  const unknown = await company.draft('entrada', almacen, { lines: [line] })
  const refused = await company.act('aplicar_movimiento', [unknown])
  assert.deepEqual(
    [verdict(refused), refused.json.data.results[0].errors[0].field],
    [[200, 'VALIDATION'], 'unidad'],
  )
  await company.create('ArticuloUnidad', { articulo, unidad: caja.id, factor: '12', uso: 'todos' })
  assert.equal((await company.act('aplicar_movimiento', [unknown])).json.meta.succeeded, 1)
  assert.deepEqual(await company.stock(articulo, almacen), {
    cantidad: 24,
    importe: 60,
    costo_promedio: 2.5,
    reservada: 0,
  })
  assert.equal((await linesOf(unknown))[0]?.['cantidad_base'], 24)
})

test('lots, serial numbers and locations are those of the article and the warehouse, and are there', async () => {
  const articulo = await company.article('PROM', { control: 'lote' })
  const other = await company.article('PEPS', { control: 'serie' })
  const lote = await company.create('Lote', { numero_lote: 'L1', articulo })
  const serie = await company.create('SerieArticulo', { numero_serie: 'S1', articulo: other })
  const ubicacion = await company.create('UbicacionAlmacen', {
    almacen,
    codigo: 'U1',
    activo: true,
  })
  const cases = [
    [{ articulo, cantidad: '1' }, 'lote'],
    [{ articulo: other, cantidad: '1' }, 'serie'],
    [{ articulo: other, cantidad: '2', serie }, 'cantidad'],
    [{ articulo: other, cantidad: '1', serie, lote }, 'lote'],
  ] as const
  for (const [line, field] of cases) {
    const id = await company.draft('entrada', almacen, { lines: [line] })
    const [result] = (await company.act('aplicar_movimiento', [id])).json.data.results
    assert.deepEqual([result.errors?.[0]?.code, result.errors?.[0]?.field], ['VALIDATION', field])
  }
  const elsewhere = await company.warehouse()
  const far = await company.draft('entrada', elsewhere, {
    lines: [{ articulo, cantidad: '1', lote, ubicacion }],
  })
  assert.deepEqual(verdict(await company.act('aplicar_movimiento', [far])), [200, 'VALIDATION'])
  await company.move('entrada', almacen, {
    lines: [
      { articulo, cantidad: '4', lote, ubicacion, costo_unitario: '2' },
      { articulo, cantidad: '6', lote, costo_unitario: '4.5' },
      { articulo: other, cantidad: '1', serie, costo_unitario: '99' },
    ],
  })
  const rows = await company.rows(articulo, almacen)
  assert.deepEqual(
    rows.map((row) => [row['ubicacion'], row['lote'], row['cantidad'], row['importe']]),
    [
      [ubicacion, lote, 4, 14],
      [null, lote, 6, 21],
      [null, null, 0, 0],
    ],
    'the value is spread by quantity over the rows of what is valued as one',
  )
  const there = async () => (await erp.admin.get(`${API}/SerieArticulo/${serie}`)).json.data
  assert.deepEqual([(await there()).almacen, (await there()).estado], [almacen, 'disponible'])
  const twice = await company.draft('entrada', almacen, {
    lines: [{ articulo: other, cantidad: '1', serie }],
  })
  assert.deepEqual(verdict(await company.act('aplicar_movimiento', [twice])), [200, 'OUT_OF_STOCK'])
  await company.move('salida', almacen, { lines: [{ articulo: other, cantidad: '1', serie }] })
  assert.deepEqual([(await there()).almacen, (await there()).estado], [null, 'baja'])
  await assertStockWhole(erp)
})

test('a movement between warehouses or locations carries its value along', async () => {
  const articulo = await company.article('PEPS')
  const other = await company.warehouse()
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '3', costo_unitario: '5' }],
  })
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '3', costo_unitario: '8' }],
  })
  const moved = await company.move('traspaso', almacen, {
    lines: [{ articulo, cantidad: '4' }],
    more: { almacen_destino: other },
  })
  assert.deepEqual(
    [
      amounts(await company.stock(articulo, almacen)),
      amounts(await company.stock(articulo, other)),
    ],
    [
      [2, 16],
      [4, 23],
    ],
  )
  assert.equal(
    (await company.act('cancelar_movimiento', [moved], { motivo: 'No salió' })).json.meta.succeeded,
    1,
  )
  assert.deepEqual(
    [
      amounts(await company.stock(articulo, almacen)),
      amounts(await company.stock(articulo, other)),
    ],
    [
      [6, 39],
      [0, 0],
    ],
  )
  const ubicacion = await company.create('UbicacionAlmacen', {
    almacen,
    codigo: 'U2',
    activo: true,
  })
  await company.move('traspaso', almacen, {
    lines: [{ articulo, cantidad: '2', ubicacion_destino: ubicacion }],
    more: { almacen_destino: almacen },
  })
  assert.deepEqual(
    (await company.rows(articulo, almacen)).map((row) => [row['cantidad'], row['importe']]),
    [
      [4, 26],
      [2, 13],
    ],
  )
  await assertStockWhole(erp)
})

test('the generic API writes no stock, and a movement that was applied does not change', async () => {
  const articulo = await company.article('PROM')
  for (const model of ['Existencia', 'CapaCosto', 'ConsumoCapa', 'ExistenciaHistorica']) {
    const answer = await erp.admin.post(`${API}/${model}`, { articulo, almacen, cantidad: '5' })
    assert.deepEqual(verdict(answer), [403, 'FORBIDDEN'], model)
  }
  const id = await company.draft('entrada', almacen, {
    lines: [{ articulo, cantidad: '1', costo_unitario: '1' }],
  })
  const put = (model: string, record: number, body: object) =>
    erp.admin.send('PUT', `${API}/${model}/${record}`, { body })
  assert.deepEqual(verdict(await put('MovimientoInventario', id, { estado: 'aplicado' })), [
    422,
    'READ_ONLY_FIELD',
  ])
  assert.equal((await company.act('aplicar_movimiento', [id])).json.meta.succeeded, 1)
  const [line] = await linesOf(id)
  const lineId = Number(line?.['id'])
  const later = [
    await put('MovimientoInventario', id, { fecha: '2026-01-01T00:00:00Z' }),
    await put('MovimientoInventarioPartida', lineId, { cantidad: '2' }),
    await erp.admin.send('DELETE', `${API}/MovimientoInventarioPartida/${lineId}`),
    await company.client.post(`${API}/MovimientoInventarioPartida`, {
      movimiento: id,
      partida: 9,
      articulo,
      cantidad: '1',
      unidad: company.unidad,
    }),
  ]
  assert.deepEqual(
    later.map((answer) => verdict(answer)),
    later.map(() => [409, 'INVALID_STATE']),
  )
  assert.equal((await put('MovimientoInventario', id, { observaciones: 'Revisado' })).status, 200)
  assert.deepEqual(verdict(await company.act('aplicar_movimiento', [id])), [200, 'INVALID_STATE'])
})
