import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { books, closeBefore, type Books } from './entry-fixture.ts'
import { API, verdict } from './purchase-fixture.ts'

let erp: ErpTest
let ledger: Books
let payable: number
let suppliers: readonly number[]

before(async () => {
  erp = await startErp()
  ledger = await books(erp, erp.admin)
  const [nature] = (await erp.admin.get(`${API}/NaturalezaCuenta?clave=A`)).json.data
  payable = await ledger.account('POR-PAGAR', { naturaleza: nature.id, tipo: 'pasivo' })
  const supplier = (clave: string) =>
    ledger.create('Proveedor', {
      clave,
      razon_social: `${clave}, S.A.`,
      rfc: 'ANO010101AB1',
      estado: 'activo',
    })
  suppliers = [await supplier('UNO'), await supplier('DOS')]
  await owe(0, '100.00', '2026-03-05')
  await owe(1, '40.10', '2026-03-06')
  await owe(0, '7.25', '2026-04-07')
  await pay(0, '60.00', '2026-04-08')
  await owe(null, '3.00', '2026-04-09')
})

after(() => erp.stop())

async function book(fecha: string, lines: Parameters<Books['draft']>[0]): Promise<void> {
  const periodo = await ledger.period(Number(fecha.slice(5, 7)))
  const id = await ledger.draft(lines, { fecha, periodo })
  const answer = await ledger.actOn('aplicar', id)
  assert.equal(answer.status, 200, answer.text)
}

function owe(who: number | null, amount: string, fecha: string): Promise<void> {
  const proveedor = who === null ? null : suppliers[who]
  return book(fecha, [{ cargo: amount }, { cuenta_contable: payable, abono: amount, proveedor }])
}

function pay(who: number, amount: string, fecha: string): Promise<void> {
  const proveedor = suppliers[who]
  return book(fecha, [{ abono: amount }, { cuenta_contable: payable, cargo: amount, proveedor }])
}

const report = (path: string) => erp.admin.get(`${API}/reports/${path}`)

test('the ledger of an account has its lines in order, with the balance after each', async () => {
  const answer = await report(`ledger?cuenta=${payable}&desde=2026-04-01&hasta=2026-04-30`)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.json.data.map((row: Record<string, unknown>) => [
      row['fecha'],
      row['folio'],
      row['proveedor_str'],
      row['cargo'],
      row['abono'],
      row['saldo'],
    ]),
    [
      ['2026-04-07', 'DI-2604-00001', 'UNO UNO, S.A.', 0, 7.25, 147.35],
      ['2026-04-08', 'DI-2604-00002', 'UNO UNO, S.A.', 60, 0, 87.35],
      ['2026-04-09', 'DI-2604-00003', null, 0, 3, 90.35],
    ],
  )
  const { saldo_inicial, cargos, abonos, saldo_final, total } = answer.json.meta
  assert.deepEqual(
    [saldo_inicial, cargos, abonos, saldo_final, total],
    [140.1, 60, 10.25, 90.35, 3],
  )
  const period = await ledger.period(4)
  const paged = await report(`ledger?cuenta=${payable}&periodo=${period}&per_page=1&page=2`)
  assert.deepEqual(
    [paged.json.data[0].saldo, paged.json.meta.pages, paged.json.meta.saldo_final],
    [87.35, 3, 90.35],
  )
  const one = await report(`ledger?cuenta=${payable}&periodo=${period}&proveedor=${suppliers[0]}`)
  assert.deepEqual(
    [one.json.meta.saldo_inicial, one.json.meta.saldo_final, one.json.meta.total],
    [100, 47.25, 2],
  )
})

test('a ledger needs an account of the company and a period or two days', async () => {
  const code = async (query: string) => verdict(await report(query))
  assert.deepEqual(await code('ledger?periodo=1'), [422, 'INVALID_PARAMETER'])
  assert.deepEqual(await code(`ledger?cuenta=${payable}`), [422, 'INVALID_PARAMETER'])
  assert.deepEqual(await code('ledger?cuenta=999999&periodo=1'), [404, 'NOT_FOUND'])
  assert.deepEqual(await code(`ledger?cuenta=${payable}&periodo=999`), [404, 'NOT_FOUND'])
  const other = await erp.otherCompany()
  const foreign = await other.get(`${API}/reports/ledger?cuenta=${payable}&periodo=1`)
  assert.deepEqual(verdict(foreign), [404, 'NOT_FOUND'])
})

test('what each supplier is owed by the entries adds up to the account, at the end of any day', async () => {
  const balances = async (query: string) => {
    const answer = await report(`party-balances?tercero=proveedor${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data.map((row: Record<string, unknown>) => [row['tercero'], row['saldo']])
  }
  assert.deepEqual(await balances(`&cuenta=${payable}&hasta=2026-04-30`), [
    [null, 3],
    [suppliers[0], 47.25],
    [suppliers[1], 40.1],
  ])
  assert.deepEqual(await balances('&hasta=2026-03-31'), [
    [suppliers[0], 100],
    [suppliers[1], 40.1],
  ])
  assert.deepEqual(verdict(await report('party-balances')), [422, 'INVALID_PARAMETER'])
})

interface Balance {
  readonly periodo: number
  readonly saldo_inicial: number
  readonly cargos: number
  readonly abonos: number
  readonly saldo_final: number
}

function amounts({ saldo_inicial, cargos, abonos, saldo_final }: Balance) {
  return [saldo_inicial, cargos, abonos, saldo_final]
}

test('the balances of a period are written when it is closed, and by nothing else', async () => {
  const balances = async (model: string): Promise<readonly (readonly number[])[]> => {
    const filter = `periodo=${april}&cuenta_contable=${payable}&sort=id`
    return (await erp.admin.get(`${API}/${model}?${filter}`)).json.data.map(amounts)
  }
  const april = await ledger.period(4)
  const act = (action: string, inputs: object = {}) =>
    erp.admin.post(`${API}/PeriodoContable/${april}/actions/${action}`, inputs)
  assert.deepEqual(await balances('SaldoCuenta'), [])
  const typed = { periodo: april, cuenta_contable: payable, saldo_inicial: 1, cargos: 0, abonos: 0 }
  const forged = await erp.admin.post(`${API}/SaldoCuenta`, { ...typed, saldo_final: 1 })
  assert.deepEqual(verdict(forged), [403, 'FORBIDDEN'])
  await closeBefore(erp.admin, 4)
  assert.equal((await act('cerrar_periodo')).status, 200)
  assert.deepEqual(await balances('SaldoCuenta'), [[140.1, 60, 10.25, 90.35]])
  assert.deepEqual(await balances('SaldoTercero'), [
    [100, 60, 7.25, 47.25],
    [40.1, 0, 0, 40.1],
  ])
  await act('reabrir_periodo', { motivo: 'Faltó una póliza' })
  assert.deepEqual(await balances('SaldoCuenta'), [])
  await owe(1, '0.90', '2026-04-30')
  assert.equal((await act('cerrar_periodo')).status, 200)
  assert.deepEqual(await balances('SaldoCuenta'), [[140.1, 60, 11.15, 91.25]])
})
