import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

async function controls(client: HttpClient): Promise<ReadonlyMap<string, string>> {
  const { json } = await client.get(`${API}/reports/consistency`)
  return new Map(
    json.data.map((row: { control: string; descripcion: string }) => [
      row.control,
      row.descripcion,
    ]),
  )
}

test('what the controls of the books compare is told in the reader’s language', async () => {
  const [es, en] = [await controls(spanish), await controls(erp.admin)]
  assert.equal(es.get('bancos'), 'Las cuentas de bancos son sus movimientos')
  assert.equal(en.get('bancos'), 'The accounts of banks are their movements')
  assert.deepEqual([...es.keys()], [...en.keys()])
  for (const [control, told] of es) assert.notEqual(told, en.get(control), control)
})

test('the side of an account has words, and a parameter says what its label does not', async () => {
  const { json } = await erp.admin.get(`${API}/reports`)
  const of = (name: string) => json.data.find((report: { name: string }) => report.name === name)
  const nature = of('trial-balance').rows.columns.find(
    (column: { name: string }) => column.name === 'naturaleza',
  )
  assert.deepEqual(nature.choices, [
    { value: 'D', label: { es: 'Deudora', en: 'Debit' } },
    { value: 'A', label: { es: 'Acreedora', en: 'Credit' } },
  ])
  const [stock] = of('kardex').parameters.filter(
    (parameter: { name: string }) => parameter.name === 'almacen',
  )
  assert.deepEqual(stock.help, { es: 'Sin él, todos.', en: 'All of them where it is left out.' })
})

test('a report that is asked for wrongly refuses by labels', async () => {
  const path = `${API}/reports/sales-by-day?desde=2026-03-02&hasta=2026-03-01`
  assert.deepEqual(said(await spanish.get(path)), ['«Desde» no debe ser posterior a «Hasta».'])
})
