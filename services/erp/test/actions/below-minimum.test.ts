import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { API, verdict } from './purchase-fixture.ts'
import { warehousing, type Warehousing } from './stock-fixture.ts'

let erp: ErpTest
let company: Warehousing
let here: number
let there: number

const GRANTS = ['ArticuloAlmacen.leer', 'Existencia.leer', 'Articulo.leer', 'Almacen.leer']

before(async () => {
  erp = await startErp()
  company = await warehousing(erp, erp.admin)
  here = await company.warehouse()
  there = await company.warehouse()
})

after(() => erp.stop())

/** An article of which a warehouse should have ten, and has so many. */
async function kept(almacen: number, cantidad: number, more: object = {}): Promise<number> {
  const articulo = await company.article('PROM')
  const limits = { articulo, almacen, minimo: '10', maximo: '50', ...more }
  await company.create('ArticuloAlmacen', limits)
  if (cantidad > 0) {
    const lines = [{ articulo, cantidad: String(cantidad), costo_unitario: '2.00' }]
    await company.move('entrada', almacen, { lines })
  }
  return articulo
}

test('what a warehouse has less of than its minimum is told, what lacks most first', async () => {
  const some = await kept(here, 4)
  const none = await kept(there, 0)
  await kept(here, 10)
  await kept(here, 1, { minimo: null })
  const gone = await kept(here, 1)
  await erp.admin.send('PUT', `${API}/Articulo/${gone}`, { body: { estado: 'descontinuado' } })
  // What stands elsewhere does not count.
  const lines = [{ articulo: some, cantidad: '100', costo_unitario: '2.00' }]
  await company.move('entrada', there, { lines })
  const answer = await erp.admin.get(`${API}/reports/below-minimum`)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.json.data.map((row: Record<string, unknown>) => [
      row['articulo'],
      row['almacen'],
      Number(row['existencia']),
      Number(row['minimo']),
      Number(row['faltante']),
    ]),
    [
      [none, there, 0, 10, 10],
      [some, here, 4, 10, 6],
    ],
  )
  const one = await erp.admin.get(`${API}/reports/below-minimum?almacen=${here}`)
  assert.deepEqual(
    one.json.data.map(({ articulo }: { articulo: number }) => articulo),
    [some],
  )
  const other = await erp.otherCompany()
  assert.deepEqual((await other.get(`${API}/reports/below-minimum`)).json.data, [])
})

test('the first page counts them for whom sees all stock, and opens the list that it counts', async () => {
  const rights = companyOf(erp)
  const cards = async (client: typeof erp.admin) => (await client.get(`${API}/home`)).json.data
  const keeper = await rights.person('almacenista', [
    await rights.profile('ALMACEN', { grants: GRANTS }),
  ])
  const card = (await cards(keeper.client)).find(
    ({ name }: { name: string }) => name === 'below-minimum',
  )
  assert.equal(card.waits, true)
  const counted = await keeper.client.get(API + card.path)
  const listed = await keeper.client.get(`${API}/reports/${card.opens.report}`)
  assert.equal(counted.json.meta.total, 2)
  assert.equal(listed.json.data.length, 2)
  const narrow = await rights.person('de-uno', [
    await rights.profile('DE-UNO', {
      grants: GRANTS,
      rules: [{ modelo: 'Almacen', filtro: { id: here } }],
    }),
  ])
  assert.deepEqual(await cards(narrow.client), [])
  const refused = await narrow.client.get(`${API}/reports/below-minimum`)
  assert.deepEqual(verdict(refused), [403, 'FORBIDDEN'])
})
