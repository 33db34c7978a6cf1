import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company } from '../rights/rights-fixture.ts'

/** Status, code and field of a refusal in one line. */
function refused(answer: TestAnswer): string {
  return refusal(answer)
    .filter((part) => part !== null)
    .join(' ')
}

let erp: ErpTest
let company: Company
const made: number[] = []

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  for (const nombre of ['Bodega del acero', 'Acerería', 'Mostrador']) {
    made.push(await company.create('Departamento', { clave: `P${made.length}`, nombre }))
  }
})

after(() => erp.stop())

const search = (query: string) => erp.admin.get(`${API}/search?${query}`)

test('one request finds records of several models by words, in words', async () => {
  const { json } = await search('modelos=Departamento,Moneda&q=acer')
  assert.deepEqual(
    json.data
      .map(({ model, text }: { model: string; text: string }) => `${model} ${text}`)
      .toSorted(),
    ['Departamento P0 Bodega del acero', 'Departamento P1 Acerería'],
  )
  const peso = await search('modelos=Moneda,Departamento&q=peso%20mexicano')
  assert.deepEqual(
    peso.json.data.map(({ model, text }: { model: string; text: string }) => [model, text]),
    [['Moneda', 'MXN Peso Mexicano']],
  )
  const one = await search('modelos=Departamento&q=o&per_model=1')
  assert.equal(one.json.data.length, 1)
})

test('the words of records are told for their ids', async () => {
  const { json } = await search(`modelos=Departamento&ids=${made[2]},${made[0]},999999`)
  assert.deepEqual(
    json.data
      .map(({ id, text }: { id: number; text: string }) => [id, text])
      .toSorted((a: [number], b: [number]) => a[0] - b[0]),
    [
      [made[0], 'P0 Bodega del acero'],
      [made[2], 'P2 Mostrador'],
    ],
  )
})

test('a search shows nothing of other companies, of models without a right, or beyond a rule', async () => {
  const stranger = await erp.otherCompany()
  const theirs = await stranger.get(`${API}/search?modelos=Departamento&q=acer`)
  assert.deepEqual(theirs.json.data, [])
  const ids = await stranger.get(`${API}/search?modelos=Departamento&ids=${made[0]}`)
  assert.deepEqual(ids.json.data, [])

  const narrow = await company.profile('UNO', {
    grants: ['Departamento.leer'],
    rules: [{ modelo: 'Departamento', filtro: { clave: 'P1' } }],
  })
  const { client } = await company.person('estrecho', [narrow])
  const few = await client.get(`${API}/search?modelos=Departamento,Cliente&q=acer`)
  assert.deepEqual(
    few.json.data.map(({ text }: { text: string }) => text),
    ['P1 Acerería'],
  )
  const named = await client.get(`${API}/search?modelos=Departamento&ids=${made.join(',')}`)
  assert.deepEqual(
    named.json.data.map(({ id }: { id: number }) => id),
    [made[1]],
  )
  assert.equal((await client.get(`${API}/search?modelos=Cliente&ids=1`)).status, 403)
})

test('a search that names no model looks through what people look for most, as far as they may read it', async () => {
  await company.create('CentroCosto', { clave: 'ZX77', nombre: 'Fundición', tipo: 'servicio' })
  const { json } = await search('q=ZX77')
  assert.deepEqual(
    json.data.map(({ model, text }: { model: string; text: string }) => [model, text]),
    [['CentroCosto', 'ZX77 Fundición']],
  )
  const profile = await company.profile('OTRO', { grants: ['Departamento.leer'] })
  const { client } = await company.person('otro', [profile])
  assert.deepEqual((await client.get(`${API}/search?q=ZX77`)).json.data, [])
  assert.equal((await client.get(`${API}/search?q=acer`)).json.data.length, 2)
  const stranger = await erp.otherCompany()
  assert.deepEqual((await stranger.get(`${API}/search?q=ZX77`)).json.data, [])
})

test('a search that cannot be answered says what is allowed', async () => {
  assert.equal(refused(await search('ids=1')), '422 INVALID_PARAMETER modelos')
  assert.equal(refused(await search('')), '422 INVALID_PARAMETER q')
  assert.equal(refused(await search('modelos=Departamentito&q=a')), '422 INVALID_PARAMETER modelos')
  assert.equal(refused(await search('modelos=Departamento')), '422 INVALID_PARAMETER q')
  assert.equal(refused(await search('modelos=Departamento&q=a&ids=1')), '422 INVALID_PARAMETER q')
  assert.equal(refused(await search('modelos=Departamento&ids=x')), '422 INVALID_PARAMETER ids')
  assert.equal(
    refused(await search('modelos=Departamento,Moneda&ids=1')),
    '422 INVALID_PARAMETER modelos',
  )
  const many = Array.from({ length: 201 }, (_one, index) => index + 1).join(',')
  assert.equal(
    refused(await search(`modelos=Departamento&ids=${many}`)),
    '422 INVALID_PARAMETER ids',
  )
  assert.equal(
    refused(await search('modelos=Departamento&q=a&per_model=21')),
    '422 INVALID_PARAMETER per_model',
  )
})
