import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { tidy } from '../../../src/actions/housekeeping.ts'
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

async function act(model: string, action: string, ids: readonly number[], inputs: object = {}) {
  return await erp.admin.post(`${API}/${model}/actions/${action}`, { ids, ...inputs })
}

async function decide(model: string, id: number, action: string): Promise<void> {
  const answer = await act(model, action, [id])
  assert.equal(answer.json.meta?.succeeded, 1, answer.text)
}

async function record(model: string, id: number): Promise<Record<string, unknown>> {
  return (await erp.admin.get(`${API}/${model}/${id}`)).json.data
}

async function stocked(metodo: string, cantidad: string, costo: string): Promise<number> {
  const articulo = await company.article(metodo, { costo_estandar: '1.11' })
  await company.move('entrada', almacen, { lines: [{ articulo, cantidad, costo_unitario: costo }] })
  return articulo
}

async function loss(articulo: number, cantidad: string, estado = 'autorizada'): Promise<number> {
  const merma = await company.create('MermaInventario', {
    folio: next('ME'),
    fecha: '2026-03-02',
    almacen,
    articulo,
    cantidad,
    causa: 'rotura',
  })
  if (estado !== 'reportada') await decide('MermaInventario', merma, 'autorizar_merma')
  return merma
}

async function request(lines: readonly object[], more: object = {}): Promise<number> {
  const solicitud = await company.create('SolicitudMaterial', {
    folio: next('SM'),
    fecha: '2026-03-02',
    almacen,
    solicitante: 1,
    partidas: lines.map((line, index) => ({
      partida: index + 1,
      unidad: company.unidad,
      ...line,
    })),
    ...more,
  })
  await decide('SolicitudMaterial', solicitud, 'solicitar_material')
  await decide('SolicitudMaterial', solicitud, 'autorizar_solicitud')
  return solicitud
}

async function revaluation(lines: readonly object[], more: object = { almacen }): Promise<number> {
  const revaluacion = await company.create('RevaluacionInventario', {
    folio: next('RV'),
    fecha: '2026-03-02',
    motivo: 'valor_neto_realizacion',
    partidas: lines.map((line, index) => ({ partida: index + 1, ...line })),
    ...more,
  })
  await decide('RevaluacionInventario', revaluacion, 'autorizar_revaluacion')
  return revaluacion
}

async function balance(clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ saldo: string | null }>(sql`
    select sum(l.cargo - l.abono)::text as saldo from public.poliza_partida l
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where l.empresa_id = ${erp.empresaId} and c.clave = ${clave}`)
  return Number(row?.saldo ?? 0)
}

test('a loss that was authorized leaves stock at what it costs, and comes back when it is cancelled', async () => {
  const articulo = await stocked('PEPS', '10', '3')
  const before = await balance('501-08')
  const [good, beyond, draft] = [
    await loss(articulo, '4'),
    await loss(articulo, '7'),
    await loss(articulo, '1', 'reportada'),
  ]
  const answer = await act('MermaInventario', 'aplicar_merma', [good, beyond, draft])
  const results: readonly { errors?: readonly { code: string }[] }[] = answer.json.data.results
  assert.deepEqual(
    results.map(({ errors }) => errors?.[0]?.code),
    [undefined, 'OUT_OF_STOCK', 'INVALID_STATE'],
  )
  const { estado, importe, movimiento } = await record('MermaInventario', good)
  assert.deepEqual([estado, importe, typeof movimiento], ['aplicada', 12, 'number'])
  assert.deepEqual([(await company.stock(articulo, almacen)).cantidad], [6])
  assert.equal((await balance('501-08')) - before, 12)
  await assertStockWhole(erp)
  const typed = await erp.admin.send('PUT', `${API}/MermaInventario/${beyond}`, {
    body: { estado: 'aplicada' },
  })
  assert.deepEqual(verdict(typed), [422, 'READ_ONLY_FIELD'])
  const back = await act('MermaInventario', 'cancelar_merma', [good, beyond], {
    motivo: 'Apareció en otra caja',
  })
  assert.deepEqual([verdict(back), back.json.meta.succeeded], [[200, 'INVALID_STATE'], 1])
  assert.deepEqual([(await company.stock(articulo, almacen)).cantidad], [10])
  assert.equal(await balance('501-08'), before)
  await assertStockWhole(erp)
})

