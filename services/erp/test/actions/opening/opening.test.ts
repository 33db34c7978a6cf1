import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { xlsxBytes } from '../../../src/files/xlsx-writer.ts'
import { startErp, type ErpTest } from '../../erp-service.ts'
import { companyOf } from '../../rights/rights-fixture.ts'
import { differences } from '../opening-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'
import { openingCompany, wholeOpening, type OpeningCompany } from './opening-company.ts'

// What a company brings along as of a day, booked at once and taken back at once.

let erp: ErpTest
let company: OpeningCompany
let clerk: HttpClient

before(async () => {
  erp = await startErp()
  company = await openingCompany(erp)
  const people = companyOf(erp)
  const perfil = await people.profile('MIRA', { grants: ['Empresa.leer', 'Empresa.modificar'] })
  clerk = (await people.person('mira', [perfil])).client
})

after(() => erp.stop())

interface Told {
  readonly code: string
  readonly field?: string
  readonly message: string
}

const told = (answer: { json: { errors: readonly Told[] } }) =>
  answer.json.errors.map(({ code, field }) => [code, field])

const opened = async () =>
  (await erp.admin.get(`${API}/Empresa/${erp.empresaId}`)).json.data.poliza_apertura

test('what does not meet is refused with both figures, and leaves nothing', async () => {
  const whole = wholeOpening(company)
  const [owed, ...others] = whole.cuentas
  const wrong = { ...whole, cuentas: [{ ...owed, cargo: '1200.00' }, ...others] }
  const answer = await company.load(wrong)
  assert.deepEqual([answer.status, ...told(answer)], [422, ['VALIDATION', 'cuentas']], answer.text)
  assert.match(answer.json.errors[0].message, /105-01 has 1200.00 .* make 1160.00/)
  const spanish = await company.load(wrong, erp.admin.with({ 'accept-language': 'es' }))
  assert.match(spanish.json.errors[0].message, /105-01 tiene 1,200.00 .* suman 1,160.00/)
  const unmet = await company.load({ ...whole, cuentas: whole.cuentas.slice(0, 3) })
  assert.deepEqual(told(unmet), [['ENTRY_UNBALANCED', 'cuentas']])
  assert.match(unmet.json.errors[0].message, /debits are 6092.00, credits 392.00/)
  // A balance of customers without what they owe, and stock, banks and suppliers the same way.
  for (const cuenta of ['105-01', '201-01', '115-01', '102-01', '209-01', '119-01']) {
    const alone = await company.load({
      fecha: '2026-01-31',
      cuentas: [
        { cuenta, cargo: '10.00' },
        { cuenta: '304-01', abono: '10.00' },
      ],
    })
    assert.match(alone.text, /has 10.00 in cuentas, but .* make 0.00/, cuenta)
  }
  assert.deepEqual(await company.balances(), {})
  assert.equal(await opened(), null)
  assert.equal((await company.stock.stock(company.articulo, company.almacen)).cantidad, 0)
})

test('each row that is wrong is told with its place', async () => {
  const rows = {
    fecha: '2026-01-31',
    cuentas: [
      { cuenta: '999-99', cargo: '1' },
      { cuenta: '304-01', cargo: '1', abono: '1' },
    ],
    existencias: [{ articulo: 'NADA', almacen: company.clave.almacen, cantidad: '0' }],
    por_cobrar: [
      { cliente: 'C1', documento: 'A-1', total: '100.00', iva: '20.00' },
      { cliente: 'C1', documento: 'A-2', total: '100.00', fecha: '2026-02-01' },
      { cliente: 'C1', documento: 'A-3', total: '-5' },
    ],
    por_pagar: [
      { proveedor: 'P1', documento: 'F', total: '1' },
      { proveedor: 'ANO010101AB1', documento: 'F', total: '1' },
      { proveedor: 'P1', documento: 'G', total: '1', moneda: 'USD' },
    ],
    bancos: [{ cuenta: 'B-USD', saldo: '1' }],
  }
  const formless = await company.load({
    ...rows,
    por_cobrar: [{ cliente: 'C1', total: '5' }],
    bancos: [{ cuenta: 'B-MXN', saldo: 'mucho' }],
  })
  assert.deepEqual(told(formless), [
    ['VALIDATION', 'por_cobrar[0].documento'],
    ['VALIDATION', 'bancos[0].saldo'],
  ])
  const wrong = await company.load(rows)
  assert.equal(wrong.status, 422)
  assert.deepEqual(
    wrong.json.errors.map(({ field }: Told) => field).toSorted(),
    [
      'bancos[0].tipo_cambio',
      'cuentas[0].cuenta',
      'cuentas[1].cargo',
      'existencias[0].articulo',
      'existencias[0].cantidad',
      'existencias[0].costo_unitario',
      'por_cobrar[0].iva',
      'por_cobrar[1].fecha',
      'por_cobrar[2].total',
      'por_pagar[1].documento',
      'por_pagar[2].tipo_cambio',
    ],
    wrong.text,
  )
  const unknown = await company.load({ fecha: '2026-01-31', bancos: [{ banco: 'X' }] })
  assert.deepEqual(told(unknown), [['UNKNOWN_FIELD', 'bancos']])
  const many = Array.from({ length: 5_001 }, () => ({ cuenta: 'x' }))
  const refused = await company.load({ fecha: '2026-01-31', cuentas: many })
  assert.match(refused.text, /At most 5000 rows/)
  assert.deepEqual(told(await company.load({ fecha: '2026-01-31' })), [['VALIDATION', 'cuentas']])
  const later = await company.load({ ...wholeOpening(company), fecha: '2999-01-01' })
  assert.deepEqual(told(later), [['VALIDATION', 'fecha']])
  const forbidden = await company.load(wholeOpening(company), clerk)
  assert.equal(forbidden.status, 403)
})

