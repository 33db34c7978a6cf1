import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { assertStockWhole, warehousing, type Warehousing } from '../stock-fixture.ts'

let erp: ErpTest
let company: Warehousing
let almacen: number
let counter = 0

before(async () => {
  erp = await startErp()
  company = await warehousing(erp, erp.admin)
  almacen = await company.warehouse()
})

after(() => erp.stop())

function next(prefix: string): string {
  counter += 1
  return `${prefix}-${counter}`
}

async function account(clave: string): Promise<number> {
  return (await erp.admin.get(`${API}/CuentaContable?clave=${clave}`)).json.data[0].id
}

async function concept(clave: string): Promise<number> {
  return (await erp.admin.get(`${API}/ConceptoInventario?clave=${clave}`)).json.data[0].id
}

/** The lines of the entries of a document, in their order: account, debit, credit, cost centre. */
async function entries(model: string, id: number): Promise<readonly (readonly string[])[]> {
  const rows = await erp.owner.query<{ cuenta: string; cargo: string; abono: string }>(sql`
    select c.clave as cuenta, l.cargo::text as cargo, l.abono::text as abono from public.poliza p
    join public.modelo_sistema m on m.id = p.modelo and m.nombre = ${model}
    join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where p.empresa_id = ${erp.empresaId} and p.registro = ${String(id)} order by p.id, l.partida`)
  return rows.map(({ cuenta, cargo, abono }) => [cuenta, cargo, abono])
}

async function adjust(lines: readonly object[]): Promise<number> {
  const ajuste = await company.create('AjusteInventario', {
    folio: next('AJ'),
    fecha: '2026-03-02',
    almacen,
    motivo: 'error_captura',
  })
  for (const [index, line] of lines.entries()) {
    await company.create('AjusteInventarioPartida', { ajuste, partida: index + 1, ...line })
  }
  await act('AjusteInventario', 'autorizar_ajuste', [ajuste])
  return ajuste
}

async function act(model: string, action: string, ids: readonly number[], inputs: object = {}) {
  return await erp.admin.post(`${API}/${model}/actions/${action}`, { ids, ...inputs })
}

async function done(model: string, action: string, id: number, inputs: object = {}): Promise<void> {
  const answer = await act(model, action, [id], inputs)
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
}

test('a movement books what it moved against the account of its concept, and its counter-entry takes it back', async () => {
  const articulo = await company.article('PROM')
  const entry = await company.draft('entrada', almacen, {
    lines: [{ articulo, cantidad: '4', costo_unitario: '2.5' }],
    more: { concepto: await concept('INICIAL') },
  })
  await done('MovimientoInventario', 'aplicar_movimiento', entry)
  const exit = await company.draft('salida', almacen, {
    lines: [{ articulo, cantidad: '1' }],
    more: { concepto: await concept('CONSUMO') },
  })
  await done('MovimientoInventario', 'aplicar_movimiento', exit)
  assert.deepEqual(await entries('MovimientoInventario', entry), [
    ['115-01', '10.00', '0.00'],
    ['304-01', '0.00', '10.00'],
  ])
  const used = [
    ['601-84', '2.50', '0.00'],
    ['115-01', '0.00', '2.50'],
  ]
  assert.deepEqual(await entries('MovimientoInventario', exit), used)
  const { poliza } = (await erp.admin.get(`${API}/MovimientoInventario/${exit}`)).json.data
  const booked = (await erp.admin.get(`${API}/Poliza/${poliza}`)).json.data
  assert.deepEqual(
    [booked.origen, booked.registro, booked.estado],
    ['inventario', String(exit), 'aplicada'],
  )
  await done('MovimientoInventario', 'cancelar_movimiento', exit, { motivo: 'Por error' })
  assert.deepEqual(await entries('MovimientoInventario', exit), [
    ...used,
    ['601-84', '0.00', '2.50'],
    ['115-01', '2.50', '0.00'],
  ])
  await assertStockWhole(erp)
})

