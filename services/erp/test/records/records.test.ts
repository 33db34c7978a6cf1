import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest
/** Of a company of its own, with two departments. */
let reader: HttpClient

before(async () => {
  erp = await startErp()
  reader = await erp.otherCompany()
  await reader.post(PATH, { clave: 'A', nombre: 'Área' })
  await reader.post(PATH, { clave: 'B', nombre: 'Bodega', padre: 1 })
})

after(() => erp.stop())

const API = '/api/v1'
const PATH = `${API}/Departamento`

function codes(answer: { json: { errors: { code: string }[] } }): string[] {
  return answer.json.errors.map(({ code }) => code)
}

test('POST /{modelo} answers 201 with Location and the record as stored', async () => {
  const answer = await erp.admin.post(`${API}/Departamento`, { clave: 'D1', nombre: 'Compras' })
  assert.equal(answer.status, 201)
  const { id } = answer.json.data
  assert.equal(answer.headers.get('location'), `${API}/Departamento/${id}`)
  const read = await erp.admin.get(`${API}/Departamento/${id}`)
  assert.deepEqual(read.json.data, answer.json.data)
  assert.deepEqual(read.json.meta, { model: 'Departamento' })
  assert.equal(read.json.data.version, 1)
  assert.equal(read.headers.get('etag'), '"1"')
})

test('PUT changes only the fields sent and counts the version up', async () => {
  const created = await erp.admin.post(`${API}/Departamento`, { clave: 'D2', nombre: 'Ventas' })
  const path = `${API}/Departamento/${created.json.data.id}`
  const answer = await erp.admin.send('PUT', path, { body: { nombre: 'Ventas y mercadeo' } })
  assert.equal(answer.status, 200)
  assert.deepEqual(
    [answer.json.data.clave, answer.json.data.nombre, answer.json.data.version],
    ['D2', 'Ventas y mercadeo', 2],
  )
})

test('a whole record that was read can be sent back', async () => {
  const created = await erp.admin.post(`${API}/Departamento`, { clave: 'D3', nombre: 'Taller' })
  const { id } = created.json.data
  const answer = await erp.admin.send('PUT', `${API}/Departamento/${id}`, {
    body: created.json.data,
  })
  assert.equal(answer.status, 200)
})

test('a stale version or If-Match is 412 STALE_VERSION and changes nothing', async () => {
  const created = await erp.admin.post(`${API}/Departamento`, { clave: 'D4', nombre: 'Caja' })
  const path = `${API}/Departamento/${created.json.data.id}`
  await erp.admin.send('PUT', path, { body: { nombre: 'Cajas' }, headers: { 'if-match': '"1"' } })
  const stale = await erp.admin.send('PUT', path, { body: { nombre: 'X', version: 1 } })
  assert.deepEqual([stale.status, codes(stale)], [412, ['STALE_VERSION']])
  const header = await erp.admin.send('DELETE', path, { headers: { 'if-match': '"1"' } })
  assert.equal(header.status, 412)
  assert.equal((await erp.admin.get(path)).json.data.nombre, 'Cajas')
})

test('a record of a shared catalog, which has no version, is held to what was read by If-Match', async () => {
  const created = await erp.admin.post(`${API}/Moneda`, { clave: 'QQM', nombre: 'Primera' })
  const path = `${API}/Moneda/${created.json.data.id}`
  const read = await erp.admin.get(path)
  const headers = { 'if-match': read.headers.get('etag') ?? '' }
  assert.equal(headers['if-match'], created.headers.get('etag'))
  const write = async (nombre: string) =>
    await erp.admin.send('PUT', path, { body: { nombre }, headers })
  assert.equal((await write('Segunda')).status, 200)
  const late = await write('Tercera')
  assert.deepEqual([late.status, codes(late)], [412, ['STALE_VERSION']])
  assert.equal((await erp.admin.send('DELETE', path, { headers })).status, 412)
  assert.equal((await erp.admin.get(path)).json.data.nombre, 'Segunda')
})

