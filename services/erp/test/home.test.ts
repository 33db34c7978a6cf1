import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { HOME_CARDS } from '../src/endpoints/home-cards.ts'
import { startErp, type ErpTest } from './erp-service.ts'
import { API, companyOf, type Company } from './rights/rights-fixture.ts'

let erp: ErpTest
let company: Company

interface Card {
  readonly name: string
  readonly path: string
  readonly opens: { readonly model?: string; readonly query?: string; readonly report?: string }
  readonly row_opens: { readonly model: string; readonly query?: string } | null
}

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
})

after(() => erp.stop())

test('every card of the first page can be asked for as it says, and leads to a list that there is', async () => {
  const { data, meta } = (await erp.admin.get(`${API}/home`)).json
  const cards: readonly Card[] = data
  assert.deepEqual(
    cards.map(({ name }) => name),
    HOME_CARDS.map(({ name }) => name),
  )
  assert.deepEqual(meta, { hoy: '2026-03-02', moneda: 'MXN' })
  for (const { name, path, opens, row_opens: rows } of cards) {
    const answer = await erp.admin.get(API + path)
    assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    for (const { model, query } of [opens, ...(rows === null ? [] : [rows])]) {
      if (model === undefined || query === undefined) continue
      const shown = query
        .replaceAll(/\{(from|to|fecha)\}/g, '2026-03-02')
        .replaceAll(/\{\w+\}/g, '1')
      const list = await erp.admin.get(`${API}/${model}?${shown}`)
      assert.equal(list.status, 200, `${name}: ${list.text}`)
    }
    if (opens.report !== undefined) {
      assert.equal((await erp.admin.get(`${API}/reports/${opens.report}`)).status, 200, name)
    }
  }
})

test('a card is for whom has its rights and sees its fields', async () => {
  const names = async (client: typeof erp.admin): Promise<readonly string[]> =>
    (await client.get(`${API}/home`)).json.data.map(({ name }: Card) => name)
  const nobody = await company.person('nadie', [])
  assert.deepEqual(await names(nobody.client), [])
  const sales = await company.profile('VENTAS', { grants: ['Venta.leer', 'CuentaPorCobrar.leer'] })
  const seller = await company.person('vendedora', [sales])
  assert.deepEqual(await names(seller.client), ['sales', 'receivable'])
  const blind = await company.profile('CIEGO', {
    grants: ['Venta.leer', 'CuentaPorCobrar.leer'],
    fields: { 'Venta.total': 'enmascarado', 'CuentaPorCobrar.saldo': 'oculto' },
  })
  const without = await company.person('sin-importes', [blind])
  assert.deepEqual(await names(without.client), [])
  for (const path of ['sales', 'receivable']) {
    const card = (await seller.client.get(`${API}/home`)).json.data.find(
      ({ name }: Card) => name === path,
    )
    assert.equal((await seller.client.get(API + card.path)).status, 200, path)
  }
})
