import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { books, type Books } from '../entry-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'

// A company in March of 2026 with the last two months of the year before, which is over.

const REASON = { motivo: 'Faltó un ajuste' }

let erp: ErpTest
let ledger: Books
let last: number
let months: {
  readonly nov: number
  readonly dec: number
  readonly jan: number
  readonly feb: number
}

before(async () => {
  erp = await startErp()
  ledger = await books(erp, erp.admin)
  last = await ledger.create('EjercicioFiscal', {
    ejercicio: 2025,
    nombre: 'Ejercicio 2025',
    fecha_inicio: '2025-01-01',
    fecha_fin: '2025-12-31',
    numero_periodos: 12,
    estado: 'abierto',
  })
  months = {
    nov: await month(11, 'Noviembre 2025', ['2025-11-01', '2025-11-30']),
    dec: await month(12, 'Diciembre 2025', ['2025-12-01', '2025-12-31']),
    jan: await ledger.period(1),
    feb: await ledger.period(2),
  }
})

after(() => erp.stop())

function month(numero: number, nombre: string, [from, to]: readonly [string, string]) {
  const days = { fecha_inicio: from, fecha_fin: to }
  return ledger.create('PeriodoContable', {
    ejercicio: last,
    numero,
    nombre,
    ...days,
    estado: 'abierto',
  })
}

const act = (action: string, ids: readonly number[], inputs: object = {}) =>
  erp.admin.post(`${API}/PeriodoContable/actions/${action}`, { ids, ...inputs })
const onYear = (action: string, id: number, inputs: object = {}) =>
  erp.admin.post(`${API}/EjercicioFiscal/${id}/actions/${action}`, inputs)

async function account(clave: string): Promise<number> {
  return (await erp.admin.get(`${API}/CuentaContable?clave=${clave}`)).json.data[0].id
}

/** Applies an expense paid by the bank. */
async function spent(amount: string, fecha: string, periodo: number) {
  const [expense, bank] = [await account('601-84'), await account('102-01')]
  const lines = [
    { cuenta_contable: expense, cargo: amount },
    { cuenta_contable: bank, abono: amount },
  ]
  return await ledger.actOn('aplicar', await ledger.draft(lines, { fecha, periodo }))
}

/** Stored balances of accounts at the end of a closed period. */
async function stored(periodo: number, ...claves: readonly string[]): Promise<readonly number[]> {
  const found: number[] = []
  for (const clave of claves) {
    const path = `${API}/SaldoCuenta?periodo=${periodo}&cuenta_contable=${await account(clave)}`
    found.push((await erp.admin.get(path)).json.data[0]?.saldo_final ?? 0)
  }
  return found
}

/** How many stored balances are not those of the entries. */
async function stale(): Promise<number> {
  const answer = await erp.admin.get(`${API}/reports/consistency`)
  const row = answer.json.data.find(({ control }: { control: string }) => control === 'saldos')
  return row.diferencia
}

test('periods are closed in order, across years and within a batch, and opened from the last one backwards', async () => {
  const { nov, dec, jan, feb } = months
  const early = await act('cerrar_periodo', [feb])
  assert.deepEqual(verdict(early), [200, 'INVALID_STATE'])
  const [{ errors }] = early.json.data.results
  assert.match(
    errors[0].message,
    /Febrero 2026 is not closed before Noviembre 2025, which is abierto/,
  )
  const single = await erp.admin.post(`${API}/PeriodoContable/${jan}/actions/cerrar_periodo`, {})
  assert.deepEqual(verdict(single), [409, 'INVALID_STATE'])
  // Whatever the order in which they are named; without December nothing after it.
  const gap = await act('cerrar_periodo', [feb, nov, jan])
  assert.deepEqual(
    gap.json.data.results.map(({ ok }: { ok: boolean }) => ok),
    [false, true, false],
  )
  const rest = await act('cerrar_periodo', [feb, jan, dec])
  assert.equal(rest.json.meta.succeeded, 3, rest.text)
  const back = await act('reabrir_periodo', [dec], REASON)
  assert.deepEqual(verdict(back), [200, 'INVALID_STATE'])
  assert.match(
    back.json.data.results[0].errors[0].message,
    /Diciembre 2025 is not opened before Febrero 2026, which is closed/,
  )
  const all = await act('reabrir_periodo', [nov, dec, feb, jan], REASON)
  assert.equal(all.json.meta.succeeded, 4, all.text)
})

