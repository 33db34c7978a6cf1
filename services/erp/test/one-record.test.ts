import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from './erp-service.ts'

const PATH = '/api/v1/Departamento'
let erp: ErpTest

before(async () => {
  erp = await startErp()
  await erp.admin.post(PATH, { clave: 'A', nombre: 'Área' })
  await erp.admin.post(PATH, { clave: 'B', nombre: 'Bodega', padre: 1 })
})

after(() => erp.stop())

async function keys(query: string): Promise<string[]> {
  const answer = await erp.admin.get(`${PATH}/2?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return Object.keys(answer.json.data)
}

test('one record shows the fields that are asked for, as a listing does', async () => {
  assert.deepEqual(await keys('fields=clave'), ['id', 'clave'])
  assert.deepEqual(await keys('fields=padre,clave'), ['id', 'clave', 'padre', 'padre_str'])
  const { json } = await erp.admin.get(`${PATH}?fields=padre,clave&id=2`)
  assert.deepEqual((await erp.admin.get(`${PATH}/2?fields=padre,clave`)).json.data, json.data[0])
})

test('lean=1 and lean=true leave the words of one record out, as of a listing', async () => {
  for (const query of ['lean=1', 'lean=true']) {
    assert.equal((await keys(query)).includes('padre_str'), false, query)
  }
  for (const query of ['lean=0', 'lean=false', '']) {
    assert.equal((await keys(query)).includes('padre_str'), true, query)
  }
  assert.deepEqual(await keys('fields=padre&lean=1'), ['id', 'padre'])
})

test('a parameter or a field that there is not is refused for one record as for a listing', async () => {
  const cases = [
    ['nope=1', 'UNKNOWN_FIELD', 'nope'],
    ['field=clave', 'UNKNOWN_FIELD', 'field'],
    ['clave=A', 'UNKNOWN_FIELD', 'clave'],
    ['fields=clave,nombres', 'UNKNOWN_FIELD', 'nombres'],
    ['lean=perhaps', 'INVALID_PARAMETER', 'lean'],
  ] as const
  for (const [query, code, field] of cases) {
    const { status, json } = await erp.admin.get(`${PATH}/1?${query}`)
    const [error] = json.errors
    assert.deepEqual([status, error.code, error.field], [422, code, field], query)
  }
})

test('a required text of nothing but blanks is refused, on create, on update and in an import', async () => {
  const blank = { clave: '  ', nombre: '\t\n' }
  const created = await erp.admin.post(PATH, blank)
  assert.deepEqual(
    [created.status, created.json.errors.map(({ field }: { field: string }) => field)],
    [422, ['clave', 'nombre']],
  )
  const updated = await erp.admin.send('PUT', `${PATH}/1`, { body: { nombre: ' ' } })
  assert.deepEqual([updated.status, updated.json.errors[0].field], [422, 'nombre'])
  const imported = await erp.admin.send('POST', `${PATH}/import`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"clave":"C","nombre":"   "}\n',
  })
  assert.match(imported.text, /nombre is required/)
})