test('a movement of no value books nothing, nor does one between places that keeps its value', async () => {
  const articulo = await company.article('PROM')
  const free = await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '5', costo_unitario: '0' }],
  })
  assert.deepEqual(await entries('MovimientoInventario', free), [])
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '5', costo_unitario: '2' }],
  })
  const other = await company.warehouse()
  const moved = await company.move('traspaso', almacen, {
    lines: [{ articulo, cantidad: '5' }],
    more: { almacen_destino: other },
  })
  assert.deepEqual(await entries('MovimientoInventario', moved), [])
  await assertStockWhole(erp)
})

test('an article of a category is booked on its accounts, and what is paid beyond the standard on the account of variances', async () => {
  const variance = await account('503-01')
  const [nature] = (await erp.admin.get(`${API}/NaturalezaCuenta?clave=D`)).json.data
  const inventory = await company.create('CuentaContable', {
    clave: '115-90',
    nombre: 'Materia prima',
    nivel: 2,
    naturaleza: nature.id,
    tipo: 'activo',
    acepta_movimientos: true,
    activo: true,
  })
  const categoria = await company.create('CategoriaInventario', {
    clave: 'MP',
    nombre: 'Materia prima',
    cuenta_inventario: inventory,
    cuenta_ajuste: variance,
  })
  const articulo = await company.article('ESTAN', { costo_estandar: '2', categoria })
  const paid = await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '10', costo_unitario: '2.3' }],
  })
  assert.deepEqual(await entries('MovimientoInventario', paid), [
    ['115-90', '20.00', '0.00'],
    ['501-08', '0.00', '23.00'],
    ['503-01', '3.00', '0.00'],
  ])
  const ajuste = await adjust([
    { articulo, cantidad: '-4' },
    { articulo, cantidad: '1', costo_unitario: '9' },
  ])
  await done('AjusteInventario', 'aplicar_ajuste', ajuste)
  assert.deepEqual(await entries('AjusteInventario', ajuste), [
    ['115-90', '2.00', '0.00'],
    ['503-01', '0.00', '2.00'],
    ['503-01', '8.00', '0.00'],
    ['115-90', '0.00', '8.00'],
  ])
  await done('AjusteInventario', 'cancelar_ajuste', ajuste, { motivo: 'Por error' })
  assert.equal((await entries('AjusteInventario', ajuste)).length, 8)
  await assertStockWhole(erp)
})

test('stock that is taken back at another value than it had books the difference too', async () => {
  const articulo = await company.article('PROM')
  const dear = await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '1', costo_unitario: '10' }],
  })
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '1', costo_unitario: '2' }],
  })
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '1' }] })
  await done('MovimientoInventario', 'cancelar_movimiento', dear, { motivo: 'Por error' })
  const [back] = (await erp.admin.get(`${API}/MovimientoInventario?movimiento_reversa=${dear}`))
    .json.data
  assert.deepEqual((await entries('MovimientoInventario', dear)).slice(2), [
    ['115-01', '0.00', '10.00'],
    ['501-08', '10.00', '0.00'],
  ])
  assert.deepEqual(await entries('MovimientoInventario', back.id), [
    ['115-01', '4.00', '0.00'],
    ['501-08', '0.00', '4.00'],
  ])
  await assertStockWhole(erp)
})

test('a transfer books what is under way, what arrives and what comes back', async () => {
  const articulo = await company.article('PROM')
  const destino = await company.warehouse()
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '10', costo_unitario: '3' }],
  })
  const traspaso = await company.create('TraspasoAlmacen', {
    folio: next('TR'),
    fecha: '2026-03-02',
    almacen_origen: almacen,
    almacen_destino: destino,
    solicitado_por: 1,
  })
  await company.create('TraspasoAlmacenPartida', {
    traspaso,
    partida: 1,
    articulo,
    cantidad_enviada: '6',
    unidad: company.unidad,
  })
  await done('TraspasoAlmacen', 'enviar_traspaso', traspaso)
  await done('TraspasoAlmacen', 'recibir_traspaso', traspaso, {
    partidas: [{ partida: 1, cantidad: '4' }],
  })
  await assertStockWhole(erp)
  await done('TraspasoAlmacen', 'cancelar_traspaso', traspaso, { motivo: 'Se rompió la caja' })
  assert.deepEqual(await entries('TraspasoAlmacen', traspaso), [
    ['115-05', '18.00', '0.00'],
    ['115-01', '0.00', '18.00'],
    ['115-01', '12.00', '0.00'],
    ['115-05', '0.00', '12.00'],
    ['115-01', '6.00', '0.00'],
    ['115-05', '0.00', '6.00'],
  ])
  await assertStockWhole(erp)
})