test('material that was asked for is handed out in parts, costs its cost centre, and comes back whole', async () => {
  const [one, other] = [await stocked('PROM', '10', '2'), await stocked('PEPS', '10', '5')]
  const centro = await company.create('CentroCosto', {
    clave: 'CC-1',
    nombre: 'Taller',
    tipo: 'servicio',
  })
  const solicitud = await request(
    [
      { articulo: one, cantidad_solicitada: '6' },
      { articulo: other, cantidad_solicitada: '3' },
    ],
    { centro_costo: centro },
  )
  const supply = (inputs: object = {}) =>
    act('SolicitudMaterial', 'surtir_solicitud', [solicitud], inputs)
  const beyond = await supply({ partidas: [{ partida: 1, cantidad: '7' }] })
  assert.deepEqual(verdict(beyond), [200, 'VALIDATION'])
  const part = await supply({ partidas: [{ partida: 1, cantidad: '4' }] })
  assert.equal(part.json.meta.succeeded, 1, part.text)
  assert.equal((await record('SolicitudMaterial', solicitud))['estado'], 'surtido_parcial')
  assert.equal((await supply()).json.meta.succeeded, 1)
  assert.equal((await record('SolicitudMaterial', solicitud))['estado'], 'surtido')
  const lines = async (): Promise<readonly (readonly unknown[])[]> => {
    const path = `${API}/SolicitudMaterialPartida?solicitud=${solicitud}&sort=partida`
    const rows: readonly Record<string, unknown>[] = (await erp.admin.get(path)).json.data
    return rows.map((row) => [
      row['cantidad_surtida'],
      row['importe'],
      row['movimiento_partida'] !== null,
    ])
  }
  assert.deepEqual(await lines(), [
    [6, 12, true],
    [3, 15, true],
  ])
  const [spent] = await erp.owner.query<{ total: string }>(sql`
    select sum(l.cargo)::text as total from public.poliza_partida l
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable and c.clave = '601-84'
    where l.empresa_id = ${erp.empresaId} and l.centro_costo = ${centro}`)
  assert.equal(spent?.total, '27.00')
  assert.deepEqual(verdict(await supply()), [200, 'INVALID_STATE'])
  await assertStockWhole(erp)
  for (const round of [1, 2]) {
    const back = await act('SolicitudMaterial', 'devolver_surtido', [solicitud], {
      motivo: `No se usó ${round}`,
    })
    assert.equal(back.json.meta.succeeded, 1, back.text)
    assert.deepEqual(await lines(), [
      [0, 0, false],
      [0, 0, false],
    ])
    await assertStockWhole(erp)
    assert.equal((await supply()).json.meta.succeeded, 1)
    await assertStockWhole(erp)
  }
})

test('a revaluation changes what stock is worth, in its layers too, and goes back as long as that much is there', async () => {
  const articulo = await stocked('PEPS', '4', '2')
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '6', costo_unitario: '3' }],
  })
  const average = await stocked('PROM', '10', '5')
  const before = await balance('501-08')
  const id = await revaluation([
    { articulo, cantidad: '10', costo_anterior: '2.6', costo_nuevo: '3.1' },
    { articulo: average, cantidad: '10', costo_anterior: '5', costo_nuevo: '4.2' },
  ])
  const beyond = await revaluation([
    { articulo: average, cantidad: '11', costo_anterior: '5', costo_nuevo: '4.2' },
  ])
  const worthless = await revaluation([
    { articulo: average, cantidad: '10', costo_anterior: '9', costo_nuevo: '0' },
  ])
  const nowhere = await revaluation(
    [{ articulo: average, cantidad: '1', costo_anterior: '5', costo_nuevo: '4' }],
    {},
  )
  const model = 'RevaluacionInventario'
  const answer = await act(model, 'aplicar_revaluacion', [id, beyond, worthless, nowhere])
  const results: readonly { errors?: readonly { code: string; field?: string }[] }[] =
    answer.json.data.results
  assert.deepEqual(
    results.map(({ errors }) => [errors?.[0]?.code, errors?.[0]?.field]),
    [
      [undefined, undefined],
      ['OUT_OF_STOCK', undefined],
      ['VALIDATION', 'importe'],
      ['VALIDATION', 'almacen'],
    ],
  )
  const worth = async () => [
    (await company.stock(articulo, almacen)).importe,
    (await company.stock(average, almacen)).importe,
  ]
  assert.deepEqual(await worth(), [31, 42])
  // 5 more of the one, 8 less of the other.
  assert.equal((await balance('501-08')) - before, 3)
  const { poliza, movimiento, estado } = await record(model, id)
  assert.deepEqual([typeof poliza, typeof movimiento, estado], ['number', 'number', 'aplicada'])
  await assertStockWhole(erp)
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '4' }] })
  assert.deepEqual(await worth(), [21, 42], 'the oldest layer took its part by what it holds')
  const takeBack = () => act(model, 'cancelar_revaluacion', [id], { motivo: 'Mal calculada' })
  assert.deepEqual(verdict(await takeBack()), [200, 'OUT_OF_STOCK'])
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '4', costo_unitario: '2' }],
  })
  const back = await takeBack()
  assert.equal(back.json.meta.succeeded, 1, back.text)
  assert.deepEqual(await worth(), [24, 50])
  await assertStockWhole(erp)
  const kardex = await erp.admin.get(`${API}/reports/kardex?articulo=${average}&almacen=${almacen}`)
  assert.equal(kardex.json.meta.saldo_final, 50)
})

