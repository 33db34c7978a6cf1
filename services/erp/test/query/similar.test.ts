import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company } from '../rights/rights-fixture.ts'

let erp: ErpTest
let company: Company

const NAMES = ['Ferretería López', 'Ferretería Núñez', 'Aceros González', 'Mostrador']

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  for (const [index, nombre] of NAMES.entries()) {
    await company.create('Departamento', { clave: `P${index}`, nombre })
  }
})

after(() => erp.stop())

interface Similar {
  readonly names: readonly string[]
  readonly similar: string | undefined
}

async function list(query: string, client: HttpClient = erp.admin): Promise<Similar> {
  const { json, status } = await client.get(`${API}/Departamento?${query}`)
  assert.equal(status, 200, JSON.stringify(json))
  return {
    names: json.data.map(({ nombre }: { nombre: string }) => nombre),
    similar: json.meta.similar,
  }
}

async function search(query: string, client: HttpClient = erp.admin): Promise<Similar> {
  const { json } = await client.get(`${API}/search?${query}`)
  return {
    names: json.data.map(({ text }: { text: string }) => text),
    similar: json.meta.similar,
  }
}

test('where nothing is found, a list shows names with a letter wrong, missing or swapped, if asked to', async () => {
  const cases = [
    ['Feretería López', 'ferretería López', ['Ferretería López']],
    ['lopes', 'lópez', ['Ferretería López']],
    ['goznalez', 'gonzález', ['Aceros González']],
    ['mostradorr', 'mostrador', ['Mostrador']],
    ['NUÑES', 'núñez', ['Ferretería Núñez']],
  ] as const
  for (const [typed, similar, names] of cases) {
    const found = await list(`similar=true&q=${encodeURIComponent(typed)}`)
    assert.deepEqual(found, { names, similar }, typed)
  }
})

test('what is near is never mixed with what was looked for, and tells itself apart', async () => {
  await company.create('Departamento', { clave: 'P9', nombre: 'Feretería Ruiz' })
  const exact = await list('similar=true&q=Fereter%C3%ADa')
  assert.deepEqual(exact, { names: ['Feretería Ruiz'], similar: undefined })
  const near = await list('similar=true&q=Ferretaria')
  assert.deepEqual(near, {
    names: ['Ferretería López', 'Ferretería Núñez'],
    similar: 'ferretería',
  })
})

test('who does not ask for it gets what the words say, which may be nothing', async () => {
  assert.deepEqual(await list('q=lopes'), { names: [], similar: undefined })
  assert.deepEqual(await search('modelos=Departamento&q=lopes'), { names: [], similar: undefined })
})

test('what nothing is near to finds nothing, as before', async () => {
  for (const typed of ['zzzzzzzz', 'xyz', 'P77', 'lopes zzzzzz', 'Ferreteria Gonzales']) {
    const found = await list(`similar=true&q=${encodeURIComponent(typed)}`)
    assert.deepEqual(found, { names: [], similar: undefined }, typed)
  }
})

test('near records keep to the filters, the fields and the order that were asked for, on one page', async () => {
  const asked = 'similar=true&q=ferreterai&sort=-nombre&fields=nombre&per_page=1'
  const { json } = await erp.admin.get(`${API}/Departamento?${asked}`)
  assert.deepEqual(
    json.data.map(({ id: _id, ...fields }: { id: number }) => fields),
    [{ nombre: 'Ferretería Núñez' }],
  )
  assert.deepEqual(json.meta, {
    model: 'Departamento',
    total: 1,
    page: 1,
    per_page: 1,
    pages: 1,
    after: null,
    similar: 'ferretería',
  })
  assert.deepEqual(await list('similar=true&q=ferreterai&clave=P0'), {
    names: ['Ferretería López'],
    similar: 'ferretería',
  })
  assert.deepEqual((await list('similar=true&q=ferreterai&page=2')).names, [])
  const uncounted = await erp.admin.get(`${API}/Departamento?similar=true&q=ferreterai&count=false`)
  assert.equal(uncounted.json.meta.total, null)
})

test('a search over several models shows near names only where none of them has what was looked for', async () => {
  assert.deepEqual(await search('similar=true&modelos=Departamento,Moneda&q=goznalez'), {
    names: ['P2 Aceros González'],
    similar: 'gonzález',
  })
  const exact = await search('similar=true&modelos=Departamento,Moneda&q=peso%20mexicano')
  assert.deepEqual(exact, { names: ['MXN Peso Mexicano'], similar: undefined })
})

test('nothing near is told of other companies, of hidden fields, or beyond a rule', async () => {
  const stranger = await erp.otherCompany()
  const nothing = { names: [], similar: undefined }
  assert.deepEqual(await list('similar=true&q=goznalez', stranger), nothing)
  assert.deepEqual(await search('similar=true&modelos=Departamento&q=goznalez', stranger), nothing)
  const blind = await company.profile('SINNOMBRE', {
    grants: ['Departamento.leer'],
    fields: { 'Departamento.nombre': 'enmascarado' },
  })
  const narrow = await company.profile('SOLOUNO', {
    grants: ['Departamento.leer'],
    rules: [{ modelo: 'Departamento', filtro: { clave: 'P0' } }],
  })
  const unseeing = (await company.person('sinnombre', [blind])).client
  const confined = (await company.person('solouno', [narrow])).client
  assert.equal((await list('similar=true&q=goznalez', unseeing)).similar, undefined)
  assert.equal(
    (await search('similar=true&modelos=Departamento&q=goznalez', unseeing)).similar,
    undefined,
  )
  assert.deepEqual(await list('similar=true&q=goznalez', confined), nothing)
  assert.deepEqual((await list('similar=true&q=ferreterai', confined)).names, ['Ferretería López'])
})