const BALANCES = {
  '102-01': 3800,
  '105-01': 1160,
  '115-01': 600,
  '119-01': 32,
  '201-01': -232,
  '209-01': -160,
  '304-01': -5700,
  '601-84': 500,
}

/** What is owed by and to the company, with its own numbers. */
async function documents() {
  const rows = async (model: string) =>
    (await erp.admin.get(`${API}/${model}?estado__ne=cancelada&sort=id`)).json.data
  const [receivables, payables] = [await rows('CuentaPorCobrar'), await rows('CuentaPorPagar')]
  return {
    receivables: receivables.map((row: Record<string, unknown>) => [
      row['documento'],
      row['saldo'],
    ]),
    payables: payables.map((row: Record<string, unknown>) => [row['numero_factura'], row['saldo']]),
  }
}

test('balances are booked at once, once, and taken back whole while nothing used them', async () => {
  for (const round of [1, 2]) {
    const answer = await company.load(wholeOpening(company))
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await company.balances(), BALANCES, `round ${round}`)
    assert.deepEqual(await documents(), {
      receivables: [['A-1', 1160]],
      payables: [['F-9', 232]],
    })
    const { cantidad, importe } = await company.stock.stock(company.articulo, company.almacen)
    assert.deepEqual([cantidad, importe], [10, 600])
    assert.deepEqual(await differences(erp), [])
    await assertStockWhole(erp)
    const poliza = await opened()
    const again = await company.load(wholeOpening(company))
    assert.deepEqual([again.status, ...told(again)], [409, ['INVALID_STATE', 'poliza_apertura']])
    const byHand = await company.here.act('Poliza', 'reversar', [poliza])
    assert.deepEqual(verdict(byHand), [200, 'INVALID_STATE'], byHand.text)
    const back = await company.takeBack()
    assert.equal(back.status, 200, back.text)
    assert.deepEqual([await opened(), await company.balances()], [null, {}])
    assert.deepEqual(await documents(), { receivables: [], payables: [] })
    assert.equal((await company.stock.stock(company.articulo, company.almacen)).cantidad, 0)
    assert.deepEqual(await differences(erp), [])
    await assertStockWhole(erp)
  }
  assert.deepEqual(told(await company.takeBack()), [['INVALID_STATE', 'poliza_apertura']])
})

test('balances come from tables, too: a CSV of one kind, a workbook with a sheet of another', async () => {
  const { cuentas: _cuentas, por_cobrar: _owed, ...rest } = wholeOpening(company)
  const chart = await company.upload(
    'balanza.csv',
    'Cuenta;Debe;Haber\n105-01;$1,160.00;\n601-84;500;0\n304-01;;5,700.00\n101-00;0;0\n',
  )
  const text = { format: 'text' } as const
  const columns = ['RFC', 'Documento', 'Vencimiento', 'Saldo', 'IVA', 'Folio fiscal']
  const chunks: Buffer[] = []
  const table = {
    name: 'Por cobrar',
    columns: columns.map((title) => ({ title, ...text })),
    batches: batches([['ANO010101AB1', 'A-1', '10/02/2026', '1160.00', '160.00', UUID]]),
  }
  for await (const chunk of xlsxBytes(table)) chunks.push(chunk)
  const libro = await company.upload('saldos.xlsx', new Uint8Array(Buffer.concat(chunks)))
  const files = { ...rest, archivo_cuentas: chart, libro }
  const wrong = await company.load(files)
  assert.deepEqual(
    wrong.json.errors.map(({ field, row }: { field: string; row: number }) => [field, row]),
    [['cuentas[3].cuenta', 5]],
    wrong.text,
  )
  const good = await company.upload('balanza.csv', 'Cuenta,Debe,Haber\n601-84,500,\n304-01,,5700\n')
  const answer = await company.load({ ...files, archivo_cuentas: good })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await company.balances(), BALANCES)
  const [owed] = (await erp.admin.get(`${API}/CuentaPorCobrar?estado=vigente`)).json.data
  assert.deepEqual(
    [owed.documento, owed.vencimiento, owed.uuid, owed.impuestos],
    ['A-1', '2026-02-10', UUID, 160],
  )
  assert.equal((await company.takeBack()).status, 200)
  const twice = await company.load({ ...files, cuentas: [], por_cobrar: [{ cliente: 'C1' }] })
  assert.equal(twice.status, 422)
  const other = await company.load({ fecha: '2026-01-31', libro: chart })
  assert.deepEqual(told(other), [['VALIDATION', 'libro']])
})

const UUID = 'AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE'

async function* batches(rows: readonly (readonly string[])[]) {
  yield await Promise.resolve(rows)
}

test('a difference goes to the account that the caller names', async () => {
  const [account] = (await erp.admin.get(`${API}/CuentaContable?clave=304-01`)).json.data
  const whole = wholeOpening(company)
  const answer = await company.load({
    ...whole,
    cuentas: [{ cuenta: '105-01', cargo: '5000.00' }],
    cuenta_diferencias: account.id,
  })
  assert.equal(answer.status, 200, answer.text)
  const { '601-84': _expense, ...rest } = BALANCES
  assert.deepEqual(await company.balances(), { ...rest, '304-01': -5200 })
  assert.deepEqual(await differences(erp), [])
  assert.equal((await company.takeBack()).status, 200)
})
