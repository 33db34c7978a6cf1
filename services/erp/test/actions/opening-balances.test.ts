import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { customer } from './cash/cash-fixture.ts'
import { differences, openingEntry } from './opening-fixture.ts'
import { paying, type Paying } from './payments/payment-fixture.ts'
import { API, verdict } from './purchase-fixture.ts'

// What is owed and what was paid beforehand when a company begins: entered by whoever writes, recognized by whoever may.

let erp: ErpTest
let company: Paying
/** Writes what others give him. */
let clerk: HttpClient
let cliente: number

const OPENED = ['CuentaPorPagar', 'CuentaPorCobrar', 'AnticipoProveedor', 'AnticipoVenta'] as const
const REASON = { motivo: 'Se capturó mal' }

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
  const people = companyOf(erp)
  const rights = ['leer', 'crear', 'modificar']
  const capturista = await people.profile('CAPTURA', {
    grants: OPENED.flatMap((model) => rights.map((right) => `${model}.${right}`)),
  })
  clerk = (await people.person('capturista', [capturista])).client
  cliente = await customer(erp, company.create, 'C1')
})

after(() => erp.stop())

interface Told {
  readonly code: string
  readonly field?: string
}

const told = (answer: { json: { errors: readonly Told[] } }) =>
  answer.json.errors.map(({ code, field }) => [code, field])

/** A balance of before, as somebody enters it. */
const balances = () => ({
  CuentaPorPagar: {
    proveedor: company.proveedor,
    moneda: company.peso,
    fecha: '2026-01-01',
    vencimiento: '2026-04-01',
    tipo: 'saldo_inicial',
    subtotal: '100.00',
  },
  CuentaPorCobrar: {
    cliente,
    moneda: company.peso,
    fecha: '2026-01-01',
    vencimiento: '2026-04-01',
    tipo: 'saldo_inicial',
    subtotal: '100.00',
  },
  AnticipoProveedor: {
    proveedor: company.proveedor,
    moneda: company.peso,
    fecha: '2026-01-01',
    importe: '100.00',
  },
  AnticipoVenta: { cliente, moneda: company.peso, fecha: '2026-01-01', importe: '100.00' },
})

const isOfSupplier = (model: string) => model === 'CuentaPorPagar' || model === 'AnticipoProveedor'
const partyOf = (model: string) => (isOfSupplier(model) ? company.proveedor : cliente)
const IN_FORCE = {
  CuentaPorPagar: 'autorizada',
  CuentaPorCobrar: 'vigente',
  AnticipoProveedor: 'pendiente',
  AnticipoVenta: 'pendiente',
} as const

async function entered(model: (typeof OPENED)[number]): Promise<number> {
  const answer = await clerk.post(`${API}/${model}`, balances()[model])
  assert.deepEqual([answer.status, answer.json.data?.estado], [201, 'por_validar'], answer.text)
  return answer.json.data.id
}

const recognize = (model: string, ids: readonly number[], poliza: number) =>
  company.act(model, 'reconocer_saldo', ids, { poliza })

test('an advance that nobody paid settles nothing', async () => {
  const poliza = await openingEntry(erp, {
    model: 'CuentaPorCobrar',
    party: cliente,
    importe: '100.00',
  })
  const cuenta = await entered('CuentaPorCobrar')
  assert.deepEqual(verdict(await recognize('CuentaPorCobrar', [cuenta], poliza)), [200, null])
  const anticipo = await entered('AnticipoVenta')
  const used = await company.act('AnticipoVenta', 'aplicar_anticipo', [anticipo], { cuenta })
  assert.deepEqual(verdict(used), [200, 'INVALID_STATE'])
  assert.equal((await company.read('CuentaPorCobrar', cuenta))['saldo'], 100)
  const invoice = await company.invoice({ neto: '100.00', iva: '0' })
  const paid = await entered('AnticipoProveedor')
  const applied = await company.act('AnticipoProveedor', 'aplicar_anticipo', [paid], {
    cuenta: invoice,
  })
  assert.deepEqual(verdict(applied), [200, 'INVALID_STATE'])
  for (const [model, id] of [
    ['AnticipoVenta', anticipo],
    ['AnticipoProveedor', paid],
  ] as const) {
    const put = await clerk.send('PUT', `${API}/${model}/${id}`, { body: { estado: 'pendiente' } })
    assert.deepEqual(told(put), [['READ_ONLY_FIELD', 'estado']])
    assert.equal(verdict(await company.act(model, 'cancelar_anticipo', [id], REASON))[1], null)
  }
  assert.deepEqual(await company.left(invoice), [['autorizada', 100]])
})

