import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, verdict } from './purchase-fixture.ts'
import { assertStockWhole, warehousing, type Warehousing } from './stock-fixture.ts'

// A service of its own: it makes the stock of an older installation.

let erp: ErpTest
let company: Warehousing
let almacen: number

before(async () => {
  erp = await startOwnErp()
  company = await warehousing(erp, erp.admin)
  almacen = await company.warehouse()
})

after(() => erp.stop())

const counter = { next: 0 }

async function adjustment(
  motivo: string,
  lines: readonly { articulo: number; cantidad: string; costo_unitario?: string }[],
): Promise<number> {
  counter.next += 1
  const ajuste = await company.create('AjusteInventario', {
    folio: `AJ-${counter.next}`,
    almacen,
    motivo,
  })
  for (const [index, line] of lines.entries()) {
    await company.create('AjusteInventarioPartida', { ajuste, partida: index + 1, ...line })
  }
  return ajuste
}

const onAdjustment = (action: string, id: number, inputs: object = {}) =>
  erp.admin.post(`${API}/AjusteInventario/${id}/actions/${action}`, inputs)

test('an adjustment moves what was found and what is missing when it was authorized, and can be taken back', async () => {
  const [short, found] = [await company.article('PROM'), await company.article('PEPS')]
  await company.move('entrada', almacen, {
    lines: [
      { articulo: short, cantidad: '10', costo_unitario: '2.5' },
      { articulo: found, cantidad: '10', costo_unitario: '1' },
    ],
  })
  const id = await adjustment('diferencia_conteo', [
    { articulo: short, cantidad: '-4' },
    { articulo: found, cantidad: '2', costo_unitario: '3' },
  ])
  assert.deepEqual(verdict(await onAdjustment('aplicar_ajuste', id)), [409, 'INVALID_STATE'])
  const authorized = await onAdjustment('autorizar_ajuste', id)
  assert.equal(authorized.json.data?.record.autorizado_por, 1, authorized.text)
  const line = await erp.admin.post(`${API}/AjusteInventarioPartida`, {
    ajuste: id,
    partida: 3,
    articulo: short,
    cantidad: '-1',
  })
  assert.deepEqual(verdict(line), [409, 'INVALID_STATE'])
  const applied = await onAdjustment('aplicar_ajuste', id)
  assert.deepEqual(
    [applied.json.data?.record.estado, applied.json.data?.record.importe],
    ['aplicado', -4],
    applied.text,
  )
  const lines = await erp.admin.get(`${API}/AjusteInventarioPartida?ajuste=${id}&sort=partida`)
  assert.deepEqual(
    lines.json.data.map((one: Record<string, unknown>) => [one['importe'], one['costo_unitario']]),
    [
      [-10, 2.5],
      [6, 3],
    ],
  )
  const stocks = async () =>
    [await company.stock(short, almacen), await company.stock(found, almacen)].map(
      ({ cantidad, importe }) => [cantidad, importe],
    )
  assert.deepEqual(await stocks(), [
    [6, 15],
    [12, 16],
  ])
  const movimiento = applied.json.data.record.movimiento
  const direct = await company.act('cancelar_movimiento', [movimiento], { motivo: 'Por otro lado' })
  assert.deepEqual(verdict(direct), [200, 'INVALID_STATE'], 'its document takes it back')
  const cancelled = await onAdjustment('cancelar_ajuste', id, { motivo: 'Se encontró' })
  assert.equal(cancelled.json.data?.record.estado, 'cancelado', cancelled.text)
  assert.deepEqual(await stocks(), [
    [10, 25],
    [10, 10],
  ])
  const { movimiento: moved } = cancelled.json.data.record
  assert.deepEqual(await deedsOf('AjusteInventario', id), [
    [
      { estado: 'solicitado', autorizado_por: null },
      { estado: 'autorizado', autorizado_por: '1' },
    ],
    [
      { estado: 'autorizado', movimiento: null, importe: '0.00' },
      { estado: 'aplicado', movimiento: String(moved), importe: '-4.00' },
    ],
    [{ estado: 'aplicado' }, { estado: 'cancelado', reversa: 'MI-000002' }],
  ])
  await assertStockWhole(erp)
})

/** What the audit log says of the actions on a record: before and after. */
async function deedsOf(model: string, id: number): Promise<readonly unknown[]> {
  const rows = await erp.owner.query<{ antes: unknown; despues: unknown }>(sql`
    select antes, despues from public.registro_auditoria a join public.modelo_sistema m on m.id = a.modelo
    where m.nombre = ${model} and a.registro = ${String(id)} and a.operacion = 'accion' order by a.id`)
  return rows.map(({ antes, despues }) => [antes, despues])
}

