import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company, type Person } from './rights-fixture.ts'

// What a profile says of records holds in every way in which a record can be reached.

let erp: ErpTest
let company: Company
let seller: Person
let mine: number
let foreign: number
let departamento: number

const WRITE = ['leer', 'crear', 'modificar', 'eliminar']
const CSV = { 'content-type': 'text/csv' }

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  mine = await company.create('CentroCosto', {
    clave: 'MIO',
    nombre: 'Centro mío',
    tipo: 'servicio',
  })
  foreign = await company.create('CentroCosto', {
    clave: 'AJENO',
    nombre: 'Centro secreto',
    tipo: 'productivo',
  })
  const one = { clave: 'D1', nombre: 'Uno', centro_costo: foreign }
  departamento = await company.create('Departamento', one)
  const profile = await company.profile('SERVICIO', {
    grants: [
      ...WRITE.flatMap((right) => [`CentroCosto.${right}`, `Departamento.${right}`]),
      'RegistroAuditoria.leer',
    ],
    rules: [{ modelo: 'CentroCosto', filtro: { tipo__in: ['servicio', 'comercial'] } }],
  })
  seller = await company.person('vendedora', [profile])
})

after(() => erp.stop())

test('a record outside a rule is in no list, count, search or file, and reading it is 404', async () => {
  const { client } = seller
  for (const query of ['', '?q=centro', '?sort=-nombre', '?nombre__like=centro', '?id__gt=0']) {
    const { json } = await client.get(`${API}/CentroCosto${query}`)
    assert.deepEqual(
      [json.meta.total, json.data.map(({ id }: { id: number }) => id)],
      [1, [mine]],
      query,
    )
  }
  const file = await client.get(`${API}/CentroCosto?format=csv`)
  assert.doesNotMatch(file.text, /AJENO|secreto/)
  assert.deepEqual(refusal(await client.get(`${API}/CentroCosto/${foreign}`)).slice(0, 2), [
    404,
    'NOT_FOUND',
  ])
})

test('the words of a reference to a record outside a rule are null', async () => {
  const { data } = (await seller.client.get(`${API}/Departamento/${departamento}`)).json
  assert.deepEqual([data.centro_costo, data.centro_costo_str], [foreign, null])
  const all = await seller.client.get(`${API}/Departamento`)
  assert.doesNotMatch(all.text, /AJENO|secreto/)
})

test('a record outside a rule is changed and deleted as little as one that is not there', async () => {
  const { client } = seller
  const body = { nombre: 'x' }
  for (const id of [foreign, 999]) {
    const changed = await client.send('PUT', `${API}/CentroCosto/${id}`, { body })
    const deleted = await client.send('DELETE', `${API}/CentroCosto/${id}`)
    for (const answer of [changed, deleted]) {
      assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NOT_FOUND'])
    }
  }
})

test('no write makes a record outside a rule or moves one there', async () => {
  const { client } = seller
  const outside = { clave: 'NUEVO', nombre: 'Nuevo', tipo: 'productivo' }
  assert.deepEqual(refusal(await client.post(`${API}/CentroCosto`, outside)), [
    422,
    'VALIDATION',
    null,
  ])
  const moved = await client.send('PUT', `${API}/CentroCosto/${mine}`, {
    body: { tipo: 'productivo' },
  })
  assert.deepEqual(refusal(moved), [422, 'VALIDATION', null])
  const kept = await client.get(`${API}/CentroCosto/${mine}`)
  assert.equal(kept.json.data.tipo, 'servicio')
  const inside = await client.post(`${API}/CentroCosto`, { ...outside, tipo: 'comercial' })
  assert.equal(inside.status, 201, inside.text)
})

test('a file makes and changes no record outside a rule either', async () => {
  const send = (query: string, body: string) =>
    seller.client.send('POST', `${API}/CentroCosto/import${query}`, { headers: CSV, body })
  const made = await send('?mode=rows', 'clave,nombre,tipo\nF1,F1,servicio\nF2,F2,productivo\n')
  assert.deepEqual(
    made.json.data.results.map(({ ok }: { ok: boolean }) => ok),
    [true, false],
  )
  const changed = await send('?upsert_by=clave', 'clave,nombre,tipo\nAJENO,Otro,servicio\n')
  assert.deepEqual(refusal(changed).slice(0, 2), [409, 'DUPLICATE'])
  const byId = await send('?upsert_by=id', `id,nombre\n${foreign},Otro\n`)
  assert.deepEqual(refusal(byId).slice(0, 2), [404, 'NOT_FOUND'])
  const whole = await company.admin.get(`${API}/CentroCosto/${foreign}`)
  assert.equal(whole.json.data.nombre, 'Centro secreto')
})

