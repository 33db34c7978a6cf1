import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company, type Person } from './rights-fixture.ts'

// Nobody makes himself or another more than he is: a right to write users, profiles or assignments is not administration.

let erp: ErpTest
let company: Company
let helpdesk: Person
let own: number
let wide: number
let other: Person

const WRITE = ['leer', 'crear', 'modificar', 'eliminar']
const MODELS = [
  'Usuario',
  'Perfil',
  'PerfilPermiso',
  'UsuarioPerfil',
  'SuscripcionEvento',
  'ClaveApi',
]
const LIMITING = [
  'PerfilCampo',
  'ReglaRegistro',
  'RedPermitida',
  'PoliticaAcceso',
  'ReglaSegregacion',
]

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  own = await company.profile('MESA', {
    grants: [
      ...[...MODELS, ...LIMITING].flatMap((model) => WRITE.map((right) => `${model}.${right}`)),
      'Departamento.leer',
    ],
  })
  wide = await company.profile('AMPLIO', { grants: ['Departamento.leer', 'Poliza.leer'] })
  helpdesk = await company.person('mesa', [own])
  other = await company.person('otra', [])
})

after(() => erp.stop())

function put(path: string, body: object): Promise<TestAnswer> {
  return helpdesk.client.send('PUT', `${API}/${path}`, { body })
}

function forbidden(answer: TestAnswer): void {
  assert.deepEqual(refusal(answer).slice(0, 2), [403, 'FORBIDDEN'], answer.text)
}

test('who may change users makes nobody an administrator, not by PUT, POST or a file', async () => {
  forbidden(await put(`Usuario/${helpdesk.usuario}`, { es_administrador: true }))
  forbidden(await put(`Usuario/${other.usuario}`, { es_administrador: true }))
  const user = { usuario: 'nuevo', nombre: 'N', password: 'una-clave-larga', estado: 'activo' }
  forbidden(await helpdesk.client.post(`${API}/Usuario`, { ...user, es_administrador: true }))
  const file = await helpdesk.client.send('POST', `${API}/Usuario/import?upsert_by=usuario`, {
    headers: { 'content-type': 'text/csv' },
    body: 'usuario,es_administrador\nmesa,true\n',
  })
  forbidden(file)
  const made = await helpdesk.client.post(`${API}/Usuario`, user)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.json.data.es_administrador, false)
})

test('other people’s passwords and the users of administrators are the administrators’', async () => {
  const password = 'otra-clave-larga'
  forbidden(await put('Usuario/1', { password }))
  forbidden(await put('Usuario/1', { usuario: 'adm' }))
  forbidden(await put(`Usuario/${other.usuario}`, { password }))
  forbidden(await helpdesk.client.send('DELETE', `${API}/Usuario/1`))
  const named = await put(`Usuario/${other.usuario}`, { nombre: 'Otra persona' })
  assert.equal(named.status, 200, named.text)
  const mine = await put(`Usuario/${helpdesk.usuario}`, { nombre: 'Mesa de ayuda' })
  assert.equal(mine.status, 200, mine.text)
})

test('the operator’s user is changed by the operator alone, not by another administrator', async () => {
  const second = await company.person('segunda', [], { es_administrador: true })
  const body = { password: 'robada-clave-larga' }
  forbidden(await second.client.send('PUT', `${API}/Usuario/1`, { body }))
  forbidden(await second.client.send('PUT', `${API}/Usuario/1`, { body: { estado: 'baja' } }))
  const free = await second.client.send('PUT', `${API}/Usuario/${other.usuario}`, { body })
  assert.equal(free.status, 200, free.text)
  const name = await company.admin.send('PUT', `${API}/Usuario/1`, { body: { nombre: 'Yo' } })
  assert.equal(name.status, 200, name.text)
})

test('a profile above one’s own rights is given to nobody, oneself included', async () => {
  const assign = (usuario: number, perfil: number) =>
    helpdesk.client.post(`${API}/UsuarioPerfil`, { usuario, perfil, inicio_vigencia: '2026-01-01' })
  forbidden(await assign(helpdesk.usuario, wide))
  forbidden(await assign(other.usuario, wide))
  const passed = await assign(other.usuario, own)
  assert.equal(passed.status, 201, passed.text)
  forbidden(await put(`UsuarioPerfil/${passed.json.data.id}`, { perfil: wide }))
})

test('a right above one’s own is given to no profile, and no larger amount', async () => {
  const perfil = await company.create('Perfil', { clave: 'VACIO', nombre: 'Vacío' })
  const grant = async (clave: string, more: object = {}) => {
    const permiso = await company.permission(clave)
    const body = { perfil, permiso, concedido: true, ...more }
    return await helpdesk.client.post(`${API}/PerfilPermiso`, body)
  }
  forbidden(await grant('Poliza.leer'))
  forbidden(await grant('modulo:seguridad.leer'))
  assert.equal((await grant('Departamento.leer')).status, 201)
  const buyer = await company.create('Perfil', { clave: 'HASTA', nombre: 'Hasta' })
  await company.create('PerfilPermiso', {
    perfil: buyer,
    permiso: await company.permission('Compra.autorizar_compra'),
    concedido: true,
    limite_importe: '1000.00',
  })
  const { client } = await company.person('hasta', [own, buyer])
  const permiso = await company.permission('Compra.autorizar_compra')
  const upTo = (limite: string | null) =>
    client.post(`${API}/PerfilPermiso`, {
      perfil,
      permiso,
      concedido: true,
      limite_importe: limite,
    })
  forbidden(await upTo(null))
  forbidden(await upTo('1000.01'))
  assert.equal((await upTo('1000.00')).status, 201)
})