test('every problem of a body is reported at once, by field', async () => {
  const answer = await erp.admin.post(`${API}/TipoCambio`, {
    fecha: '2026-02-30',
    fuente: 'rumor',
    compra: '1.1234567',
    vneta: 1,
  })
  assert.equal(answer.status, 422)
  const byField = Object.fromEntries(
    answer.json.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
  )
  assert.partialDeepStrictEqual(byField, {
    fecha: 'VALIDATION',
    fuente: 'VALIDATION',
    compra: 'VALIDATION',
  })
  assert.equal(byField['vneta'], 'UNKNOWN_FIELD')
  assert.match(answer.text, /Did you mean venta\?/)
})

test('a body that is not JSON is 400 MALFORMED_JSON and one that is not an object too', async () => {
  for (const body of ['{', '', '[]', '"x"', 'null']) {
    const answer = await erp.admin.send('POST', `${API}/Moneda`, {
      body,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual([answer.status, codes(answer)], [400, ['MALFORMED_JSON']], body)
  }
})

test('a unique value twice is 409 DUPLICATE with its field', async () => {
  await erp.admin.post(`${API}/Departamento`, { clave: 'DUP', nombre: 'Uno' })
  const answer = await erp.admin.post(`${API}/Departamento`, { clave: 'DUP', nombre: 'Dos' })
  assert.deepEqual([answer.status, codes(answer)], [409, ['DUPLICATE']])
  assert.equal(answer.json.errors[0].field, 'clave')
})

test('a reference that leads nowhere is 422 UNKNOWN_REFERENCE', async () => {
  const answer = await erp.admin.post(`${API}/Departamento`, {
    clave: 'R',
    nombre: 'R',
    padre: 999_999,
  })
  assert.deepEqual([answer.status, codes(answer)], [422, ['UNKNOWN_REFERENCE']])
  assert.equal(answer.json.errors[0].field, 'padre')
})

test('money keeps every digit, written as a number or as a text', async () => {
  const currency = await erp.admin.post(`${API}/Moneda`, { clave: 'ZZZ', nombre: 'Prueba' })
  const body = `{"moneda":${currency.json.data.id},"fecha":"2026-01-02","fuente":"dof","tipo_cambio":123456789012.123456}`
  const answer = await erp.admin.send('POST', `${API}/TipoCambio`, {
    body,
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(answer.status, 201, answer.text)
  assert.match(answer.text, /"tipo_cambio":123456789012\.123456[,}]/)
})

test('DELETE answers 200 with the id, and the record is gone', async () => {
  const created = await erp.admin.post(`${API}/Departamento`, { clave: 'DEL', nombre: 'X' })
  const path = `${API}/Departamento/${created.json.data.id}`
  const answer = await erp.admin.send('DELETE', path)
  assert.deepEqual([answer.status, answer.json.data], [200, { id: created.json.data.id }])
  assert.deepEqual(codes(await erp.admin.get(path)), ['NOT_FOUND'])
})

test('DELETE with dependent records is 409 with the detail by model in errors[0].dependents', async () => {
  const parent = await erp.admin.post(`${API}/Departamento`, { clave: 'P', nombre: 'Padre' })
  const { id } = parent.json.data
  const children = []
  for (let index = 0; index < 12; index += 1) {
    const child = await erp.admin.post(`${API}/Departamento`, {
      clave: `P${index}`,
      nombre: 'H',
      padre: id,
    })
    children.push(child.json.data.id)
  }
  const answer = await erp.admin.send('DELETE', `${API}/Departamento/${id}`)
  assert.equal(answer.status, 409)
  const [error] = answer.json.errors
  assert.equal(error.code, 'HAS_DEPENDENTS')
  assert.deepEqual(error.dependents, { Departamento: { count: 12, ids: children.slice(0, 10) } })
})

test('an Idempotency-Key makes two requests one, also at once', async () => {
  const headers = { 'idempotency-key': 'clave-1' }
  const send = () =>
    erp.admin.send('POST', `${API}/Departamento`, {
      body: { clave: 'I1', nombre: 'Una vez' },
      headers,
    })
  const [one, two] = await Promise.all([send(), send()])
  const three = await send()
  assert.deepEqual([one.status, two.status, three.status], [201, 201, 201])
  assert.deepEqual(two.json.data, one.json.data)
  assert.deepEqual(three.json.data, one.json.data)
  const other = await erp.admin.send('POST', `${API}/Departamento`, {
    body: { clave: 'I2', nombre: 'Otra' },
    headers,
  })
  assert.deepEqual(codes(other), ['IDEMPOTENCY_MISMATCH'])
})

test('an unknown model is 404 UNKNOWN_MODEL and names the nearest', async () => {
  const answer = await erp.admin.get(`${API}/Monedas`)
  assert.deepEqual([answer.status, codes(answer)], [404, ['UNKNOWN_MODEL']])
  assert.match(answer.text, /Did you mean Moneda\?/)
})

test('a field that only an action may change is 422 READ_ONLY_FIELD naming the action', async () => {
  const answer = await erp.admin.post(`${API}/Compra`, { estado: 'autorizada' })
  const error = answer.json.errors.find(({ field }: { field: string }) => field === 'estado')
  assert.equal(error.code, 'READ_ONLY_FIELD')
  assert.match(error.message, /autorizar_compra/)
})

test('a password is stored as a hash and comes back in no answer', async () => {
  const created = await erp.admin.post(`${API}/Usuario`, {
    usuario: 'ana',
    nombre: 'Ana',
    password: 'muy-secreto-1',
    estado: 'activo',
  })
  assert.equal(created.status, 201, created.text)
  assert.equal(Object.hasOwn(created.json.data, 'password'), false)
  const list = await erp.admin.get(`${API}/Usuario?fields=usuario,nombre`)
  assert.equal(list.text.includes('argon2'), false)
  for (const query of ['sort=password', 'password=x', 'fields=password', 'password__like=%']) {
    assert.deepEqual(
      codes(await erp.admin.get(`${API}/Usuario?${query}`)),
      ['UNKNOWN_FIELD'],
      query,
    )
  }
  const ana = await erp.logIn('ana', 'muy-secreto-1')
  assert.equal((await ana.get(`${API}/auth/permissions`)).status, 200)
})

test('texts of every kind survive, and what PostgreSQL cannot hold is refused', async () => {
  const names = ['🧾 Facturación', 'שלום', 'e\u0301', '𝔘', `O'Brien; drop table`, '{"a":1}', '%_\\']
  for (const [index, nombre] of names.entries()) {
    const answer = await erp.admin.post(`${API}/Departamento`, { clave: `U${index}`, nombre })
    assert.equal(answer.json.data?.nombre, nombre, answer.text)
  }
  for (const nombre of ['a\u0000b', '\ud800']) {
    const answer = await erp.admin.post(`${API}/Departamento`, { clave: 'NUL', nombre })
    assert.deepEqual([answer.status, codes(answer)], [422, ['VALIDATION']])
  }
})

test('an id that no record can have is 404', async () => {
  for (const id of ['0', '-1', 'x', '1.5', '99999999999999999999']) {
    assert.equal((await erp.admin.get(`${API}/Departamento/${id}`)).status, 404, id)
  }
})

async function keys(query: string): Promise<string[]> {
  const answer = await reader.get(`${PATH}/2?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return Object.keys(answer.json.data)
}

test('one record shows the fields that are asked for, as a listing does', async () => {
  assert.deepEqual(await keys('fields=clave'), ['id', 'clave'])
  assert.deepEqual(await keys('fields=padre,clave'), ['id', 'clave', 'padre', 'padre_str'])
  const { json } = await reader.get(`${PATH}?fields=padre,clave&id=2`)
  assert.deepEqual((await reader.get(`${PATH}/2?fields=padre,clave`)).json.data, json.data[0])
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
    const { status, json } = await reader.get(`${PATH}/1?${query}`)
    const [error] = json.errors
    assert.deepEqual([status, error.code, error.field], [422, code, field], query)
  }
})

test('a required text of nothing but blanks is refused, on create, on update and in an import', async () => {
  const blank = { clave: '  ', nombre: '\t\n' }
  const created = await reader.post(PATH, blank)
  assert.deepEqual(
    [created.status, created.json.errors.map(({ field }: { field: string }) => field)],
    [422, ['clave', 'nombre']],
  )
  const updated = await reader.send('PUT', `${PATH}/1`, { body: { nombre: ' ' } })
  assert.deepEqual([updated.status, updated.json.errors[0].field], [422, 'nombre'])
  const imported = await reader.send('POST', `${PATH}/import`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"clave":"C","nombre":"   "}\n',
  })
  assert.match(imported.text, /nombre is required/)
})