test('nothing is posted before a period that is closed, although its own is open', async () => {
  const { nov, dec, jan } = months
  await act('cerrar_periodo', [nov, dec, jan])
  const october = await month(10, 'Octubre 2025', ['2025-10-01', '2025-10-31'])
  const typed = await spent('10.00', '2025-10-15', october)
  assert.deepEqual(verdict(typed), [422, 'PERIOD_CLOSED'])
  assert.match(
    typed.json.errors[0].message,
    /Octubre 2025 is open, but the later Noviembre 2025 is closed/,
  )
  await erp.owner.execute(sql`
    delete from poliza_partida where empresa_id = ${erp.empresaId} and poliza in (
      select id from poliza where empresa_id = ${erp.empresaId} and periodo = ${october})`)
  const drafts = await erp.admin.get(`${API}/Poliza?periodo=${october}`)
  for (const { id } of drafts.json.data) await erp.admin.send('DELETE', `${API}/Poliza/${id}`)
  assert.equal((await act('cerrar_periodo', [october])).json.meta.succeeded, 1)
  assert.equal((await act('reabrir_periodo', [jan, dec, nov], REASON)).json.meta.succeeded, 3)
})

test('a loss goes to the losses of years before, and the balances of later months that are closed follow', async () => {
  const { nov, dec, jan } = months
  assert.equal((await spent('500.00', '2025-12-10', dec)).status, 200)
  assert.equal((await spent('30.00', '2026-01-10', jan)).status, 200)
  assert.equal((await act('cerrar_periodo', [nov, dec, jan])).json.meta.succeeded, 3)
  assert.deepEqual(await stored(jan, '601-84', '305-01'), [530, 0])
  assert.equal(await stale(), 0)
  assert.equal((await onYear('cerrar_ejercicio', last)).status, 200)
  assert.deepEqual(await stored(jan, '601-84', '305-01'), [30, -500])
  assert.equal(await stale(), 0)
  const feb = await erp.admin.get(`${API}/reports/trial-balance?desde=2026-02-01&hasta=2026-02-28`)
  const moved = (clave: string) =>
    feb.json.data.find((row: { clave: string }) => row.clave === clave)
  assert.deepEqual([moved('304-02')?.saldo_final, moved('305-01')?.saldo_final], [500, 0])
  assert.equal(moved('304-01')?.saldo_final ?? 0, 0, 'a loss is no profit below zero')
  assert.equal((await onYear('reabrir_ejercicio', last, REASON)).status, 200)
  assert.equal(await stale(), 0)
  const [ajuste] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=${last}&es_ajuste=true`))
    .json.data
  assert.equal((await spent('7.00', '2025-12-31', ajuste.id)).status, 200)
  assert.deepEqual(await stored(jan, '601-84', '102-01'), [537, -537])
  assert.equal(await stale(), 0)
  assert.equal((await onYear('cerrar_ejercicio', last)).status, 200)
  assert.equal(await stale(), 0)
})

test('a stored balance that is not that of the entries is told', async () => {
  await erp.owner.execute(sql`
    update saldo_cuenta set saldo_final = saldo_final + 1
    where empresa_id = ${erp.empresaId} and id = (select min(id) from saldo_cuenta where empresa_id = ${erp.empresaId})`)
  assert.equal(await stale(), 1)
})

test('a year without months is closed too, into an adjustment period after those that it would have', async () => {
  const empty = await ledger.create('EjercicioFiscal', {
    ejercicio: 2024,
    nombre: 'Ejercicio 2024',
    fecha_inicio: '2024-01-01',
    fecha_fin: '2024-12-31',
    numero_periodos: 12,
    estado: 'abierto',
  })
  await onYear('reabrir_ejercicio', last, REASON)
  assert.equal((await act('reabrir_periodo', [months.jan, months.dec], REASON)).status, 200)
  const closed = await onYear('cerrar_ejercicio', empty)
  assert.equal(closed.status, 200, closed.text)
  const [ajuste] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=${empty}`)).json.data
  assert.deepEqual([ajuste.numero, ajuste.es_ajuste, ajuste.estado], [13, true, 'cerrado'])
})

test('a year is not closed before its last day has passed', async () => {
  const answer = await onYear('cerrar_ejercicio', 1)
  assert.deepEqual(verdict(answer), [409, 'INVALID_STATE'])
  assert.match(answer.json.errors[0].message, /ends on 2026-12-31.*today is 2026-03-02/)
})