test('a profile inherits nothing above the rights of who says so', async () => {
  const perfil = await company.create('Perfil', { clave: 'NIETO', nombre: 'Nieto' })
  forbidden(await put(`Perfil/${perfil}`, { padre: wide }))
  forbidden(await helpdesk.client.post(`${API}/Perfil`, { clave: 'H', nombre: 'H', padre: wide }))
  assert.equal((await put(`Perfil/${perfil}`, { padre: own })).status, 200)
  assert.equal((await put(`Perfil/${perfil}`, { nombre: 'Otro nombre' })).status, 200)
})

test('who sees part of a model hands on no profile that shows more of it', async () => {
  const narrow = await company.profile('ANGOSTO', {
    grants: ['UsuarioPerfil.crear', 'Departamento.leer', 'Puesto.leer'],
    fields: { 'Departamento.nombre': 'oculto' },
  })
  const open = await company.profile('SIN-LIMITE', { grants: ['Departamento.leer'] })
  const posts = await company.profile('PUESTOS', { grants: ['Puesto.leer'] })
  const { client, usuario } = await company.person('angosta', [narrow])
  const assign = (perfil: number) =>
    client.post(`${API}/UsuarioPerfil`, { usuario, perfil, inicio_vigencia: '2026-01-01' })
  forbidden(await assign(open))
  assert.equal((await assign(posts)).status, 201)
  const given = await assign(narrow)
  assert.equal(given.status, 201, given.text)
  assert.deepEqual(Object.keys(given.json.data), ['id', 'version'])
})

test('a profile that takes rights away is taken from nobody but by an administrator', async () => {
  const refusing = await company.profile('NIEGA', { refusals: ['Departamento.leer'] })
  const { usuario } = await company.person('negada', [])
  const assignment = { usuario, perfil: refusing, inicio_vigencia: '2026-01-01' }
  const id = await company.create('UsuarioPerfil', assignment)
  forbidden(await put(`UsuarioPerfil/${id}`, { activo: false }))
  forbidden(await helpdesk.client.send('DELETE', `${API}/UsuarioPerfil/${id}`))
  forbidden(await put(`Perfil/${refusing}`, { activo: false }))
})

for (const model of LIMITING) {
  test(`what limits everybody is an administrator’s to set: ${model}`, async () => {
    const bodies: Readonly<Record<string, object>> = {
      PerfilCampo: { perfil: own, campo: await company.field('Usuario.correo'), acceso: 'edicion' },
      ReglaRegistro: {
        nombre: 'mía',
        perfil: own,
        modelo: await company.model('Usuario'),
        filtro: { id__gt: 0 },
        aplica_lectura: true,
      },
      RedPermitida: { nombre: 'todas', rango_cidr: '0.0.0.0/0', regla: 'permitir' },
      PoliticaAcceso: {
        clave: 'FLOJA',
        nombre: 'Floja',
        longitud_minima: 8,
        intentos_maximos: 100,
        minutos_inactividad: 10_000,
      },
      ReglaSegregacion: {
        clave: 'S',
        nombre: 'S',
        permiso_a: await company.permission('Compra.crear'),
        permiso_b: await company.permission('Compra.autorizar_compra'),
        riesgo: 'alto',
        respuesta: 'bloquear',
      },
    }
    forbidden(await helpdesk.client.post(`${API}/${model}`, bodies[model] ?? {}))
    const id = await company.create(model, bodies[model] ?? {})
    forbidden(await put(`${model}/${id}`, {}))
    forbidden(await helpdesk.client.send('DELETE', `${API}/${model}/${id}`))
    const removed = await company.admin.send('DELETE', `${API}/${model}/${id}`)
    assert.equal(removed.status, 200, removed.text)
  })
}

test('a subscription is made by who may read all records of the event’s model whole', async () => {
  const [event] = (await company.admin.get(`${API}/EventoSistema?nombre=en_autorizacion`)).json.data
  const body = { nombre: 'espía', evento: event.id, url: 'https://example.com/x', activo: true }
  const refused = await helpdesk.client.post(`${API}/SuscripcionEvento`, body)
  assert.deepEqual(refusal(refused), [403, 'FORBIDDEN', 'evento'])
  const reading = await company.profile('LEE-COMPRAS', {
    grants: ['Compra.leer', 'SuscripcionEvento.crear'],
  })
  const { client } = await company.person('suscrita', [reading])
  const made = await client.post(`${API}/SuscripcionEvento`, body)
  assert.equal(made.status, 201, made.text)
})

test('a key of the API or a substitution for another user is an administrator’s to make', async () => {
  const key = { nombre: 'k', perfil: own, estado: 'activa' }
  forbidden(await helpdesk.client.post(`${API}/ClaveApi`, { ...key, usuario: 1 }))
  forbidden(await helpdesk.client.post(`${API}/ClaveApi`, { ...key, usuario: other.usuario }))
  const mine = { ...key, usuario: helpdesk.usuario }
  forbidden(await helpdesk.client.post(`${API}/ClaveApi`, { ...mine, perfil: wide }))
  const made = await helpdesk.client.post(`${API}/ClaveApi`, mine)
  assert.equal(made.status, 201, made.text)
})
