import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { closeBefore } from '../entry-fixture.ts'
import { booked, permitted, problem } from '../payments/payment-fixture.ts'
import { API } from '../purchase-fixture.ts'
import { ofx1, treasury, type BankLine, type Treasury } from './treasury-fixture.ts'

let erp: ErpTest
let on: Treasury

before(async () => {
  erp = await startErp()
  on = await treasury(erp)
})

after(() => erp.stop())

/** An account with a statement of the first days of March and what opens it: 1,000. */
async function account(clave: string, lines: readonly BankLine[], final: string): Promise<number> {
  const cuenta = await on.account(clave)
  await on.movement(cuenta, '2026-02-28', '1000.00', { estado: 'conciliado', conciliado: true })
  const statement = await on.statement(cuenta, {
    desde: '2026-03-01',
    hasta: '2026-03-10',
    inicial: '1000.00',
    final,
  })
  const answer = await on.importFile(statement, ofx1(clave, lines))
  assert.equal(answer.status, 200, answer.text)
  return cuenta
}

async function lineIds(cuenta: number): Promise<readonly number[]> {
  const [statement] = await on.rows('EstadoCuentaBancario', `cuenta_bancaria=${cuenta}`)
  const id = statement?.['id']
  const rows = await on.rows('EstadoCuentaBancarioRenglon', `estado_cuenta=${id}&sort=renglon`)
  return rows.map((row) => Number(row['id']))
}

/** `[movimiento, conciliado]` of the lines. */
async function matched(cuenta: number) {
  const [statement] = await on.rows('EstadoCuentaBancario', `cuenta_bancaria=${cuenta}`)
  const rows = await on.rows(
    'EstadoCuentaBancarioRenglon',
    `estado_cuenta=${statement?.['id']}&sort=renglon`,
  )
  return rows.map(({ movimiento, conciliado }) => [movimiento, conciliado])
}

test('what is certain is matched, what is doubtful is proposed, and both balances meet', async () => {
  const cuenta = await account(
    'REC1',
    [
      { dia: '02', importe: '-300.00', texto: 'SPEI enviado', referencia: '000771', id: 'a' },
      { dia: '03', importe: '50.00', texto: 'Depósito', id: 'b' },
      { dia: '03', importe: '75.00', texto: 'Depósito', id: 'c' },
      { dia: '04', importe: '-11.60', texto: 'COMISION MANEJO', id: 'd' },
    ],
    '813.40',
  )
  const paid = await on.movement(cuenta, '2026-03-01', '-300.00', { referencia: '771' })
  const other = await on.movement(cuenta, '2026-03-02', '-300.00', { referencia: '772' })
  const one = await on.movement(cuenta, '2026-03-03', '50.00')
  const twin = await on.movement(cuenta, '2026-03-04', '50.00')
  const only = await on.movement(cuenta, '2026-03-05', '75.00')
  const reconciliation = await on.reconciliation(cuenta, '2026-03-10')
  const answer = await on.act('ConciliacionBancaria', 'conciliar', [reconciliation])
  assert.equal(answer.json.data.results[0].ok, true, answer.text)
  assert.deepEqual(await matched(cuenta), [
    [paid, true],
    [null, false],
    [only, true],
    [null, false],
  ])
  assert.equal((await on.read('MovimientoBancario', paid))['estado'], 'conciliado')
  const report = await on.report(cuenta, '2026-03-10')
  const { saldo_banco, saldo_libros, diferencia, cheques_transito, cargos_banco } = report.json.meta
  assert.deepEqual(
    [saldo_banco, saldo_libros, diferencia, cheques_transito, cargos_banco],
    [813.4, 575, 0, 300, 11.6],
    report.text,
  )
  const rows: readonly { tipo: string; importe: number; propuestas: number[] }[] = report.json.data
  assert.deepEqual(
    rows.map(({ tipo, importe, propuestas }) => [tipo, importe, propuestas]),
    [
      ['cheque_transito', -300, []],
      ['abono_banco', 50, [one, twin]],
      ['deposito_transito', 50, []],
      ['cargo_banco', -11.6, []],
      ['deposito_transito', 50, []],
    ],
  )
  const early = (await on.report(cuenta, '2026-03-02')).json.meta
  assert.deepEqual([early.saldo_banco, early.saldo_libros, early.diferencia], [700, 400, 0])
  const changed = await erp.admin.send('PUT', `${API}/MovimientoBancario/${paid}`, {
    body: { importe: '1.00' },
  })
  assert.deepEqual([changed.status, changed.json.errors[0].code], [409, 'INVALID_STATE'])
  assert.equal((await on.read('MovimientoBancario', other))['estado'], 'aplicado')
})