test('an adjustment of a loss adds nothing, one that was rejected moves nothing, and one without lines is no adjustment', async () => {
  const articulo = await company.article('PROM')
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '1', costo_unitario: '1' }],
  })
  const gain = await adjustment('merma', [{ articulo, cantidad: '1' }])
  await onAdjustment('autorizar_ajuste', gain)
  assert.deepEqual(verdict(await onAdjustment('aplicar_ajuste', gain)), [422, 'VALIDATION'])
  const more = await adjustment('robo', [{ articulo, cantidad: '-2' }])
  await onAdjustment('autorizar_ajuste', more)
  assert.deepEqual(verdict(await onAdjustment('aplicar_ajuste', more)), [422, 'OUT_OF_STOCK'])
  const rejected = await adjustment('robo', [{ articulo, cantidad: '-1' }])
  const answer = await onAdjustment('rechazar_ajuste', rejected, { motivo: 'Sin evidencia' })
  assert.equal(answer.json.data?.record.estado, 'rechazado', answer.text)
  assert.deepEqual(verdict(await onAdjustment('aplicar_ajuste', rejected)), [409, 'INVALID_STATE'])
  const empty = await adjustment('robo', [])
  assert.deepEqual(verdict(await onAdjustment('autorizar_ajuste', empty)), [422, 'NO_LINES'])
  const zero = await erp.admin.post(`${API}/AjusteInventarioPartida`, {
    ajuste: empty,
    partida: 1,
    articulo,
    cantidad: '0',
  })
  assert.deepEqual(verdict(zero), [422, 'VALIDATION'])
  assert.equal((await company.stock(articulo, almacen)).cantidad, 1)
})

test('while there is stock of an article it is counted and valued as it was, and its unit stays for good', async () => {
  const [average, layers] = await Promise.all(
    ['PROM', 'PEPS'].map(async (clave) => {
      const answer = await erp.admin.get(`${API}/MetodoCosteo?clave=${clave}`)
      return answer.json.data[0].id
    }),
  )
  const categoria = await company.create('CategoriaInventario', {
    clave: 'CAT',
    nombre: 'Categoría',
    metodo_costeo: average,
  })
  const same = await company.create('CategoriaInventario', {
    clave: 'IGUAL',
    nombre: 'Igual',
    metodo_costeo: average,
  })
  const articulo = await company.article('PROM', { metodo_costeo: null, categoria })
  const put = async (model: string, id: number, body: object) => {
    const answer = await erp.admin.send('PUT', `${API}/${model}/${id}`, { body })
    return answer.status === 200 ? 'ok' : `${verdict(answer)[1]} ${answer.json.errors[0].field}`
  }
  assert.equal(await put('Articulo', articulo, { unidad: company.unidad + 1 }), 'ok')
  assert.equal(await put('Articulo', articulo, { unidad: company.unidad }), 'ok')
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '1', costo_unitario: '1' }],
  })
  const refused = [
    await put('Articulo', articulo, { metodo_costeo: layers }),
    await put('Articulo', articulo, { categoria: null, metodo_costeo: layers }),
    await put('Articulo', articulo, { control: 'lote' }),
    await put('Articulo', articulo, { se_inventaria: false }),
    await put('Articulo', articulo, { unidad: company.unidad + 1 }),
    await put('CategoriaInventario', categoria, { metodo_costeo: layers }),
  ]
  assert.deepEqual(refused, [
    'INVALID_STATE metodo_costeo',
    'INVALID_STATE categoria',
    'INVALID_STATE control',
    'INVALID_STATE se_inventaria',
    'INVALID_STATE unidad',
    'INVALID_STATE metodo_costeo',
  ])
  assert.equal(await put('Articulo', articulo, { categoria: same, descripcion: 'Otra' }), 'ok')
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '1' }] })
  assert.deepEqual(
    [
      await put('Articulo', articulo, { metodo_costeo: layers }),
      await put('Articulo', articulo, { unidad: company.unidad + 1 }),
    ],
    ['ok', 'INVALID_STATE unidad'],
  )
})

const onCount = (action: string, id: number, inputs: object = {}) =>
  erp.admin.post(`${API}/InventarioFisico/${id}/actions/${action}`, inputs)

