import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ACTIONS } from '../../src/actions/business/action-list.ts'
import { ROUTES } from '../../src/routes.ts'
import { purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { ADMIN } from '../admin.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company, type Person } from './rights-fixture.ts'
import { formWithFile, routeCases, type Call, type Reached } from './route-cases.ts'

// Deep: it calls every route and every action.

// Each route is called by somebody who may do everything in the company but what the route asks for.

let erp: ErpTest
let company: Company
let purchases: Purchasing
/** Who may do everything, who may do everything but one thing, and who may do nothing. */
let doer: Person
let lacking: Person
let nobody: Person
let refused: number
const reached: Reached = {
  compra: 0,
  session: 0,
  factor: 0,
  attachment: 0,
  savedView: 0,
  sending: 0,
}
const CASES = routeCases(reached)
const RIGHTS = ['leer', 'crear', 'modificar', 'eliminar']

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  purchases = await purchasing(erp, erp.admin)
  reached.compra = await purchases.purchase('100.00')
  const modules = (await erp.client.get(`${API}/metadata`)).json.data.modules
  const everything = await company.profile('TODO', {
    grants: [
      ...modules.flatMap(({ name }: { name: string }) =>
        RIGHTS.map((right) => `modulo:${name}.${right}`),
      ),
      ...ACTIONS.all.map(({ model, name }) => `${model}.${name}`),
    ],
  })
  const taking = await company.profile('SIN', {})
  refused = await company.create('PerfilPermiso', {
    perfil: taking,
    permiso: await company.permission('ClaveApi.leer'),
    concedido: false,
  })
  doer = await company.person('todo', [everything])
  lacking = await company.person('casi-todo', [everything, taking])
  nobody = await company.person('nadie', [])
  const open = await erp.admin.get(`${API}/auth/sesiones`)
  reached.session = open.json.data[0].id
  const enrolled = await erp.admin.post(`${API}/auth/factores`, { password: ADMIN.password })
  assert.equal(enrolled.status, 201, enrolled.text)
  reached.factor = enrolled.json.data.id
  const attached = await erp.admin.post(`${API}/Compra/${reached.compra}/adjuntos`, formWithFile())
  assert.equal(attached.status, 201, attached.text)
  reached.attachment = attached.json.data.id
  const saved = await erp.admin.post(`${API}/auth/vistas`, { modelo: 'Compra', nombre: 'Mía' })
  assert.equal(saved.status, 201, saved.text)
  reached.savedView = saved.json.data.id
  const { id } = (await erp.admin.get(`${API}/auth/me`)).json.data.usuario
  await erp.admin.send('PUT', `${API}/Usuario/${id}`, { body: { correo: 'admin@example.org' } })
  const sending = await erp.admin.post(`${API}/reportes/envios`, { reporte: 'cash' })
  assert.equal(sending.status, 201, sending.text)
  reached.sending = sending.json.data.id
})

after(() => erp.stop())

/** Has the one who may do everything lack a right, from his next request on. */
async function lack(right: string): Promise<Person> {
  const permiso = await company.permission(right)
  const body = { permiso, concedido: false }
  const answer = await company.admin.send('PUT', `${API}/PerfilPermiso/${refused}`, { body })
  assert.equal(answer.status, 200, answer.text)
  await lacking.client.post(`${API}/auth/permissions/invalidate`)
  return lacking
}

async function send(by: Person, call: Call): Promise<TestAnswer> {
  return await by.client.send(call.method, API + call.path, {
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.headers === undefined ? {} : { headers: call.headers }),
  })
}

test('every route that takes a token has a case here, and every case a route', () => {
  const routes = ROUTES.filter(({ auth }) => auth === 'bearer').map(
    ({ method, path }) => `${method} ${path.slice(API.length)}`,
  )
  assert.deepEqual(Object.keys(CASES).toSorted(), routes.toSorted())
})

for (const [route, of] of Object.entries(CASES)) {
  if (of.about === 'the caller') {
    test(`${route} is about the caller alone and needs no right`, async () => {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replace(':clave', 'clave').replace(':id', '1')
      const answer = await send(nobody, { method, path, ...(of.body && { body: of.body }) })
      assert.equal(answer.status, of.status ?? 200, answer.text)
    })
  } else if (of.about === 'another') {
    test(`${route} reaches nothing of another person`, async () => {
      const answer = await send(nobody, of.call())
      assert.deepEqual(refusal(answer).slice(0, 2), [404, 'NOT_FOUND'], answer.text)
    })
  } else if (of.about === 'the administrator') {
    test(`${route} refuses whoever is no administrator`, async () => {
      const answer = await send(doer, of.call())
      assert.deepEqual(refusal(answer).slice(0, 2), [403, 'FORBIDDEN'])
    })
  } else {
    for (const right of of.lacking) {
      test(`${route} refuses whoever may do everything but ${right}`, async () => {
        const answer = await send(await lack(right), of.call())
        assert.deepEqual(refusal(answer).slice(0, 2), [403, 'FORBIDDEN'], answer.text)
      })
    }
  }
}

for (const { model, name } of ACTIONS.all) {
  test(`${name} of ${model} refuses whoever may do everything but it, on one and on many`, async () => {
    const { client } = await lack(`${model}.${name}`)
    const before = await purchases.state(reached.compra)
    const one = await client.post(`${API}/${model}/${reached.compra}/actions/${name}`, {})
    const many = await client.post(`${API}/${model}/actions/${name}`, { ids: [reached.compra] })
    for (const answer of [one, many]) {
      assert.deepEqual(refusal(answer).slice(0, 2), [403, 'FORBIDDEN'])
    }
    assert.equal(await purchases.state(reached.compra), before)
  })
}

test('whoever may do everything is refused by none of them', async () => {
  for (const [route, of] of Object.entries(CASES)) {
    if (of.about !== 'rights') continue
    assert.notEqual((await send(doer, of.call())).status, 403, route)
  }
})