test('what cannot be booked does not move, and what can of the same batch does', async () => {
  const articulo = await company.article('PROM')
  const draft = (fecha: string) =>
    company.draft('entrada', almacen, {
      lines: [{ articulo, cantidad: '1', costo_unitario: '1' }],
      more: { fecha },
    })
  const [period] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=1&numero=1`)).json.data
  await erp.admin.post(`${API}/PeriodoContable/${period.id}/actions/cerrar_periodo`, {})
  const [closed, never, open] = [
    await draft('2026-01-31T12:00:00Z'),
    await draft('2019-01-31T12:00:00Z'),
    await draft('2026-02-01T06:00:00Z'),
  ]
  const answer = await act('MovimientoInventario', 'aplicar_movimiento', [closed, never, open])
  const results: readonly { errors?: readonly { code: string }[] }[] = answer.json.data.results
  assert.deepEqual(
    results.map(({ errors }) => errors?.[0]?.code),
    ['PERIOD_CLOSED', 'PERIOD_CLOSED', undefined],
  )
  assert.equal((await company.stock(articulo, almacen)).cantidad, 1)
  await erp.admin.post(`${API}/PeriodoContable/${period.id}/actions/reabrir_periodo`, {
    motivo: 'Faltó una entrada',
  })
  await assertStockWhole(erp)
})

test('a company without a rule for it is told which one, and its stock does not move', async () => {
  const other = await erp.otherCompany()
  const theirs = await warehousing(erp, other)
  const [rule] = (await other.get(`${API}/ReglaContable?clave=INV-MOV`)).json.data
  await other.send('PUT', `${API}/ReglaContable/${rule.id}`, { body: { activo: false } })
  const [articulo, own] = [await theirs.article('PROM'), await theirs.warehouse()]
  const [paid, free] = [
    await theirs.draft('entrada', own, {
      lines: [{ articulo, cantidad: '1', costo_unitario: '1' }],
    }),
    await theirs.draft('entrada', own, {
      lines: [{ articulo, cantidad: '1', costo_unitario: '0' }],
    }),
  ]
  const answer = await theirs.act('aplicar_movimiento', [paid, free])
  assert.deepEqual(verdict(answer), [200, 'CONFIGURATION_INCOMPLETE'])
  assert.equal(answer.json.meta.succeeded, 1)
  assert.match(
    answer.json.data.results[0].errors[0].message,
    /MovimientoInventario.*aplicar_movimiento/,
  )
  assert.deepEqual(await theirs.stock(articulo, own), {
    cantidad: 1,
    importe: 0,
    costo_promedio: 0,
    reservada: 0,
  })
})

test('entries of stock and entries by hand at once all get their numbers', async () => {
  const articulo = await company.article('PROM')
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '99', costo_unitario: '1' }],
  })
  const [cash, sales] = [await account('102-01'), await account('401-01')]
  const [peso] = (await erp.admin.get(`${API}/Moneda?clave=MXN`)).json.data
  const [period] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=1&numero=3`)).json.data
  const byHand = async () => {
    const sides = [
      { cuenta_contable: cash, cargo: '1' },
      { cuenta_contable: sales, abono: '1' },
    ]
    return await company.create('Poliza', {
      fecha: '2026-03-02',
      tipo: 1,
      periodo: period.id,
      concepto: 'A mano',
      partidas: sides.map((side, index) => ({ ...side, partida: index + 1, moneda: peso.id })),
    })
  }
  const polizas = await Promise.all(Array.from({ length: 10 }, byHand))
  const adjustments = await Promise.all(
    Array.from({ length: 10 }, () => adjust([{ articulo, cantidad: '-1' }])),
  )
  const answers = await Promise.all([
    ...polizas.map((id) => act('Poliza', 'aplicar', [id])),
    ...adjustments.map((id) => act('AjusteInventario', 'aplicar_ajuste', [id])),
  ])
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json.meta?.succeeded]),
    answers.map(() => [200, 1]),
  )
  await assertStockWhole(erp)
})
