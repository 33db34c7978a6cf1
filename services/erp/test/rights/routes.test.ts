import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ACTIONS } from '../../src/actions/business/action-list.ts'
import { ROUTES } from '../../src/routes.ts'
import { purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { ADMIN } from '../admin.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, PASSWORD, refusal, type Company, type Person } from './rights-fixture.ts'

// Each route is called by somebody who may do everything in the company but what the route asks for.

let erp: ErpTest
let company: Company
let purchases: Purchasing
let compra: number
/** Who may do everything, who may do everything but one thing, and who may do nothing. */
let doer: Person
let lacking: Person
let nobody: Person
let refused: number
/** Of the administrator. */
let session: number
let factor: number
let attachment: number
const RIGHTS = ['leer', 'crear', 'modificar', 'eliminar']

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  purchases = await purchasing(erp, erp.admin)
  compra = await purchases.purchase('100.00')
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
  session = open.json.data[0].id
  const enrolled = await erp.admin.post(`${API}/auth/factores`, { password: ADMIN.password })
  assert.equal(enrolled.status, 201, enrolled.text)
  factor = enrolled.json.data.id
  const attached = await erp.admin.post(`${API}/Compra/${compra}/adjuntos`, formWithFile())
  assert.equal(attached.status, 201, attached.text)
  attachment = attached.json.data.id
})

after(() => erp.stop())

