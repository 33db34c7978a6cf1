import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { cashing, type Cashing } from './cash-fixture.ts'

let erp: ErpTest
let company: Cashing

before(async () => {
  erp = await startErp()
  company = await cashing(erp, erp.admin)
})

after(() => erp.stop())

/** A form of payment of the SAT's kind, with the account that it names. */
async function form(clave: string, sat: string, cuenta_bancaria: number | null): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.forma_pago_sat where clave = ${sat}`,
  )
  const own = { clave, nombre: clave, forma_pago_sat: row?.id, activo: true }
  return await company.create('FormaPago', { ...own, cuenta_bancaria })
}

/** What banks hold by their movements, less what they hold by the books. */
async function bankDifference(): Promise<number> {
  const answer = await erp.admin.get(`${API}/reports/consistency`)
  const row = answer.json.data.find(({ control }: { control: string }) => control === 'bancos')
  return row.diferencia
}

/** `<code> <field>` of why a draft is not collected. */
async function refusal(id: number): Promise<string> {
  const { json, text } = await company.act('cobrar', [id])
  const error = json.errors?.[0] ?? json.data?.results[0]?.errors?.[0]
  assert.ok(error, text)
  return `${error.code} ${error.field}`
}

test('a collection that names no account takes that of its form of payment, with a movement of the bank', async () => {
  const { dollar } = company.books
  const forma_pago = await form('SWIFT', '03', company.dolares)
  const before = await bankDifference()
  const more = { forma_pago, moneda: dollar, tipo_cambio: '17', cuenta_bancaria: null }
  const id = await company.collect('100.00', [], more)
  const cobro = await company.read('CobroCliente', id)
  assert.equal(cobro['cuenta_bancaria'], company.dolares)
  const moved = await company.read('MovimientoBancario', Number(cobro['movimiento']))
  assert.deepEqual(
    ['cuenta_bancaria', 'tipo', 'importe', 'estado'].map((name) => moved[name]),
    [company.dolares, 'deposito', 100, 'aplicado'],
  )
  assert.equal(await bankDifference(), before)
  const returned = await company.act('devolver_cobro', [id], { motivo: 'Rechazada' })
  assert.equal(returned.json.meta.succeeded, 1, returned.text)
  assert.equal(await bankDifference(), before)
})

test('the account of the form is held to the currency of the money and to being active, as one that is named', async () => {
  const { dollar } = company.books
  const forma_pago = await form('PESOS', '03', company.banco)
  const more = { forma_pago, moneda: dollar, tipo_cambio: '17', cuenta_bancaria: null }
  const wrong = await company.cobro('5.00', [], more)
  assert.equal(await refusal(wrong), 'VALIDATION cuenta_bancaria')
  const { banco } = company
  await company.client.send('PUT', `${API}/CuentaBancaria/${banco}`, { body: { activo: false } })
  const closed = await company.cobro('5.00', [], { forma_pago, cuenta_bancaria: null })
  assert.equal(await refusal(closed), 'VALIDATION cuenta_bancaria')
  await company.client.send('PUT', `${API}/CuentaBancaria/${banco}`, { body: { activo: true } })
  const named = await company.collect('5.00', [], { ...more, cuenta_bancaria: company.dolares })
  const cobro = await company.read('CobroCliente', named)
  assert.equal(cobro['cuenta_bancaria'], company.dolares, 'an account that is named goes before')
})

test('cash, whose form names no account, moves no bank', async () => {
  const forma_pago = await form('CAJA', '01', null)
  const id = await company.collect('7.00', [], { forma_pago, cuenta_bancaria: null })
  const cobro = await company.read('CobroCliente', id)
  assert.deepEqual([cobro['cuenta_bancaria'], cobro['movimiento']], [null, null])
})