test('a reference to a record outside a rule leads nowhere, by id, by key and in words', async () => {
  const { client } = seller
  const made = { clave: 'D2', nombre: 'Dos', centro_costo: foreign }
  assert.deepEqual(refusal(await client.post(`${API}/Departamento`, made)), [
    422,
    'UNKNOWN_REFERENCE',
    'centro_costo',
  ])
  for (const text of [String(foreign), 'AJENO', 'AJENO Centro secreto']) {
    const body = `clave,nombre,centro_costo\nD3,Tres,${text}\n`
    const file = await client.send('POST', `${API}/Departamento/import`, { headers: CSV, body })
    assert.deepEqual(refusal(file), [422, 'UNKNOWN_REFERENCE', 'centro_costo'], text)
  }
  const same = { body: { nombre: 'Uno, otra vez', centro_costo: foreign } }
  const kept = await client.send('PUT', `${API}/Departamento/${departamento}`, same)
  assert.equal(kept.status, 200, kept.text)
})

test('the audit log and the trail of a record outside a rule are closed', async () => {
  const { client } = seller
  const log = await client.get(`${API}/RegistroAuditoria?per_page=100`)
  assert.equal(log.status, 200, log.text)
  assert.match(log.text, /MIO/)
  assert.doesNotMatch(log.text, /AJENO|secreto/)
  const trail = await client.get(`${API}/reports/audit-trail/CentroCosto/${foreign}`)
  assert.deepEqual(refusal(trail).slice(0, 2), [404, 'NOT_FOUND'])
})

test('the records that keep another from being deleted are counted, and named where they may be read', async () => {
  const profile = await company.profile('BORRA', {
    grants: ['CentroCosto.leer', 'CentroCosto.eliminar'],
  })
  const { client } = await company.person('borra', [profile])
  const { errors } = (await client.send('DELETE', `${API}/CentroCosto/${foreign}`)).json
  assert.deepEqual(errors[0].dependents, {})
  assert.match(errors[0].message, /1 that you may not read/)
  assert.doesNotMatch(errors[0].message, /Departamento/)
})

test('a rule for writing alone leaves reading open, and a change is 403', async () => {
  const profile = await company.profile('ESCRIBE', {
    grants: ['CentroCosto.leer', 'CentroCosto.modificar', 'CentroCosto.eliminar'],
    rules: [
      { modelo: 'CentroCosto', filtro: { tipo: 'servicio' }, aplica_escritura: true },
      { modelo: 'CentroCosto', filtro: { nombre__like: 'Centro' }, aplica_borrado: true },
    ],
  })
  const { client } = await company.person('escribe', [profile])
  assert.equal((await client.get(`${API}/CentroCosto/${foreign}`)).status, 200)
  const change = { body: { nombre: 'Centro secreto' } }
  const changed = await client.send('PUT', `${API}/CentroCosto/${foreign}`, change)
  assert.deepEqual(refusal(changed).slice(0, 2), [403, 'FORBIDDEN'])
  const own = await client.send('PUT', `${API}/CentroCosto/${mine}`, {
    body: { nombre: 'Centro mío' },
  })
  assert.equal(own.status, 200, own.text)
})

test('$usuario and $hoy stand for the caller and the day', async () => {
  const profile = await company.profile('PROPIO', {
    grants: ['Usuario.leer', 'PeriodoContable.leer'],
    rules: [
      { modelo: 'Usuario', filtro: { id: '$usuario' } },
      { modelo: 'PeriodoContable', filtro: { fecha_inicio__lte: '$hoy', fecha_fin__gte: '$hoy' } },
    ],
  })
  const [one, other] = [
    await company.person('propia-1', [profile]),
    await company.person('propia-2', [profile]),
  ]
  for (const { client, usuario } of [one, other]) {
    const { data } = (await client.get(`${API}/Usuario`)).json
    assert.deepEqual(
      data.map(({ id }: { id: number }) => id),
      [usuario],
    )
    const { data: periods } = (await client.get(`${API}/PeriodoContable`)).json
    assert.deepEqual(
      periods.map(({ nombre }: { nombre: string }) => nombre),
      ['Marzo 2026'],
    )
  }
})

