import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { receiving, type Receiving } from '../actions/receiving/receiving-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal } from '../rights/rights-fixture.ts'

let erp: ErpTest
let shop: Receiving

before(async () => {
  erp = await startErp()
  shop = await receiving(erp)
})

after(() => erp.stop())

interface Related {
  readonly model: string
  readonly field: string | null
  readonly field_label: string | null
  readonly filter: string
  readonly count: number
  readonly more: boolean
}

async function related(path: string, by = erp.admin): Promise<readonly Related[]> {
  const answer = await by.get(`${API}/${path}/relaciones`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

function counted(rows: readonly Related[]): Readonly<Record<string, number>> {
  return Object.fromEntries(rows.map(({ model, field, count }) => [`${model}.${field}`, count]))
}

test('what refers to a record is counted by model and field, the entries that it made too', async () => {
  const articulo = await shop.article()
  const id = await shop.order([
    { articulo, cantidad: '10', precio: '7.50' },
    { cantidad: '1', precio: '100' },
  ])
  await shop.actOn('recibir_compra', id)
  const rows = await related(`Compra/${id}`)
  const counts = counted(rows)
  assert.equal(counts['CompraPartida.compra'], 2)
  assert.equal(counts['RecepcionCompra.compra'], 1)
  assert.ok((counts['Poliza.null'] ?? 0) >= 1)
  assert.equal(counts['Adjunto.null'], undefined)
  assert.equal(rows.find(({ field }) => field === 'compra')?.field_label, 'Compra')
  assert.equal(counts['RegistroAuditoria.null'], undefined)
  for (const { model, filter, count } of rows) {
    const { json } = await erp.admin.get(`${API}/${model}?${filter}`)
    assert.equal(json.meta.total, count, `${model} ${filter}`)
  }
})

test('counting stops at a hundred, and says so', async () => {
  const rows = Array.from({ length: 101 }, (_row, at) => ({
    clave: `D${at}`,
    nombre: `Departamento ${at}`,
  }))
  const centro = await shop.create('CentroCosto', {
    clave: 'CC',
    nombre: 'Centro',
    tipo: 'servicio',
  })
  for (const row of rows) await shop.create('Departamento', { ...row, centro_costo: centro })
  const of = (await related(`CentroCosto/${centro}`)).find(({ model }) => model === 'Departamento')
  assert.deepEqual([of?.count, of?.more], [100, true])
})

test('a record of a catalog that hundreds of models refer to is counted too', async () => {
  const counts = counted(await related(`Moneda/${shop.moneda}`))
  assert.ok((counts['Compra.moneda'] ?? 0) >= 1)
})

test('what the caller may not read does not count, nor is a record that he cannot reach told of', async () => {
  const company = companyOf(erp)
  const profile = await company.profile('mirar', {
    grants: ['Compra.leer', 'CompraPartida.leer'],
  })
  const buyer = await company.person('mirar', [profile])
  const id = await shop.order([{ cantidad: '1', precio: '100' }])
  const rows = await related(`Compra/${id}`, buyer.client)
  assert.deepEqual(
    rows.map(({ model }) => model),
    ['CompraPartida'],
  )
  const other = await erp.otherCompany()
  const answer = await other.get(`${API}/Compra/${id}/relaciones`)
  assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NOT_FOUND'])
})
