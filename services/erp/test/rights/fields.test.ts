import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company, type Person } from './rights-fixture.ts'

// What a profile says of fields holds in every way in which a field can be asked for.

let erp: ErpTest
let company: Company
let reader: Person
let proveedor: number
let contacto: string

const WRITE = ['leer', 'crear', 'modificar', 'eliminar']

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  proveedor = await company.create('Proveedor', {
    clave: 'ACERO',
    razon_social: 'Aceros del Norte',
    nombre_comercial: 'Secreto comercial',
    rfc: 'ANO010101AB1',
    correo: 'ventas@aceros.example',
    telefono: '8112345678',
    estado: 'activo',
  })
  contacto = `${API}/AuditoriaProveedor`
  const profile = await company.profile('LECTOR', {
    grants: [
      ...WRITE.map((right) => `Proveedor.${right}`),
      'AltaProveedor.leer',
      'RegistroAuditoria.leer',
    ],
    fields: {
      'Proveedor.rfc': 'oculto',
      'Proveedor.nombre_comercial': 'oculto',
      'Proveedor.razon_social': 'lectura',
      'Proveedor.telefono': 'enmascarado',
    },
  })
  reader = await company.person('lector', [profile])
})

after(() => erp.stop())

test('a hidden field is in no list, no record and no file', async () => {
  const list = await reader.client.get(`${API}/Proveedor`)
  const one = await reader.client.get(`${API}/Proveedor/${proveedor}`)
  const file = await reader.client.get(`${API}/Proveedor?format=csv`)
  for (const { status, text } of [list, one, file]) {
    assert.equal(status, 200, text)
    assert.doesNotMatch(text, /ANO010101AB1|Secreto comercial|rfc|nombre_comercial/)
    assert.match(text, /Aceros del Norte/)
  }
})

for (const query of [
  'fields=clave,rfc',
  'sort=rfc',
  'sort=-rfc',
  'rfc=ANO010101AB1',
  'rfc__like=ANO',
  'rfc__null=false',
]) {
  test(`a hidden field is unknown in ${query}`, async () => {
    const answer = await reader.client.get(`${API}/Proveedor?${query}`)
    assert.deepEqual(refusal(answer), [422, 'UNKNOWN_FIELD', 'rfc'])
    assert.doesNotMatch(answer.text, /Did you mean rfc/)
  })
}

test('GET /auth/permissions tells which fields a form leaves out, masks or only shows', async () => {
  const { modules } = (await reader.client.get(`${API}/auth/permissions`)).json.data
  const models = modules.flatMap((module: { models: object[] }) => module.models)
  const of = (name: string) => models.find((model: { name: string }) => model.name === name)
  assert.deepEqual(of('Proveedor').fields, {
    hidden: ['rfc', 'nombre_comercial'],
    masked: ['telefono'],
    read_only: ['razon_social', 'telefono'],
  })
  assert.equal('fields' in of('AltaProveedor'), false)
})

test('q does not look into a hidden or masked field', async () => {
  const found = async (q: string) => (await reader.client.get(`${API}/Proveedor?q=${q}`)).json.meta
  assert.equal((await found('Aceros')).total, 1)
  assert.equal((await found('Secreto')).total, 0)
  assert.equal((await found('ANO010101AB1')).total, 0)
})

test('a hidden field cannot be written, by POST, PUT or a file', async () => {
  const put = await reader.client.send('PUT', `${API}/Proveedor/${proveedor}`, {
    body: { rfc: 'XXX010101AB1' },
  })
  assert.deepEqual(refusal(put), [422, 'UNKNOWN_FIELD', 'rfc'])
  const headers = { 'content-type': 'text/csv' }
  for (const header of ['rfc', 'RFC']) {
    const file = await reader.client.send('POST', `${API}/Proveedor/import?upsert_by=clave`, {
      headers,
      body: `clave,${header}\nACERO,XXX010101AB1\n`,
    })
    assert.deepEqual(refusal(file), [422, 'UNKNOWN_FIELD', header])
  }
  const lines = await reader.client.send('POST', `${API}/Proveedor/import?upsert_by=clave`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"clave":"ACERO","rfc":"XXX010101AB1"}\n',
  })
  assert.deepEqual(refusal(lines), [422, 'UNKNOWN_FIELD', 'rfc'])
  const whole = await company.admin.get(`${API}/Proveedor/${proveedor}`)
  assert.equal(whole.json.data.rfc, 'ANO010101AB1')
})

test('a record that needs a hidden or read-only field is not his to make, which names the field', async () => {
  const answer = await reader.client.post(`${API}/Proveedor`, { clave: 'NUEVO' })
  assert.equal(answer.status, 422)
  assert.deepEqual(
    answer.json.errors.map(({ code, field }: { code: string; field: string }) => [code, field]),
    [
      ['READ_ONLY_FIELD', 'razon_social'],
      ['READ_ONLY_FIELD', 'rfc'],
    ],
  )
})

test('a masked field shows the end of a long text, and has no filter and no order', async () => {
  const { data } = (await reader.client.get(`${API}/Proveedor/${proveedor}`)).json
  assert.equal(data.telefono, '••••5678')
  for (const query of ['telefono=8112345678', 'telefono__null=false', 'sort=telefono']) {
    const answer = await reader.client.get(`${API}/Proveedor?${query}`)
    assert.deepEqual(refusal(answer), [422, 'INVALID_PARAMETER', 'telefono'], query)
  }
  const sheet = await reader.client.get(`${API}/Proveedor?format=csv&fields=telefono`)
  assert.match(sheet.text, /••••5678/)
})

