import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API } from '../actions/purchase-fixture.ts'
import { selling, type Selling } from '../actions/selling/selling-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { companyOf } from '../rights/rights-fixture.ts'

let erp: ErpTest
let store: Selling
let box: number
let article: number
let cliente: number

before(async () => {
  erp = await startErp()
  store = await selling(erp, erp.admin)
  article = await store.article('PROM', { clave: 'CEM-50', codigo_barras: '7501000000031' })
  cliente = await store.customer()
  box = await store.create('ArticuloCodigo', {
    articulo: article,
    codigo: '17501000000038',
    activo: true,
  })
  const own = { articulo: article, codigo_cliente: 'GRIS-50', codigo_barras: '4006381333931' }
  await store.create('ClienteArticulo', { ...own, cliente, activo: true })
})

after(() => erp.stop())

interface Found {
  readonly model: string
  readonly id: number
  readonly by: { readonly field: string; readonly label: string; readonly value: string }
}

async function found(q: string, client: HttpClient = erp.admin, modelos?: string) {
  const query = new URLSearchParams({ q, ...(modelos !== undefined && { modelos }) })
  const answer = await client.get(`${API}/search?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
    .filter(({ model }: Found) => model === 'Articulo')
    .map(({ id, by }: Found) => [id, by.field, by.label, by.value])
}

test('an article is found by its other barcodes and by what customers call it, as by its own', async () => {
  assert.deepEqual(await found('7501000000031'), [
    [article, 'codigo_barras', 'Código de barras', '7501000000031'],
  ])
  for (const [code, field] of [
    ['17501000000038', 'ArticuloCodigo.codigo'],
    ['GRIS-50', 'ClienteArticulo.codigo_cliente'],
    ['gris-50', 'ClienteArticulo.codigo_cliente'],
    ['4006381333931', 'ClienteArticulo.codigo_barras'],
  ] as const) {
    const [first, ...more] = await found(code)
    assert.deepEqual([first?.[0], first?.[1], first?.[3], more], [article, field, code, []])
    assert.notEqual(first?.[2], undefined, 'in words that people know')
    assert.equal((await found(code, erp.admin, 'Articulo')).length, 1, code)
  }
  assert.deepEqual(await found('GRIS'), [], 'a code names it whole')
})

test('a code that is not in use any more finds nothing', async () => {
  const use = (activo: boolean) =>
    erp.admin.send('PUT', `${API}/ArticuloCodigo/${box}`, { body: { activo } })
  assert.equal((await use(false)).status, 200)
  assert.deepEqual(await found('17501000000038'), [])
  assert.equal((await use(true)).status, 200)
})

test('who may not read the other model, its field or its record does not find by its codes', async () => {
  const rights = companyOf(erp)
  const grants = ['Articulo.leer', 'ArticuloCodigo.leer', 'ClienteArticulo.leer']
  const person = async (clave: string, more: object) =>
    (await rights.person(clave, [await rights.profile(clave.toUpperCase(), { grants, ...more })]))
      .client
  const codes = async (client: HttpClient) => [
    (await found('17501000000038', client, 'Articulo')).length,
    (await found('GRIS-50', client, 'Articulo')).length,
  ]
  assert.deepEqual(await codes(await person('todo', {})), [1, 1])
  assert.deepEqual(await codes(await person('articulos', { grants: ['Articulo.leer'] })), [0, 0])
  const fields = {
    'ArticuloCodigo.codigo': 'oculto',
    'ClienteArticulo.codigo_cliente': 'enmascarado',
  }
  assert.deepEqual(await codes(await person('ciego', { fields })), [0, 0])
  const rules = [{ modelo: 'ArticuloCodigo', filtro: { id: box + 1_000 } }]
  assert.deepEqual(await codes(await person('de-otros', { rules })), [0, 1])
  const other = await erp.otherCompany()
  assert.deepEqual(await codes(other), [0, 0])
})

test('metadata says which models have codes of an article', async () => {
  const { admin } = (await erp.client.get(`${API}/metadata/Articulo`)).json.data
  assert.deepEqual(admin.codes, ['codigo_barras'])
  assert.deepEqual(admin.other_codes, [
    { model: 'ArticuloCodigo', field: 'codigo', reference: 'articulo' },
    { model: 'ClienteArticulo', field: 'codigo_cliente', reference: 'articulo' },
    { model: 'ClienteArticulo', field: 'codigo_barras', reference: 'articulo' },
  ])
})
