import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it takes unique keys away, and starts anew.

let erp: ErpTest
let company: Purchasing
let made = 0

before(async () => {
  erp = await startOwnErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

function invoice(more: object) {
  made += 1
  const { proveedor, moneda } = company
  const base = { folio: `CXP-${made}`, tipo: 'factura', vencimiento: '2026-12-31', total: '10.00' }
  return erp.admin.post(`${API}/CuentaPorPagar`, { ...base, proveedor, moneda, ...more })
}

async function cancel(id: number) {
  const path = `${API}/CuentaPorPagar/${id}/actions/cancelar_factura`
  const answer = await erp.admin.post(path, { motivo: 'No era nuestra' })
  assert.equal(answer.status, 200, answer.text)
}

const UUID = '6128396F-C09B-4EC6-8699-43C5F7E3B230'

test("a supplier's invoice is owed once, unless the first was cancelled", async () => {
  const first = await invoice({ numero_factura: 'A-1', uuid: UUID })
  assert.equal(first.status, 201, first.text)
  const number = await invoice({ numero_factura: 'A-1' })
  assert.deepEqual(
    [number.status, number.json.errors],
    [
      409,
      [
        {
          code: 'DUPLICATE',
          message: 'Another CuentaPorPagar has the same proveedor, numero_factura.',
          field: 'numero_factura',
        },
      ],
    ],
  )
  const stamp = await invoice({ numero_factura: 'A-2', uuid: UUID.toLowerCase() })
  assert.deepEqual([stamp.status, stamp.json.errors[0].field], [409, 'uuid'])
  await cancel(first.json.data.id)
  const again = await invoice({ numero_factura: 'A-1', uuid: UUID })
  assert.equal(again.status, 201, again.text)
})

test('what has no number of an invoice is not the same as another without one', async () => {
  for (const numero_factura of [null, null, '', '']) {
    const { status, text } = await invoice({ numero_factura })
    assert.equal(status, 201, text)
  }
})

test('a file says in which row an invoice comes again', async () => {
  const { proveedor, moneda } = company
  const row = (folio: string, number: string) =>
    `${folio},2026-11-01,${proveedor},factura,${number},${moneda},2026-12-31,10`
  const header = 'folio,fecha,proveedor,tipo,numero_factura,moneda,vencimiento,total'
  const { status, json, text } = await erp.admin.send(
    'POST',
    `${API}/CuentaPorPagar/import?mode=all`,
    {
      body: `${[header, row('F-1', 'B-1'), row('F-2', 'B-2'), row('F-3', 'B-1')].join('\n')}\n`,
      headers: { 'content-type': 'text/csv' },
    },
  )
  assert.deepEqual([status, json.errors[0].code, json.errors[0].row], [409, 'DUPLICATE', 4], text)
})

/** As an installation was before the key: without it, and without knowing that it is wanted. */
async function forgetKey(): Promise<void> {
  await erp.owner.execute(
    sql`drop index public.cuenta_por_pagar_proveedor_numero_factura_vigente_key`,
  )
  await erp.owner.execute(sql`
    update oficina.esquema set forma = jsonb_set(forma, '{keys}', (
      select jsonb_agg(k) from jsonb_array_elements(forma->'keys') k
      where k->'columns' <> '["proveedor", "numero_factura"]'::jsonb))
    where tabla = 'cuenta_por_pagar'`)
  await erp.owner.execute(sql`delete from oficina.esquema_huella`)
  await erp.owner.execute(sql`delete from oficina.esquema_aplicado`)
}

test('a start adds a unique key by itself, or says which records are the same', async () => {
  await forgetKey()
  const ids: number[] = []
  for (let i = 0; i < 2; i += 1) {
    const { json, text } = await invoice({ numero_factura: 'C-1' })
    assert.ok(json.data, text)
    ids.push(json.data.id)
  }
  await assert.rejects(erp.secondServer(), (error: Error) => {
    assert.match(error.message, /cuenta_por_pagar: proveedor, numero_factura become unique/)
    assert.ok(
      error.message.includes(`not for 1 of what is there: ids ${ids.join(', ')}`),
      error.message,
    )
    return true
  })
  const [first = 0] = ids
  await cancel(first)
  const second = await erp.secondServer()
  await second.stop()
  const { status } = await invoice({ numero_factura: 'C-1' })
  assert.equal(status, 409)
})
