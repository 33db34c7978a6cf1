import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { companyOf } from '../../rights/rights-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { selling, type Selling } from './selling-fixture.ts'

let erp: ErpTest
let store: Selling

before(async () => {
  erp = await startErp()
  store = await selling(erp, erp.admin)
})

after(() => erp.stop())

async function confirmed(lines: Parameters<Selling['sale']>[1], more: object = {}) {
  const id = await store.sale(await store.customer(), lines, more)
  await store.done('Venta', 'confirmar_venta', id)
  return id
}

async function deliver(id: number, inputs: object = {}): Promise<void> {
  const answer = await erp.admin.post(`${API}/Venta/${id}/actions/entregar`, inputs)
  assert.equal(answer.status, 200, answer.text)
}

test('sales of which an article is to be delivered are told, what was promised first first', async () => {
  const articulo = await store.stocked('50', '60.00')
  const goods = { articulo, cantidad: '3' }
  const service = { descripcion: 'Instalación' }
  const whole = await confirmed([goods, service], { fecha_entrega: '2026-03-20' })
  const part = await confirmed([goods, goods], { fecha_entrega: '2026-03-10' })
  await deliver(await confirmed([goods, service]))
  await confirmed([service])
  await store.sale(await store.customer(), [goods])
  await deliver(part, {
    partidas: [
      { partida: 1, cantidad: '3' },
      { partida: 2, cantidad: '1' },
    ],
  })
  const told = async (query = '') => {
    const answer = await erp.admin.get(`${API}/reports/sales-to-deliver${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data.map((row: Record<string, unknown>) => [
      row['venta'],
      row['partidas'],
      row['empezadas'],
    ])
  }
  assert.deepEqual(await told(), [
    [part, 1, 1],
    [whole, 1, 0],
  ])
  const { cliente } = await store.read('Venta', whole)
  assert.deepEqual(await told(`?cliente=${Number(cliente)}`), [[whole, 1, 0]])
  const other = await erp.otherCompany()
  assert.deepEqual((await other.get(`${API}/reports/sales-to-deliver`)).json.data, [])
})

test('the first page counts them for whom delivers, and opens the list that it counts', async () => {
  const rights = companyOf(erp)
  const card = async ({ client }: { readonly client: typeof erp.admin }) =>
    (await client.get(`${API}/home`)).json.data.find(
      ({ name }: { name: string }) => name === 'to-deliver',
    )
  const grants = ['Venta.leer', 'VentaPartida.leer']
  const keeper = await rights.person('almacen', [
    await rights.profile('ENTREGA', { grants: [...grants, 'Venta.entregar'] }),
  ])
  const { path, opens } = await card(keeper)
  const counted = (await keeper.client.get(API + path)).json.meta.total
  const listed = (await keeper.client.get(`${API}/reports/${opens.report}`)).json.data
  assert.deepEqual([counted, listed.length], [2, 2])
  assert.equal(listed[0].cliente_str, null, 'he may not read customers')
  const reader = await rights.person('lee', [await rights.profile('LEE', { grants })])
  assert.equal(await card(reader), undefined)
  const narrow = await rights.person('de-uno', [
    await rights.profile('DE-UNO', {
      grants: [...grants, 'Venta.entregar'],
      rules: [{ modelo: 'Venta', filtro: { id: listed[0].venta } }],
    }),
  ])
  assert.equal(await card(narrow), undefined)
  const refused = await narrow.client.get(`${API}/reports/sales-to-deliver`)
  assert.deepEqual(verdict(refused), [403, 'FORBIDDEN'])
})
