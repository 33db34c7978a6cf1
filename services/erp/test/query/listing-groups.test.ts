import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company } from '../rights/rights-fixture.ts'

// What a listing finds through references, by alternatives, and as groups with sums.

let erp: ErpTest
let company: Company

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  const peso = await company.catalog('moneda', 'MXN')
  const centers: Record<string, number> = {}
  for (const [clave, nombre, tipo, inicio] of [
    ['NORTE', 'Ventas del norte', 'comercial', '2026-01-31'],
    ['SUR', 'Ventas del sur', 'comercial', '2026-02-01'],
    ['PLANTA', 'Producción', 'productivo', '2026-02-15'],
    ['VIEJO', 'Sin fecha', 'servicio', null],
  ] as const) {
    const more = inicio === null ? {} : { inicio_vigencia: inicio }
    centers[clave] = await company.create('CentroCosto', { clave, nombre, tipo, ...more })
  }
  for (const [clave, center] of [
    ['A', 'NORTE'],
    ['B', 'SUR'],
    ['C', 'PLANTA'],
    ['D', null],
  ] as const) {
    const more = center === null ? {} : { centro_costo: centers[center] }
    await company.create('Departamento', { clave, nombre: `Área ${clave}`, ...more })
  }
  for (const [clave, activo, limite] of [
    ['1', true, '0.10'],
    ['2', true, '99999999999999.99'],
    ['3', false, '5.00'],
    ['4', false, null],
  ] as const) {
    const more = limite === null ? {} : { limite_importe: limite }
    await company.create('Comprador', { clave, nombre: clave, moneda: peso, activo, ...more })
  }
})

after(() => erp.stop())

async function claves(path: string): Promise<readonly string[]> {
  const answer = await erp.admin.get(`${API}/${path}`)
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  assert.equal(answer.json.meta.total, answer.json.data.length)
  return answer.json.data.map(({ clave }: { clave: string }) => clave)
}

async function problem(path: string): Promise<readonly unknown[]> {
  const { status, json } = await erp.admin.get(`${API}/${path}`)
  const [first] = json.errors
  return [status, first.code, first.field, first.message]
}

for (const [query, expected] of [
  ['centro_costo__tipo=comercial', ['A', 'B']],
  ['centro_costo__nombre__like=VENTAS', ['A', 'B']],
  ['centro_costo__clave__in=SUR,PLANTA', ['B', 'C']],
  ['centro_costo__inicio_vigencia__gte=2026-02-01', ['B', 'C']],
  ['centro_costo__tipo__ne=comercial', ['C']],
  ['centro_costo__tipo=comercial&clave__ne=A', ['B']],
  ['centro_costo__ne=1', ['B', 'C', 'D']],
  [`or=${encodeURIComponent('clave=D&centro_costo__clave=NORTE')}`, ['A', 'D']],
  [
    `or=${encodeURIComponent('clave=A&clave=B')}`,
    'clave may be given once; use __in for several values.',
  ],
  [`or=clave%3DA%26clave__like%3DB&or=nombre__like%3DB%26clave%3DC`, ['B']],
  [`or=${encodeURIComponent('nombre__like=a&b')}`, 'Departamento has no field b. Did you mean id?'],
  [`or=${encodeURIComponent(`nombre=${encodeURIComponent('a&b')}`)}`, []],
] as const) {
  test(`a listing finds through references and by alternatives: ${query}`, async () => {
    const path = `Departamento?${query}`
    if (typeof expected === 'string') assert.equal((await problem(path))[3], expected)
    else assert.deepEqual(await claves(path), expected)
  })
}

test('what looks further than one reference, through no reference or for nothing is 422 with its reason', async () => {
  assert.deepEqual(await problem('Departamento?centro_costo__padre__clave=X'), [
    422,
    'UNKNOWN_FIELD',
    'centro_costo__padre__clave',
    'There is no filter __clave; allowed are __ne, __gt, __gte, __lt, __lte, __in, __like, __null, and a field of what one reference points to.',
  ])
  assert.deepEqual((await problem('Departamento?nombre__raro=X')).slice(0, 3), [
    422,
    'UNKNOWN_FIELD',
    'nombre__raro',
  ])
  assert.deepEqual(await problem('Departamento?centro_costo__claves=X'), [
    422,
    'UNKNOWN_FIELD',
    'claves',
    'CentroCosto has no field claves. Did you mean clave?',
  ])
  assert.deepEqual((await problem('Departamento?or=')).slice(0, 3), [
    422,
    'INVALID_PARAMETER',
    'or',
  ])
  const many = Array.from({ length: 51 }, (_, index) => `id__ne=${index}`).join('&')
  assert.equal(
    (await problem(`Departamento?or=${encodeURIComponent(many)}`)).length,
    4,
    'a repeated filter is told',
  )
  const fields = ['id', 'clave', 'nombre', 'version', 'centro_costo', 'activo', 'padre']
  const suffixes = ['', '__ne', '__gt', '__gte', '__lt', '__lte', '__in', '__null']
  const all = fields.flatMap((name) => suffixes.map((suffix) => `${name}${suffix}=1`)).slice(0, 51)
  const { json } = await erp.admin.get(
    `${API}/Departamento?or=${encodeURIComponent(all.join('&'))}`,
  )
  assert.match(JSON.stringify(json.errors), /at most 50 filters/)
})