test('a record that was read can be sent back whole, masked and read-only fields included', async () => {
  const { data } = (await reader.client.get(`${API}/Proveedor/${proveedor}`)).json
  const body = { ...data, correo: 'pedidos@aceros.example' }
  const answer = await reader.client.send('PUT', `${API}/Proveedor/${proveedor}`, { body })
  assert.equal(answer.status, 200, answer.text)
  const whole = (await company.admin.get(`${API}/Proveedor/${proveedor}`)).json.data
  assert.deepEqual(
    [whole.correo, whole.telefono, whole.rfc],
    ['pedidos@aceros.example', '8112345678', 'ANO010101AB1'],
  )
})

test('a read-only field is 422 READ_ONLY_FIELD, and whether a guess at a masked one is right is not told', async () => {
  const put = async (body: object) =>
    refusal(await reader.client.send('PUT', `${API}/Proveedor/${proveedor}`, { body }))
  assert.deepEqual(await put({ razon_social: 'Otra' }), [422, 'READ_ONLY_FIELD', 'razon_social'])
  assert.deepEqual(await put({ telefono: '8112345678' }), [422, 'READ_ONLY_FIELD', 'telefono'])
  assert.deepEqual(await put({ telefono: '8100000000' }), [422, 'READ_ONLY_FIELD', 'telefono'])
})

test('the audit log tells nothing of hidden and masked fields', async () => {
  const log = await reader.client.get(`${API}/RegistroAuditoria?registro=${proveedor}`)
  const trail = await reader.client.get(`${API}/reports/audit-trail/Proveedor/${proveedor}`)
  for (const { status, text } of [log, trail]) {
    assert.equal(status, 200, text)
    assert.match(text, /Aceros del Norte/)
    assert.doesNotMatch(text, /ANO010101AB1|Secreto comercial|8112345678/)
  }
})

test('a record in words leaves out what is hidden, and its id stands where nothing is left', async () => {
  const auditor = await company.person('palabras', [
    await company.profile('PALABRAS', {
      grants: ['AuditoriaProveedor.leer', 'Proveedor.leer'],
      fields: { 'Proveedor.razon_social': 'oculto', 'Proveedor.clave': 'enmascarado' },
    }),
  ])
  const made = await company.admin.post(contacto, {
    folio: 'A-1',
    proveedor,
    fecha: '2026-03-01',
    tipo: 'inicial',
  })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.json.data.proveedor_str, 'ACERO Aceros del Norte')
  const seen = await auditor.client.get(`${contacto}/${made.json.data.id}`)
  assert.equal(seen.json.data.proveedor_str, String(proveedor))
  for (const q of ['ACERO', 'Aceros']) {
    const found = await auditor.client.get(`${API}/Proveedor?q=${q}`)
    assert.equal(found.json.meta.total, 0, q)
  }
})

test('where several profiles grant reading, the one that shows most counts', async () => {
  const closed = await company.profile('CERRADO', {
    grants: ['Proveedor.leer'],
    fields: { 'Proveedor.rfc': 'oculto' },
  })
  const open = await company.profile('ABIERTO', { grants: ['Proveedor.leer'] })
  const both = await company.person('ambos', [closed, open])
  assert.match((await both.client.get(`${API}/Proveedor`)).text, /ANO010101AB1/)
})

test('a profile that grants nothing on the model only takes away', async () => {
  const open = await company.profile('ABIERTO-2', { grants: ['modulo:compras.leer'] })
  const taking = await company.profile('QUITA', { fields: { 'Proveedor.rfc': 'oculto' } })
  const both = await company.person('quitado', [open, taking])
  const { text } = await both.client.get(`${API}/Proveedor`)
  assert.doesNotMatch(text, /ANO010101AB1/)
})

test('a profile’s own word on a field counts before that of the one it inherits from', async () => {
  const padre = await company.profile('PADRE', {
    grants: ['Proveedor.leer'],
    fields: { 'Proveedor.rfc': 'oculto', 'Proveedor.correo': 'oculto' },
  })
  const child = await company.profile('HIJO', { padre, fields: { 'Proveedor.rfc': 'lectura' } })
  const heir = await company.person('heredero', [child])
  const { data } = (await heir.client.get(`${API}/Proveedor/${proveedor}`)).json
  assert.deepEqual([data.rfc, 'correo' in data], ['ANO010101AB1', false])
})

test('an API key shows no more than its user sees, nor more than its profile', async () => {
  const open = await company.profile('CLAVE', { grants: ['Proveedor.leer'] })
  const closed = await company.profile('CLAVE-2', {
    grants: ['Proveedor.leer'],
    fields: { 'Proveedor.correo': 'oculto' },
  })
  const keyed = async (nombre: string, perfil: number) => {
    const key = { nombre, usuario: reader.usuario, perfil, estado: 'activa' }
    const made = await company.admin.post(`${API}/ClaveApi`, key)
    assert.equal(made.status, 201, made.text)
    const client = erp.client.with({ authorization: `Bearer ${made.json.data.clave}` })
    const answer = await client.get(`${API}/Proveedor/${proveedor}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }
  const [own, narrow] = [await keyed('abierta', open), await keyed('cerrada', closed)]
  assert.deepEqual(['rfc' in own, 'correo' in own, own.telefono], [false, true, '••••5678'])
  assert.deepEqual(['rfc' in narrow, 'correo' in narrow], [false, false])
})
