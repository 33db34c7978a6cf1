import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { paying, type Paying } from '../actions/payments/payment-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest
let company: Paying

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
})

after(() => erp.stop())

/** Of the bank 012. */
const CLABE = '012180001234567899'

async function account(clave: string) {
  const [banco] = (await erp.admin.get(`${API}/Banco?clave=${clave}`)).json.data
  return {
    proveedor: company.proveedor,
    banco: banco.id,
    moneda: company.peso,
    clabe: CLABE,
    titular: 'Aceros',
  }
}

const REFUSED = [422, 'VALIDATION', 'clabe']

function refusal({
  status,
  json,
}: {
  readonly status: number
  readonly json: { readonly errors: readonly { readonly code: string; readonly field?: string }[] }
}) {
  const [error] = json.errors
  return [status, error?.code, error?.field]
}

test('a CLABE is of the bank that its first three digits name, also in files and of the company itself', async () => {
  const path = `${API}/ProveedorCuentaBancaria`
  const other = await erp.admin.post(path, await account('002'))
  assert.deepEqual(refusal(other), REFUSED, other.text)
  assert.match(other.json.errors[0].message, /012.*BANAMEX.*002/)
  const right = await account('012')
  const made = await erp.admin.post(path, right)
  assert.equal(made.status, 201, made.text)
  const wrong = await account('002')
  const body = { banco: wrong.banco }
  assert.deepEqual(
    refusal(await erp.admin.send('PUT', `${path}/${made.json.data.id}`, { body })),
    REFUSED,
  )
  const file = await erp.admin.send('POST', `${path}/import`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: [right, wrong].map((row) => JSON.stringify(row)).join('\n'),
  })
  assert.equal(file.status, 422, file.text)
  assert.match(file.text, /the CLABE of BANAMEX/)
  const own = await erp.admin.send('PUT', `${API}/CuentaBancaria/${company.banco}`, {
    body: { clabe: CLABE },
  })
  assert.deepEqual(refusal(own), REFUSED, own.text)
})