test('a filter through a reference finds nothing by what its reader may not see of what it points to', async () => {
  const profile = await company.profile('PARTE', {
    grants: ['Departamento.leer', 'CentroCosto.leer'],
    fields: { 'CentroCosto.nombre': 'oculto', 'CentroCosto.tipo': 'enmascarado' },
    rules: [{ modelo: 'CentroCosto', filtro: { clave__in: ['NORTE'] } }],
  })
  const { client } = await company.person('lectora', [profile])
  const found = await client.get(`${API}/Departamento?centro_costo__clave__like=%`)
  assert.deepEqual(
    found.json.data.map(({ clave }: { clave: string }) => clave),
    ['A'],
  )
  for (const query of ['centro_costo__nombre__like=ven', 'centro_costo__tipo=comercial']) {
    assert.equal((await client.get(`${API}/Departamento?${query}`)).status, 422, query)
  }
  const alone = await company.profile('SOLO', { grants: ['Departamento.leer'] })
  const { client: blind } = await company.person('ciega', [alone])
  const answer = await blind.get(`${API}/Departamento?centro_costo__clave=NORTE`)
  assert.deepEqual(
    [answer.status, answer.json.errors[0].message],
    [422, 'centro_costo__clave looks into CentroCosto, which cannot be read here.'],
  )
  const masked = await client.get(`${API}/CentroCosto?group_by=tipo`)
  assert.equal(masked.status, 422)
})

test('groups count the records by values, with the words of references', async () => {
  const { json } = await erp.admin.get(`${API}/Departamento?group_by=centro_costo&sort=-count`)
  assert.deepEqual(json, {
    data: [
      { centro_costo: 1, centro_costo_str: 'NORTE Ventas del norte', count: 1 },
      { centro_costo: 2, centro_costo_str: 'SUR Ventas del sur', count: 1 },
      { centro_costo: 3, centro_costo_str: 'PLANTA Producción', count: 1 },
      { centro_costo: null, centro_costo_str: null, count: 1 },
    ],
    meta: { model: 'Departamento', total: 4, page: 1, per_page: 25, pages: 1, after: null },
    errors: null,
  })
})

test('days are grouped by month, and groups are filtered, sorted and paged', async () => {
  const groups = async (query: string) =>
    (await erp.admin.get(`${API}/CentroCosto?${query}`)).json.data
  assert.deepEqual(await groups('group_by=inicio_vigencia__month'), [
    { inicio_vigencia__month: '2026-01', count: 1 },
    { inicio_vigencia__month: '2026-02', count: 2 },
    { inicio_vigencia__month: null, count: 1 },
  ])
  assert.deepEqual(await groups('group_by=tipo,inicio_vigencia__year&sort=-count&per_page=1'), [
    { tipo: 'comercial', inicio_vigencia__year: '2026', count: 2 },
  ])
  assert.deepEqual(await groups('group_by=tipo&q=ventas'), [{ tipo: 'comercial', count: 2 }])
  assert.deepEqual(await groups('group_by=tipo&clave=NADA'), [])
})

test('sums keep every digit, of each group or of all', async () => {
  const all = await erp.admin.get(`${API}/Comprador?sum=limite_importe`)
  assert.match(
    all.text,
    /"data":\[\{"count":4,"sum":\{"limite_importe" : 100000000000005\.09\}\}\]/,
  )
  const by = await erp.admin.get(
    `${API}/Comprador?group_by=activo&sum=limite_importe&sort=limite_importe`,
  )
  assert.match(
    by.text,
    /"count":2,"sum":\{"limite_importe" : 5\.00\}\},\s*\{"activo":true,"count":2,"sum":\{"limite_importe" : 100000000000000\.09\}\}/,
  )
  const none = await erp.admin.get(`${API}/Comprador?sum=limite_importe&clave=NADA`)
  assert.deepEqual(none.json.data, [{ count: 0, sum: { limite_importe: 0 } }])
})

for (const [query, field, reason] of [
  ['group_by=nombres', 'nombres', /Did you mean nombre/],
  ['group_by=moneda__month', 'group_by', /has no month/],
  ['group_by=creado_en__week', 'group_by', /__year, __month or __day/],
  ['group_by=a,b,c,d,e', 'group_by', /at most 4/],
  ['sum=nombre', 'sum', /cannot be added up/],
  ['sum=id', 'sum', /cannot be added up/],
  ['group_by=moneda&sort=nombre', 'sort', /sorted by moneda, count/],
  ['group_by=moneda&fields=id', 'fields', /does not apply/],
  ['group_by=moneda&format=csv', 'format', /does not apply/],
] as const) {
  test(`groups that make no sense are 422 with their reason: ${query}`, async () => {
    const [status, , name, message] = await problem(`Comprador?${query}`)
    assert.deepEqual([status, name], [422, field])
    assert.match(String(message), reason)
  })
}