test('several movements are one line by their reference, or because somebody says so and they add up', async () => {
  const cuenta = await account(
    'REC2',
    [
      { dia: '02', importe: '90.00', texto: 'Lote', referencia: 'L-7', id: 'a' },
      { dia: '03', importe: '-40.00', texto: 'Pagos', id: 'b' },
    ],
    '1050.00',
  )
  const lot = [
    await on.movement(cuenta, '2026-03-02', '60.00', { referencia: 'L7' }),
    await on.movement(cuenta, '2026-03-02', '30.00', { referencia: 'l-7' }),
  ]
  const parts = [
    await on.movement(cuenta, '2026-03-03', '-25.00'),
    await on.movement(cuenta, '2026-03-03', '-15.00'),
  ]
  const reconciliation = await on.reconciliation(cuenta, '2026-03-10')
  await on.act('ConciliacionBancaria', 'conciliar', [reconciliation])
  assert.deepEqual(await matched(cuenta), [
    [null, true],
    [null, false],
  ])
  const state = async (id: number | undefined) =>
    (await on.read('MovimientoBancario', Number(id)))['estado']
  assert.deepEqual([await state(lot[0]), await state(lot[1])], ['conciliado', 'conciliado'])
  const [, second] = await lineIds(cuenta)
  const wrong = await on.actOn('conciliar_partida', reconciliation, {
    renglones: [second],
    movimientos: parts.slice(0, 1),
  })
  assert.match(wrong.json.errors[0].message, /-40\.00.*-25\.00/)
  const foreign = await on.actOn('conciliar_partida', reconciliation, {
    renglones: [second],
    movimientos: lot,
  })
  assert.equal(foreign.json.errors[0].field, 'movimientos[0]')
  const calls = [1, 2].map(() =>
    on.actOn('conciliar_partida', reconciliation, { renglones: [second], movimientos: parts }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  const sorted = statuses.toSorted((a, b) => a - b)
  assert.deepEqual(sorted, [200, 422], 'of two callers one matches')
  const closed = await on.act('ConciliacionBancaria', 'cerrar_conciliacion', [reconciliation])
  assert.equal(closed.json.data.results[0].ok, true, closed.text)
  const [item] = await on.rows(
    'ConciliacionBancariaPartida',
    `conciliacion=${reconciliation}&movimiento=${parts[0]}`,
  )
  const undo = () => on.actOn('desconciliar', reconciliation, { partidas: [item?.['id']] })
  assert.deepEqual([(await undo()).json.errors[0].code], ['INVALID_STATE'])
  const path = `${API}/ConciliacionBancaria/${reconciliation}`
  const opened = await erp.admin.send('PUT', path, { body: { estado: 'en_proceso' } })
  assert.equal(opened.status, 200, opened.text)
  const undone = await undo()
  assert.equal(undone.status, 200, undone.text)
  assert.deepEqual([await state(parts[0]), await state(parts[1])], ['aplicado', 'aplicado'])
})

test('a commission that only the bank knew is booked by a rule, and goes when its match does', async () => {
  const cuenta = await account(
    'REC3',
    [
      { dia: '02', importe: '-20.00', texto: 'COMISION MANEJO', id: 'a' },
      { dia: '03', importe: '4.00', texto: 'Rendimiento', id: 'b' },
    ],
    '984.00',
  )
  const concept = async (clave: string, naturaleza: string) =>
    await on.create('ConceptoTesoreria', {
      clave,
      nombre: clave,
      naturaleza,
      actividad: 'operacion',
      activo: true,
    })
  const comision = await concept('COM', 'egreso')
  const interes = await concept('INT', 'ingreso')
  await on.create('ReglaConciliacion', {
    nombre: 'Comisiones',
    campo: 'importe',
    patron: 'comision',
    concepto: comision,
    crea_movimiento: true,
    activo: true,
  })
  const reconciliation = await on.reconciliation(cuenta, '2026-03-10')
  const answer = await on.actOn('registrar_movimiento', reconciliation)
  assert.equal(answer.status, 200, answer.text)
  const [first, second] = await lineIds(cuenta)
  const [[movement] = []] = await matched(cuenta)
  const stored = await on.read('MovimientoBancario', Number(movement))
  assert.deepEqual(
    [stored['tipo'], stored['naturaleza'], stored['importe'], stored['estado'], stored['concepto']],
    ['comision', 'cargo', 20, 'conciliado', comision],
  )
  assert.deepEqual(await booked(erp, 'MovimientoBancario', Number(movement)), {
    '102-BMX': [0, 20],
    '701-10': [20, 0],
  })
  const side = await on.actOn('registrar_movimiento', reconciliation, {
    renglones: [second],
    concepto: comision,
  })
  assert.match(side.json.errors[0].message, /abono/)
  const named = { renglones: [second], concepto: interes }
  assert.equal((await on.actOn('registrar_movimiento', reconciliation, named)).status, 200)
  const [item] = await on.rows(
    'ConciliacionBancariaPartida',
    `conciliacion=${reconciliation}&renglon=${first}`,
  )
  const undone = await on.actOn('desconciliar', reconciliation, { partidas: [item?.['id']] })
  assert.equal(undone.status, 200, undone.text)
  assert.equal((await on.read('MovimientoBancario', Number(movement)))['estado'], 'cancelado')
  assert.deepEqual(await booked(erp, 'MovimientoBancario', Number(movement)), {
    '102-BMX': [20, 20],
    '701-10': [20, 20],
  })
})

test('a reconciliation is closed when nothing is left unexplained, and a payment in it stays', async () => {
  const invoice = await on.invoice({ neto: '100.00' })
  const cuenta = await account(
    'REC4',
    [{ dia: '02', importe: '-116.00', texto: 'Pago', id: 'a' }],
    '884.00',
  )
  const payment = await on.payment('116.00', [{ cuenta: invoice, importe: '116.00' }], {
    cuenta_bancaria: cuenta,
  })
  await on.act('PagoProveedor', 'pagar', [payment])
  const reconciliation = await on.reconciliation(cuenta, '2026-03-10')
  await on.act('ConciliacionBancaria', 'conciliar', [reconciliation])
  const cancelled = await on.act('PagoProveedor', 'cancelar_pago', [payment], {
    motivo: 'Rechazado por el banco',
  })
  assert.equal(problem(cancelled).code, 'INVALID_STATE')
  const late = await on.reconciliation(cuenta, '2026-03-11')
  const stray = await on.movement(cuenta, '2026-02-27', '7.00', { conciliado: true })
  const closing = await on.act('ConciliacionBancaria', 'cerrar_conciliacion', [
    reconciliation,
    late,
  ])
  const [first, second] = closing.json.data.results
  assert.deepEqual([first.errors[0].field, second.errors[0].field], ['diferencia', 'fecha'])
  assert.match(first.errors[0].message, /884\.00.*891\.00.*-7\.00/)
  await erp.admin.send('PUT', `${API}/MovimientoBancario/${stray}`, { body: { conciliado: false } })
  const again = await on.act('ConciliacionBancaria', 'cerrar_conciliacion', [reconciliation])
  assert.equal(again.json.data.results[0].ok, true, again.text)
  const stored = await on.read('ConciliacionBancaria', reconciliation)
  assert.deepEqual(
    [
      stored['estado'],
      stored['saldo_banco'],
      stored['saldo_libros'],
      stored['depositos_transito'],
      stored['diferencia'],
    ],
    ['conciliada', 884, 891, 7, 0],
  )
  const items = await on.rows(
    'ConciliacionBancariaPartida',
    `conciliacion=${reconciliation}&sort=partida`,
  )
  assert.deepEqual(
    items.map(({ tipo, importe }) => [tipo, importe]),
    [
      ['conciliada', 116],
      ['deposito_transito', 7],
    ],
  )
  const without = await permitted(erp, on, {
    usuario: 'sin-bancos',
    rights: { 'ConciliacionBancaria.leer': null },
  })
  const path = `${API}/ConciliacionBancaria/actions/conciliar`
  assert.equal((await without.post(path, { ids: [reconciliation] })).status, 403)
})

const FIGURES = [
  'saldo_banco',
  'saldo_libros',
  'depositos_transito',
  'cheques_transito',
  'cargos_banco',
  'abonos_banco',
  'diferencia',
]

/** A reconciliation says of its account what the report says. */
async function assertReported(reconciliation: number, what: string): Promise<void> {
  const stored = await on.read('ConciliacionBancaria', reconciliation)
  const { meta } = (await on.report(Number(stored['cuenta_bancaria']), String(stored['fecha'])))
    .json
  const figuresOf = (of: Record<string, unknown>) => FIGURES.map((name) => [name, of[name]])
  assert.deepEqual(figuresOf(stored), figuresOf(meta), what)
}

test('a reconciliation says of its account what the report says, whatever is matched or undone', async () => {
  const cuenta = await account(
    'REC6',
    [
      { dia: '02', importe: '-20.00', texto: 'COMISION DE CUENTA', id: 'a' },
      { dia: '03', importe: '50.00', texto: 'Depósito', id: 'b' },
      { dia: '08', importe: '75.00', texto: 'Depósito', id: 'c' },
      { dia: '09', importe: '-9.00', texto: 'Otra', id: 'd' },
    ],
    '1096.00',
  )
  const concepto = await on.create('ConceptoTesoreria', {
    clave: 'COM6',
    nombre: 'Comisión',
    naturaleza: 'egreso',
    actividad: 'operacion',
    activo: true,
  })
  const [commission, , deposit, other] = await lineIds(cuenta)
  await on.movement(cuenta, '2026-03-03', '50.00')
  const late = await on.movement(cuenta, '2026-03-04', '75.00')
  await on.movement(cuenta, '2026-03-05', '-31.00')
  const id = await on.reconciliation(cuenta, '2026-03-10')
  const done = async (what: string, call: Promise<{ status: number; text: string }>) => {
    const answer = await call
    assert.equal(answer.status, 200, answer.text)
    await assertReported(id, what)
  }
  await done('conciliar', on.act('ConciliacionBancaria', 'conciliar', [id]))
  const partida = { renglones: [deposit], movimientos: [late] }
  await done('conciliar_partida', on.actOn('conciliar_partida', id, partida))
  for (const renglon of [commission, other]) {
    const named = { renglones: [renglon], concepto }
    await done('registrar_movimiento', on.actOn('registrar_movimiento', id, named))
  }
  const undo = async (renglon: number | undefined) => {
    const query = `conciliacion=${id}&renglon=${renglon}`
    const [item] = await on.rows('ConciliacionBancariaPartida', query)
    return await on.actOn('desconciliar', id, { partidas: [item?.['id']] })
  }
  await done('desconciliar of what it made', undo(commission))
  // A match of which only the movement is of that day or before counts no longer.
  const earlier = { body: { fecha: '2026-03-05' } }
  const moved = await erp.admin.send('PUT', `${API}/ConciliacionBancaria/${id}`, earlier)
  assert.equal(moved.status, 200, moved.text)
  await done('desconciliar of what came later', undo(deposit))
  await done('desconciliar of what it made later', undo(other))
})

test('of two reconciliations of an account in one batch, each matches what the other left', async () => {
  const cuenta = await account(
    'REC7',
    [
      { dia: '02', importe: '50.00', texto: 'Uno', id: 'a' },
      { dia: '08', importe: '75.00', texto: 'Dos', id: 'b' },
    ],
    '1125.00',
  )
  await on.movement(cuenta, '2026-03-02', '50.00')
  await on.movement(cuenta, '2026-03-08', '75.00')
  const both = [
    await on.reconciliation(cuenta, '2026-03-05'),
    await on.reconciliation(cuenta, '2026-03-10'),
  ]
  const answer = await on.act('ConciliacionBancaria', 'conciliar', both)
  assert.equal(answer.json.meta.succeeded, 2, answer.text)
  const counts = both.map(
    async (id) => (await on.rows('ConciliacionBancariaPartida', `conciliacion=${id}`)).length,
  )
  assert.deepEqual(await Promise.all(counts), [1, 1])
  await assertReported(both[1] ?? 0, 'the later one')
})

test('closing a period warns of accounts that were not reconciled in it', async () => {
  const cuenta = await account('REC5', [], '1000.00')
  await closeBefore(erp.admin, 3)
  const answer = await on.act('PeriodoContable', 'cerrar_periodo', [on.periodo])
  const [result] = answer.json.data.results
  assert.equal(result.ok, true, answer.text)
  const [warning] = result.warnings
  assert.equal(warning.code, 'PENDING_DOCUMENTS')
  assert.ok(warning.dependents.CuentaBancaria.ids.includes(cuenta), answer.text)
})
