import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { HOME_CARDS } from '../../src/endpoints/home-cards.ts'
import { WAITING_CARDS } from '../../src/endpoints/home-waiting.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company } from '../rights/rights-fixture.ts'

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
    [...WAITING_CARDS, ...HOME_CARDS].map(({ name }) => name),
  )
  assert.partialDeepStrictEqual(meta, { hoy: '2026-03-02', moneda: 'MXN' })
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

test('what waits is told to whom may do it, and opens the very list that it counts', async () => {
  const grants = [
    'Venta.leer',
    'Venta.confirmar_venta',
    'CuentaPorCobrar.leer',
    'CobroCliente.cobrar',
  ]
  const profile = await company.profile('MOSTRADOR', { grants })
  const { client } = await company.person('mostrador', [profile])
  const { data } = (await client.get(`${API}/home`)).json
  const waiting: readonly (Card & { readonly waits: boolean })[] = data
  assert.deepEqual(
    waiting.filter(({ waits }) => waits).map(({ name }) => name),
    ['sales-to-confirm', 'overdue', 'to-collect'],
  )
  for (const { name, path, opens } of waiting.filter(({ waits }) => waits)) {
    const listed = await client.get(`${API}/${opens.model}?${opens.query}`)
    const counted = await client.get(API + path)
    assert.equal(counted.status, 200, `${name}: ${counted.text}`)
    assert.equal(counted.json.meta.total, listed.json.meta.total, name)
  }
  const week = waiting.find(({ name }) => name === 'to-collect')
  assert.match(week?.opens.query ?? '', /vencimiento__gte=2026-03-02&vencimiento__lte=2026-03-09/)
})

test('what waits leaves out what a person may do but not see', async () => {
  const grants = ['Venta.leer', 'Venta.confirmar_venta']
  const profile = await company.profile('SIN-ESTADO', {
    grants,
    fields: { 'Venta.estado': 'oculto' },
  })
  const { client } = await company.person('sin-estado', [profile])
  assert.deepEqual((await client.get(`${API}/home`)).json.data, [])
})

test('three buttons are what a person does most, of what he still may do', async () => {
  const deedsOf = async (client: typeof erp.admin) =>
    (await client.get(`${API}/home`)).json.meta.deeds.map(
      ({ kind, model }: { readonly kind: string; readonly model: string }) => `${kind} ${model}`,
    )
  const grants = ['Departamento', 'Puesto', 'Venta', 'Cotizacion'].flatMap((model) => [
    `${model}.leer`,
    `${model}.crear`,
  ])
  const profile = await company.profile('HACE', { grants })
  const { client } = await company.person('hacendosa', [profile])
  assert.deepEqual(await deedsOf(client), ['create Venta', 'create Cotizacion'])
  for (const clave of ['A', 'B']) {
    const made = await client.post(`${API}/Departamento`, { clave, nombre: clave })
    assert.equal(made.status, 201, made.text)
  }
  assert.deepEqual(await deedsOf(client), [
    'create Departamento',
    'create Venta',
    'create Cotizacion',
  ])
  const held = await erp.admin.get(
    `${API}/PerfilPermiso?perfil=${profile}&permiso__clave=Departamento.crear`,
  )
  await erp.admin.send('DELETE', `${API}/PerfilPermiso/${held.json.data[0].id}`)
  assert.deepEqual(await deedsOf(client), ['create Venta', 'create Cotizacion'])
  const nobody = await company.person('sin-quehacer', [])
  assert.deepEqual(await deedsOf(nobody.client), [])
})