test('two callers at once hand out the same material once', async () => {
  const articulo = await stocked('PROM', '10', '2')
  const solicitud = await request([{ articulo, cantidad_solicitada: '6' }])
  const answers = await Promise.all(
    [1, 2, 3].map(() => act('SolicitudMaterial', 'surtir_solicitud', [solicitud])),
  )
  const done: readonly number[] = answers.map(({ json }) => json.meta.succeeded)
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    [0, 0, 1],
  )
  assert.equal((await company.stock(articulo, almacen)).cantidad, 4)
})

test('what a reservation holds is free the day after its last one', async () => {
  const articulo = await stocked('PROM', '10', '2')
  const reserve = async (vence?: string): Promise<number> => {
    const body = { articulo, almacen, cantidad: '3', ...(vence === undefined ? {} : { vence }) }
    const made = await erp.admin.post(`${API}/ReservaInventario/actions/reservar_existencia`, body)
    assert.equal(made.status, 200, made.text)
    return made.json.data.id
  }
  const [short, last, long] = [
    await reserve('2026-03-01'),
    await reserve('2026-03-02'),
    await reserve(),
  ]
  assert.equal((await company.stock(articulo, almacen)).reservada, 9)
  const app = erp.asService()
  await tidy(app, erp.asOwner, erp.clock.now())
  await tidy(app, erp.asOwner, erp.clock.now())
  assert.equal((await company.stock(articulo, almacen)).reservada, 6)
  const states = []
  for (const id of [short, last, long]) {
    states.push((await record('ReservaInventario', id))['estado'])
  }
  assert.deepEqual(states, ['vencida', 'vigente', 'vigente'])
  const written = await erp.owner.query(sql`
    select r.id from public.registro_auditoria r join public.modelo_sistema m on m.id = r.modelo
    where m.nombre = 'ReservaInventario' and r.registro = ${String(short)} and r.usuario is null`)
  assert.equal(written.length, 1)
})

const use = fc.record({
  kind: fc.constantFrom('merma', 'solicitud', 'entrada', 'revaluo'),
  amount: fc.integer({ min: 1, max: 9_000 }).map((value) => (value / 1000).toFixed(3)),
  cost: fc.integer({ min: 0, max: 99_999 }).map((value) => (value / 1000).toFixed(3)),
  of: fc.nat(2),
})

type Use = typeof use extends fc.Arbitrary<infer T> ? T : never
/** What takes back what was done: model, action and id. */
type Undo = readonly [string, string, number]

async function run({ kind, amount, cost }: Use, articulo: number): Promise<Undo | null> {
  const make: Readonly<Record<Use['kind'], () => Promise<Undo>>> = {
    entrada: async () => {
      const lines = [{ articulo, cantidad: amount, costo_unitario: cost }]
      return ['MovimientoInventario', '', await company.draft('entrada', almacen, { lines })]
    },
    merma: async () => ['MermaInventario', 'cancelar_merma', await loss(articulo, amount)],
    solicitud: async () => {
      const id = await request([{ articulo, cantidad_solicitada: amount }])
      return ['SolicitudMaterial', 'devolver_surtido', id]
    },
    revaluo: async () => {
      const line = { articulo, cantidad: amount, costo_anterior: '1', costo_nuevo: cost }
      return ['RevaluacionInventario', 'cancelar_revaluacion', await revaluation([line])]
    },
  }
  const [model, undo, id] = await make[kind]()
  const answer = await act(model, ACTIONS[kind], [id])
  return answer.json.meta.succeeded === 1 && undo !== '' ? [model, undo, id] : null
}

const ACTIONS = {
  entrada: 'aplicar_movimiento',
  merma: 'aplicar_merma',
  solicitud: 'surtir_solicitud',
  revaluo: 'aplicar_revaluacion',
} as const

async function takeBack([model, action, id]: Undo): Promise<void> {
  const answer = await act(model, action, [id], { motivo: 'Por la prueba' })
  const [result] = answer.json.data.results
  // What was gained may be gone by now: then there is not enough to take back.
  if (result.ok !== true) assert.equal(action, 'cancelar_revaluacion', answer.text)
}

test('whatever is lost, handed out, revalued and brought back, the books hold what stock is worth', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(use, fc.boolean()), { minLength: 3, maxLength: 10 }),
      async (uses) => {
        const articles = [
          await stocked('PROM', '9', '1.234'),
          await stocked('PEPS', '9', '4.321'),
          await stocked('ESTAN', '9', '2.5'),
        ]
        const done: Undo[] = []
        for (const [one, isBack] of uses) {
          const undo = await run(one, articles[one.of] ?? 0)
          if (undo !== null) done.push(undo)
          const last = isBack ? done.pop() : undefined
          if (last !== undefined) await takeBack(last)
          await assertStockWhole(erp)
        }
      },
    ),
    { numRuns: Number(process.env['STOCK_RUNS'] ?? 4) },
  )
})