test('rules of one profile add up, those of several profiles that grant the right are alternatives', async () => {
  const grants = ['CentroCosto.leer']
  const strict = await company.profile('DOBLE', {
    grants,
    rules: [
      { modelo: 'CentroCosto', filtro: { tipo: 'servicio' } },
      { modelo: 'CentroCosto', filtro: { clave: 'MIO' } },
    ],
  })
  const productive = await company.profile('PRODUCTIVO', {
    grants,
    rules: [{ modelo: 'CentroCosto', filtro: { tipo: 'productivo' } }],
  })
  const taking = await company.profile('SIN-MIO', {
    rules: [{ modelo: 'CentroCosto', filtro: { clave__in: ['AJENO'] } }],
  })
  const seen = async (usuario: string, profiles: readonly number[]) => {
    const { client } = await company.person(usuario, profiles)
    const { data } = (await client.get(`${API}/CentroCosto?sort=clave`)).json
    return data.map(({ clave }: { clave: string }) => clave)
  }
  assert.deepEqual(await seen('estricto', [strict]), ['MIO'])
  assert.deepEqual(await seen('doble', [strict, productive]), ['AJENO', 'MIO'])
  assert.deepEqual(await seen('quitado', [strict, productive, taking]), ['AJENO'])
})

test('the lines of a document are reached as the document is', async () => {
  const entry = async (clave: string) => {
    const tipo = 1
    const poliza = await company.create('Poliza', {
      folio: clave,
      tipo,
      fecha: '2026-03-01',
      periodo: 3,
      concepto: clave,
    })
    const moneda = await company.catalog('moneda')
    const line = { poliza, partida: 1, cuenta_contable: 2, cargo: '1.00', moneda }
    return { poliza, partida: await company.create('PolizaPartida', line) }
  }
  const [open, closed] = [await entry('ABIERTA'), await entry('OTRA')]
  const profile = await company.profile('BORRADORES', {
    grants: WRITE.flatMap((right) => [`Poliza.${right}`, `PolizaPartida.${right}`]),
    rules: [{ modelo: 'Poliza', filtro: { folio: 'ABIERTA' } }],
  })
  const { client } = await company.person('borradores', [profile])
  const { data } = (await client.get(`${API}/PolizaPartida`)).json
  assert.deepEqual(
    data.map(({ id }: { id: number }) => id),
    [open.partida],
  )
  const path = `${API}/PolizaPartida/${closed.partida}`
  for (const answer of [
    await client.get(path),
    await client.send('PUT', path, { body: { concepto: 'x' } }),
    await client.send('DELETE', path),
  ]) {
    assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NOT_FOUND'])
  }
  const moved = await client.send('PUT', `${API}/PolizaPartida/${open.partida}`, {
    body: { poliza: closed.poliza },
  })
  assert.deepEqual(refusal(moved), [422, 'UNKNOWN_REFERENCE', 'poliza'])
})

for (const [filtro, told] of [
  [{ nada: 1 }, /CentroCosto has no field nada/],
  [{ tipo: 'otro' }, /tipo must be one of/],
  [{ tipo__raro: 'x' }, /There is no filter __raro/],
  [{}, /1 to 50 filters/],
  [['tipo'], /object of filters/],
  [{ tipo: { eq: 'x' } }, /neither a value nor a list/],
] as const) {
  test(`a rule that cannot be understood is 422 when it is written: ${JSON.stringify(filtro)}`, async () => {
    const perfil = await company.create('Perfil', { clave: `R${told.source.length}`, nombre: 'R' })
    const modelo = await company.model('CentroCosto')
    const rule = { nombre: told.source.slice(0, 100), perfil, modelo, filtro, aplica_lectura: true }
    const answer = await company.admin.post(`${API}/ReglaRegistro`, rule)
    assert.deepEqual(refusal(answer), [422, 'VALIDATION', 'filtro'], answer.text)
    assert.match(answer.json.errors[0].message, told)
  })
}

test('a rule that applies to nothing is 422', async () => {
  const perfil = await company.create('Perfil', { clave: 'NADA', nombre: 'Nada' })
  const modelo = await company.model('CentroCosto')
  const rule = { nombre: 'nada', perfil, modelo, filtro: { tipo: 'servicio' } }
  const answer = await company.admin.post(`${API}/ReglaRegistro`, rule)
  assert.deepEqual(refusal(answer), [422, 'VALIDATION', 'aplica_lectura'])
})