test('balances of before are recognized as far as an applied entry of people holds them, once', async () => {
  const before = await differences(erp)
  for (const model of OPENED) {
    const party = partyOf(model)
    const ids = [await entered(model), await entered(model), await entered(model)]
    const draft = await openingEntry(erp, { model, party, importe: '200.00', isDraft: true })
    assert.deepEqual(verdict(await recognize(model, ids, draft)), [200, 'INVALID_STATE'])
    assert.deepEqual(verdict(await recognize(model, ids, 999_999)), [200, 'UNKNOWN_REFERENCE'])
    if (isOfSupplier(model)) {
      const others = await openingEntry(erp, { model, party: company.otro, importe: '200.00' })
      const answer = await recognize(model, ids, others)
      assert.deepEqual(verdict(answer), [200, 'VALIDATION'], 'the entry is of another supplier')
      assert.deepEqual(verdict(await company.act('Poliza', 'reversar', [others])), [200, null])
    }
    const poliza = await openingEntry(erp, { model, party, importe: '200.00' })
    const answer = await recognize(model, ids, poliza)
    assert.deepEqual(
      answer.json.data.results.map(({ ok }: { ok: boolean }) => ok),
      [true, true, false],
      answer.text,
    )
    assert.match(answer.text, /holds 0.00/)
    const { estado, poliza: held } = await company.read(model, ids[0] ?? 0)
    assert.deepEqual([estado, held], [IN_FORCE[model], poliza])
    assert.deepEqual(await differences(erp), before, model)
    const reversed = await company.act('Poliza', 'reversar', [poliza])
    assert.deepEqual(verdict(reversed), [200, 'INVALID_STATE'], reversed.text)
  }
})

test('an entry that a document made opens no balance, and an invoice is no opening balance', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const payment = await company.payment('116.00', [{ cuenta: invoice, importe: '116.00' }])
  assert.deepEqual(verdict(await company.act('PagoProveedor', 'pagar', [payment])), [200, null])
  const { poliza } = await company.read('PagoProveedor', payment)
  const id = await entered('CuentaPorPagar')
  const made = await recognize('CuentaPorPagar', [id], Number(poliza))
  assert.deepEqual(verdict(made), [200, 'INVALID_STATE'], made.text)
  const entry = await openingEntry(erp, {
    model: 'CuentaPorPagar',
    party: company.proveedor,
    importe: '100.00',
  })
  const factura = await clerk.post(`${API}/CuentaPorPagar`, {
    ...balances().CuentaPorPagar,
    tipo: 'factura',
    numero_factura: 'FAKE-3',
  })
  const answer = await recognize('CuentaPorPagar', [factura.json.data.id], entry)
  assert.deepEqual(verdict(answer), [200, 'INVALID_STATE'])
  assert.match(answer.text, /autorizar_factura authorizes it/)
})

test('what a customer owes is neither given up nor taken back by what somebody writes', async () => {
  const id = await entered('CuentaPorCobrar')
  for (const body of [{ estado: 'incobrable' }, { venta: 1 }, { cfdi: 1 }]) {
    const answer = await clerk.send('PUT', `${API}/CuentaPorCobrar/${id}`, { body })
    assert.deepEqual(told(answer), [['READ_ONLY_FIELD', Object.keys(body)[0]]], answer.text)
  }
  const gone = await company.act('CuentaPorCobrar', 'cancelar_saldo', [id], REASON)
  assert.deepEqual(verdict(gone), [200, null])
  const { estado, saldo } = await company.read('CuentaPorCobrar', id)
  assert.deepEqual([estado, saldo], ['cancelada', 0])
})