function formWithFile(): FormData {
  const form = new FormData()
  form.set('archivo', new File(['x'], 'x.txt'))
  return form
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls of a route, each by somebody who lacks one right only; or a route that is about the caller alone. */
type Case =
  | { readonly about: 'the caller'; readonly body?: object; readonly status?: number }
  /** Of another person it is as if it were not there. */
  | { readonly about: 'another'; readonly call: () => Call }
  | { readonly about: 'the administrator'; readonly call: () => Call }
  | { readonly about: 'rights'; readonly lacking: readonly string[]; readonly call: () => Call }

const CSV = { 'content-type': 'text/csv' }
const made = { clave: 'X', nombre: 'X' }

const CASES: Readonly<Record<string, Case>> = {
  'POST /auth/refresh': { about: 'the caller' },
  'GET /auth/permissions': { about: 'the caller' },
  'POST /auth/permissions/invalidate': { about: 'the caller' },
  'GET /auth/sesiones': { about: 'the caller' },
  'DELETE /auth/sesiones/:id': {
    about: 'another',
    call: () => ({ method: 'DELETE', path: `/auth/sesiones/${session}` }),
  },
  'GET /auth/factores': { about: 'the caller' },
  'POST /auth/factores': { about: 'the caller', body: { password: PASSWORD }, status: 201 },
  'POST /auth/factores/codigos': {
    about: 'the caller',
    body: { password: PASSWORD },
    status: 409,
  },
  'POST /auth/factores/:id/verificar': {
    about: 'another',
    call: () => ({
      method: 'POST',
      path: `/auth/factores/${factor}/verificar`,
      body: { codigo: '123456' },
    }),
  },
  'DELETE /auth/factores/:id': {
    about: 'another',
    call: () => ({
      method: 'DELETE',
      path: `/auth/factores/${factor}`,
      body: { password: PASSWORD },
    }),
  },
  'GET /reports': { about: 'the caller' },
  'GET /reports/pending-approvals': {
    about: 'rights',
    lacking: ['Compra.leer', 'Compra.autorizar_compra'],
    call: () => ({ method: 'GET', path: '/reports/pending-approvals' }),
  },
  'GET /reports/trial-balance': {
    about: 'rights',
    lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/trial-balance?periodo=1' }),
  },
  'GET /reports/balance-sheet': {
    about: 'rights',
    lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/balance-sheet' }),
  },
  'GET /reports/income-statement': {
    about: 'rights',
    lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/income-statement?periodo=1' }),
  },
  'GET /reports/vat': {
    about: 'rights',
    lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/vat?periodo=1' }),
  },
  'GET /reports/electronic-accounting': {
    about: 'rights',
    lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/electronic-accounting?tipo=CT&periodo=1' }),
  },
  'GET /reports/diot': {
    about: 'rights',
    lacking: ['DiotOperacion.leer', 'PeriodoContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/diot?periodo=1' }),
  },
  'GET /reports/ledger': {
    about: 'rights',
    lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer', 'PeriodoContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/ledger?cuenta=2&periodo=1' }),
  },
  'GET /reports/party-balances': {
    about: 'rights',
    lacking: ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer'],
    call: () => ({ method: 'GET', path: '/reports/party-balances?tercero=proveedor' }),
  },
  'GET /reports/kardex': {
    about: 'rights',
    lacking: [
      'MovimientoInventarioPartida.leer',
      'MovimientoInventario.leer',
      'Articulo.leer',
      'Almacen.leer',
    ],
    call: () => ({ method: 'GET', path: '/reports/kardex?articulo=1' }),
  },
  'GET /reports/consistency': {
    about: 'rights',
    lacking: [
      'Poliza.leer',
      'PolizaPartida.leer',
      'CuentaContable.leer',
      'Existencia.leer',
      'MovimientoInventarioPartida.leer',
      'RecepcionCompraPartida.leer',
      'CuentaPorPagar.leer',
      'PagoProveedor.leer',
      'CuentaPorCobrar.leer',
      'CobroCliente.leer',
      'MovimientoBancario.leer',
      'PresupuestoPartida.leer',
    ],
    call: () => ({ method: 'GET', path: '/reports/consistency' }),
  },
  'GET /reports/receivables-ageing': {
    about: 'rights',
    lacking: [
      'CuentaPorCobrar.leer',
      'CuentaPorCobrarParcialidad.leer',
      'CobroClienteAplicacion.leer',
      'AplicacionNotaCredito.leer',
    ],
    call: () => ({ method: 'GET', path: '/reports/receivables-ageing' }),
  },
  'GET /reports/pending-collection-complements': {
    about: 'rights',
    lacking: [
      'CobroCliente.leer',
      'CobroClienteAplicacion.leer',
      'CuentaPorCobrar.leer',
      'Cfdi.leer',
    ],
    call: () => ({ method: 'GET', path: '/reports/pending-collection-complements' }),
  },
  'GET /reports/bank-reconciliation': {
    about: 'rights',
    lacking: [
      'CuentaBancaria.leer',
      'EstadoCuentaBancario.leer',
      'EstadoCuentaBancarioRenglon.leer',
      'MovimientoBancario.leer',
      'ConciliacionBancaria.leer',
      'ConciliacionBancariaPartida.leer',
    ],
    call: () => ({ method: 'GET', path: '/reports/bank-reconciliation?cuenta_bancaria=1' }),
  },
  'GET /reports/pending-payment-complements': {
    about: 'rights',
    lacking: [
      'PagoProveedor.leer',
      'PagoProveedorAplicacion.leer',
      'CuentaPorPagar.leer',
      'Cfdi.leer',
    ],
    call: () => ({ method: 'GET', path: '/reports/pending-payment-complements' }),
  },
  'GET /reports/audit-trail/:modelo/:id': {
    about: 'rights',
    lacking: ['Compra.leer', 'RegistroAuditoria.leer'],
    call: () => ({ method: 'GET', path: `/reports/audit-trail/Compra/${compra}` }),
  },
  'GET /outbox': { about: 'the administrator', call: () => ({ method: 'GET', path: '/outbox' }) },
  'POST /outbox/:id/retry': {
    about: 'the administrator',
    call: () => ({ method: 'POST', path: '/outbox/1/retry' }),
  },
  'GET /webhooks/:id/secret': {
    about: 'the administrator',
    call: () => ({ method: 'GET', path: '/webhooks/1/secret' }),
  },
  'GET /:modelo': {
    about: 'rights',
    lacking: ['Compra.leer', 'modulo:compras.leer'],
    call: () => ({ method: 'GET', path: '/Compra' }),
  },
  'POST /:modelo': {
    about: 'rights',
    lacking: ['Departamento.crear', 'modulo:recursos-humanos.crear'],
    call: () => ({ method: 'POST', path: '/Departamento', body: made }),
  },
  'POST /:modelo/import': {
    about: 'rights',
    lacking: ['Departamento.crear', 'Departamento.modificar'],
    call: () => ({
      method: 'POST',
      path: '/Departamento/import?upsert_by=clave',
      headers: CSV,
      body: 'clave,nombre\nX,X\n',
    }),
  },
  'GET /:modelo/:id': {
    about: 'rights',
    lacking: ['Compra.leer'],
    call: () => ({ method: 'GET', path: `/Compra/${compra}` }),
  },
  'PUT /:modelo/:id': {
    about: 'rights',
    lacking: ['Compra.modificar'],
    call: () => ({ method: 'PUT', path: `/Compra/${compra}`, body: { observaciones: 'x' } }),
  },
  'DELETE /:modelo/:id': {
    about: 'rights',
    lacking: ['Compra.eliminar'],
    call: () => ({ method: 'DELETE', path: `/Compra/${compra}` }),
  },
  'POST /:modelo/:id/adjuntos': {
    about: 'rights',
    lacking: ['Compra.modificar'],
    call: () => ({ method: 'POST', path: `/Compra/${compra}/adjuntos`, body: formWithFile() }),
  },
  'GET /:modelo/:id/adjuntos': {
    about: 'rights',
    lacking: ['Compra.leer'],
    call: () => ({ method: 'GET', path: `/Compra/${compra}/adjuntos` }),
  },
  'GET /:modelo/:id/pdf': {
    about: 'rights',
    lacking: ['Compra.leer', 'CompraPartida.leer', 'Proveedor.leer'],
    call: () => ({ method: 'GET', path: `/Compra/${compra}/pdf` }),
  },
  'GET /adjuntos/:id/contenido': {
    about: 'another',
    call: () => ({ method: 'GET', path: `/adjuntos/${attachment}/contenido` }),
  },
  'DELETE /adjuntos/:id': {
    about: 'another',
    call: () => ({ method: 'DELETE', path: `/adjuntos/${attachment}` }),
  },
  'POST /:modelo/actions/:accion': {
    about: 'rights',
    lacking: ['Compra.cancelar_compra'],
    call: () => ({
      method: 'POST',
      path: '/Compra/actions/cancelar_compra',
      body: { ids: [compra], motivo: 'porque sí' },
    }),
  },
  'POST /:modelo/:id/actions/:accion': {
    about: 'rights',
    lacking: ['Compra.cancelar_compra'],
    call: () => ({
      method: 'POST',
      path: `/Compra/${compra}/actions/cancelar_compra`,
      body: { motivo: 'porque sí' },
    }),
  },
}

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
      const [method = '', path = ''] = route.split(' ')
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
    const before = await purchases.state(compra)
    const one = await client.post(`${API}/${model}/${compra}/actions/${name}`, {})
    const many = await client.post(`${API}/${model}/actions/${name}`, { ids: [compra] })
    for (const answer of [one, many]) {
      assert.deepEqual(refusal(answer).slice(0, 2), [403, 'FORBIDDEN'])
    }
    assert.equal(await purchases.state(compra), before)
  })
}

test('whoever may do everything is refused by none of them', async () => {
  for (const [route, of] of Object.entries(CASES)) {
    if (of.about !== 'rights') continue
    assert.notEqual((await send(doer, of.call())).status, 403, route)
  }
})