test('a count compares what was counted with what stood there when it began, and its adjustment moves the differences', async () => {
  const here = await company.warehouse()
  const [average, layered, extra] = [
    await company.article('PROM'),
    await company.article('PEPS'),
    await company.article('PROM'),
  ]
  await company.move('entrada', here, {
    lines: [
      { articulo: average, cantidad: '10', costo_unitario: '2' },
      { articulo: layered, cantidad: '5', costo_unitario: '4' },
    ],
  })
  const asociado = await company.create('Asociado', { nombre: 'Eva', apellidos: 'Ruiz' })
  const empleado = { numero: 'E1', asociado, fecha_alta: '2026-01-01' }
  const responsable = await company.create('Empleado', empleado)
  const inventario = await company.create('InventarioFisico', {
    folio: 'INV-1',
    almacen: here,
    tipo: 'total',
    responsable,
  })
  const started = await onCount('iniciar_conteo', inventario)
  assert.equal(started.json.data?.record.estado, 'en_conteo', started.text)
  const lines = async (): Promise<readonly Record<string, number>[]> =>
    (await erp.admin.get(`${API}/InventarioFisicoPartida?inventario=${inventario}&sort=partida`))
      .json.data
  assert.deepEqual(
    (await lines()).map((one) => [one['articulo'], one['cantidad_teorica']]),
    [
      [average, 10],
      [layered, 5],
    ],
  )
  const refused = await onCount('cerrar_conteo', inventario)
  assert.deepEqual(verdict(refused), [422, 'VALIDATION'], 'nothing was counted')
  // What leaves while people count was counted before.
  await company.move('salida', here, { lines: [{ articulo: average, cantidad: '1' }] })
  const [first, second] = await lines()
  const count = (partida: unknown, conteo: number, cantidad: string) =>
    company.create('ConteoInventario', {
      inventario_partida: partida,
      conteo,
      cantidad,
      contador: responsable,
    })
  await count(first?.['id'], 1, '7')
  await count(first?.['id'], 2, '8')
  const body = { cantidad_contada: '6.5' }
  await erp.admin.send('PUT', `${API}/InventarioFisicoPartida/${second?.['id']}`, { body })
  const added = { inventario, articulo: extra, partida: 3, cantidad_contada: '0' }
  await company.create('InventarioFisicoPartida', added)
  const closed = await onCount('cerrar_conteo', inventario)
  assert.equal(closed.json.data?.record.importe_diferencia, 2, closed.text)
  assert.deepEqual(
    (await lines()).map((one) => [one['diferencia'], one['importe_diferencia']]),
    [
      [-2, -4],
      [1.5, 6],
      [0, 0],
    ],
  )
  const late = await erp.admin.post(`${API}/ConteoInventario`, {
    inventario_partida: first?.['id'],
    conteo: 3,
    cantidad: '9',
    contador: responsable,
  })
  assert.deepEqual(verdict(late), [409, 'INVALID_STATE'])
  const adjusted = await onCount('ajustar_conteo', inventario)
  assert.equal(adjusted.json.data?.record.estado, 'ajustado', adjusted.text)
  const [ajuste] = (await erp.admin.get(`${API}/AjusteInventario?inventario=${inventario}`)).json
    .data
  assert.deepEqual(
    [ajuste.estado, ajuste.importe, ajuste.movimiento],
    ['aplicado', 2, adjusted.json.data.record.ajuste],
  )
  const stock = async (articulo: number) => (await company.stock(articulo, here)).cantidad
  assert.deepEqual([await stock(average), await stock(layered)], [7, 6.5])
  await assertStockWhole(erp)
  const back = await onAdjustment('cancelar_ajuste', ajuste.id, { motivo: 'Contaron mal' })
  assert.equal(back.json.data?.record.estado, 'cancelado', back.text)
  assert.deepEqual([await stock(average), await stock(layered)], [9, 5])
  const again = await onCount('cancelar_conteo', inventario, { motivo: 'Tarde ya' })
  assert.deepEqual(verdict(again), [409, 'INVALID_STATE'])
  await assertStockWhole(erp)
})

test('of an older installation, stock that was typed twice becomes one row, which the kardex begins with', async () => {
  const articulo = await company.article('PEPS')
  await erp.owner.execute(sql`drop index public.existencia_unica_ix`)
  await erp.owner.execute(sql`
    insert into public.existencia (empresa_id, id, creado_en, modificado_en, articulo, almacen, cantidad, reservada,
      costo_promedio, importe)
    select 1, 9000 + n, now(), now(), ${articulo}::int8, ${almacen}::int8, n, 0, 10, n * 10 from generate_series(1, 3) n`)
  const migration = new URL('../../migrations/0050-stock.sql', import.meta.url)
  await erp.owner.execute({ text: await readFile(migration, 'utf8'), values: [] })
  await erp.owner.execute(sql`
    create unique index existencia_unica_ix on public.existencia (empresa_id, articulo, almacen, ubicacion, lote)
    nulls not distinct`)
  assert.deepEqual(
    (await company.rows(articulo, almacen)).map((row) => [
      row['id'],
      row['cantidad'],
      row['importe'],
    ]),
    [[9001, 6, 60]],
  )
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '4', costo_unitario: '20' }],
  })
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '9' }] })
  const path = `${API}/reports/kardex?articulo=${articulo}&almacen=${almacen}`
  const { data, meta } = (await erp.admin.get(path)).json
  assert.deepEqual(
    [meta.existencia_previa, meta.existencia_inicial, meta.saldo_inicial, data.length],
    [6, 6, 60, 2],
  )
  const { cantidad, importe } = await company.stock(articulo, almacen)
  assert.deepEqual([cantidad, importe], [1, 20], 'what was there before goes first')
  assert.deepEqual([meta.existencia_final, meta.saldo_final], [cantidad, importe])
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '1' }] })
  const empty = await company.stock(articulo, almacen)
  assert.deepEqual([empty.cantidad, empty.importe], [0, 0])
})
