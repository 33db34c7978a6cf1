import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { companyOf, type Company } from '../rights/rights-fixture.ts'
import { customer } from './cash/cash-fixture.ts'
import { differences } from './opening-fixture.ts'
import { paying, type Paying, permitted } from './payments/payment-fixture.ts'
import { API, verdict } from './purchase-fixture.ts'

// A right to write a record is no right to its business facts: nobody makes up a debt, an account, a credit or an advance.

let erp: ErpTest
let company: Paying
let people: Company
/** Writes what others give him. */
let clerk: HttpClient
/** Pays, and nothing else. */
let treasurer: HttpClient
let cliente: number

const WRITTEN = ['CuentaPorPagar', 'ProveedorCuentaBancaria', 'LineaCreditoCliente']
const REASON = { motivo: 'Se capturó mal' }

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
  people = companyOf(erp)
  const rights = ['leer', 'crear', 'modificar']
  const capturista = await people.profile('CAPTURA', {
    grants: WRITTEN.flatMap((model) => rights.map((right) => `${model}.${right}`)),
  })
  clerk = (await people.person('capturista', [capturista])).client
  const tesorero = await people.profile('TESORERO', {
    grants: ['crear', 'leer', 'pagar'].map((right) => `PagoProveedor.${right}`),
  })
  treasurer = (await people.person('tesorero', [tesorero])).client
  cliente = await customer(erp, company.create, 'C1')
})

after(() => erp.stop())

interface Told {
  readonly code: string
  readonly field?: string
  readonly message: string
}

const told = (answer: { json: { errors: readonly Told[] } }) =>
  answer.json.errors.map(({ code, field }) => [code, field])

const imported = (model: string, rows: readonly object[]) =>
  clerk.send('POST', `${API}/${model}/import`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
  })

const byName = (a: readonly unknown[], b: readonly unknown[]) => String(a).localeCompare(String(b))

const debt = (more: object) => ({
  proveedor: company.proveedor,
  moneda: company.peso,
  fecha: '2026-03-01',
  vencimiento: '2026-12-01',
  numero_factura: 'FAKE-1',
  subtotal: '50000',
  impuestos: '8000',
  total: '58000',
  ...more,
})

test('a debt is not authorized by whoever writes it, whatever it is called and however it is written', async () => {
  for (const tipo of ['factura', 'nota_cargo', 'anticipo', 'saldo_inicial']) {
    const answer = await clerk.post(`${API}/CuentaPorPagar`, debt({ tipo, estado: 'autorizada' }))
    assert.deepEqual([answer.status, told(answer)], [422, [['READ_ONLY_FIELD', 'estado']]], tipo)
    assert.match(answer.json.errors[0].message, /autorizar_factura/)
  }
  const rows = [debt({ tipo: 'saldo_inicial', estado: 'autorizada' })]
  const file = await imported('CuentaPorPagar', rows)
  assert.equal(file.status, 422, file.text)
  assert.match(file.text, /READ_ONLY_FIELD/)
  const draft = await clerk.post(`${API}/CuentaPorPagar`, debt({ tipo: 'factura' }))
  assert.deepEqual([draft.status, draft.json.data.estado], [201, 'por_validar'], draft.text)
  const { id } = draft.json.data
  const path = `${API}/CuentaPorPagar/${id}`
  for (const body of [{ estado: 'autorizada' }, { estado: 'pagada' }, { poliza: 1 }]) {
    const answer = await clerk.send('PUT', path, { body })
    assert.deepEqual(told(answer), [['READ_ONLY_FIELD', Object.keys(body)[0]]])
  }
  for (const action of ['autorizar_factura', 'reconocer_saldo']) {
    const answer = await clerk.post(`${path}/actions/${action}`, { poliza: 1 })
    assert.equal(answer.status, 403, answer.text)
  }
})

test('treasury pays nothing that nobody authorized, and the books agree', async () => {
  const draft = await clerk.post(
    `${API}/CuentaPorPagar`,
    debt({ tipo: 'factura', numero_factura: 'FAKE-2' }),
  )
  const cuenta = draft.json.data.id
  const payment = await company.payment('58000.00', [{ cuenta, importe: '58000.00' }])
  const answer = await treasurer.post(`${API}/PagoProveedor/${payment}/actions/pagar`, {})
  assert.deepEqual(told(answer), [['INVALID_STATE', 'aplicaciones[1].cuenta']], answer.text)
  assert.deepEqual(await differences(erp), [])
})

const banco = async (clave: string): Promise<number> =>
  (await erp.admin.get(`${API}/Banco?clave=${clave}`)).json.data[0].id

const CLABE = '012180001234567899'

async function account(client: HttpClient, more: object = {}) {
  return await client.post(`${API}/ProveedorCuentaBancaria`, {
    proveedor: company.proveedor,
    banco: await banco('012'),
    moneda: company.peso,
    cuenta: '1234567890',
    clabe: CLABE,
    titular: 'Mallory',
    es_predeterminada: true,
    ...more,
  })
}

test('an account is not validated by what somebody writes, nor in somebody else’s name', async () => {
  const typed = { estado: 'validada', validada_por: 1, fecha_validacion: '2026-01-01' }
  const answer = await account(clerk, typed)
  assert.deepEqual(
    [answer.status, told(answer).toSorted(byName)],
    [
      422,
      [
        ['READ_ONLY_FIELD', 'estado'],
        ['READ_ONLY_FIELD', 'fecha_validacion'],
        ['READ_ONLY_FIELD', 'validada_por'],
      ],
    ],
  )
  const made = await account(clerk)
  assert.deepEqual([made.status, made.json.data.estado], [201, 'pendiente'], made.text)
  const path = `${API}/ProveedorCuentaBancaria/${made.json.data.id}`
  assert.equal((await clerk.post(`${path}/actions/validar_cuenta`, {})).status, 403)
})

/** Somebody who may do both, which by itself is allowed. */
async function both(usuario: string): Promise<HttpClient> {
  const rights = ['leer', 'crear', 'modificar', 'validar_cuenta', 'invalidar_cuenta']
  const perfil = await people.profile(usuario.toUpperCase(), {
    grants: rights.map((right) => `ProveedorCuentaBancaria.${right}`),
  })
  return (await people.person(usuario, [perfil])).client
}

test('who enters a supplier’s account, or last changed where it leads, does not validate it', async () => {
  const [ana, eva, leo] = [await both('ana'), await both('eva'), await both('leo')]
  const { id } = (await account(ana)).json.data
  const path = `${API}/ProveedorCuentaBancaria/${id}`
  const validate = async (by: HttpClient) =>
    verdict(await by.post(`${path}/actions/validar_cuenta`, {}))
  const change = async (by: HttpClient, body: object) =>
    verdict(await by.send('PUT', path, { body }))
  const own = [403, 'SEGREGATION_OF_DUTIES']
  assert.deepEqual(await validate(ana), own)
  assert.deepEqual(await change(eva, { cuenta: '999', titular: 'Otro' }), [200, null])
  assert.deepEqual(await validate(eva), own)
  // A form sends the record whole; what stays as it was was written by somebody else.
  assert.deepEqual(await change(leo, { cuenta: '999', clabe: CLABE, titular: 'Leo' }), [200, null])
  assert.deepEqual(await validate(leo), [200, null])
  const {
    estado,
    validada_por: by,
    fecha_validacion: day,
  } = await company.read('ProveedorCuentaBancaria', id)
  const [user] = (await erp.admin.get(`${API}/Usuario?usuario=leo`)).json.data
  assert.deepEqual([estado, by, day], ['validada', user.id, '2026-03-02'])
  assert.deepEqual(await change(leo, { clabe: null }), [409, 'INVALID_STATE'])
  assert.deepEqual(await change(leo, { es_predeterminada: false }), [200, null])
  const back = await eva.post(`${path}/actions/invalidar_cuenta`, REASON)
  const { estado: after, validada_por: nobody } = back.json.data.record
  assert.deepEqual([back.status, after, nobody], [200, 'pendiente', null], back.text)
})

test('administrators are persons too, and a company of one says by a rule of its own that it knows', async () => {
  const { id } = (await account(erp.admin)).json.data
  const path = `${API}/ProveedorCuentaBancaria/${id}/actions/validar_cuenta`
  const refused = await erp.admin.post(path, {})
  assert.deepEqual(verdict(refused), [403, 'SEGREGATION_OF_DUTIES'])
  assert.match(refused.json.errors[0].message, /administrator writes a ReglaSegregacion/)
  const rule = await company.create('ReglaSegregacion', {
    clave: 'CUENTAS',
    nombre: 'Cuentas de proveedores',
    permiso_a: await people.permission('ProveedorCuentaBancaria.crear'),
    permiso_b: await people.permission('ProveedorCuentaBancaria.validar_cuenta'),
    riesgo: 'alto',
    respuesta: 'advertir',
    activo: true,
  })
  const warned = await erp.admin.post(path, {})
  assert.equal(warned.status, 200, warned.text)
  assert.deepEqual(
    warned.json.data.warnings.map(({ code }: Told) => code),
    ['SEGREGATION_OF_DUTIES'],
  )
  const modelo = await people.model('ProveedorCuentaBancaria')
  const log = await erp.admin.get(
    `${API}/RegistroAuditoria?registro=${id}&modelo=${modelo}&operacion=accion`,
  )
  assert.match(log.json.data[0].motivo, /CUENTAS/, 'the audit log says so too')
  await erp.admin.send('DELETE', `${API}/ReglaSegregacion/${rule}`)
})

test('credit is granted by whoever may, and not by whoever asks for it', async () => {
  const line = {
    folio: 'LC-1',
    cliente,
    fecha: '2026-03-01',
    moneda: company.peso,
    limite_solicitado: '1000',
    dias_plazo: 30,
  }
  const typed = { estado: 'autorizada', limite_autorizado: '999999999', autorizado_por: 1 }
  const made = await clerk.post(`${API}/LineaCreditoCliente`, { ...line, ...typed })
  assert.deepEqual(
    [made.status, told(made).map(([code]) => code)],
    [422, Array(3).fill('READ_ONLY_FIELD')],
    made.text,
  )
  const { id } = (await clerk.post(`${API}/LineaCreditoCliente`, line)).json.data
  const path = `${API}/LineaCreditoCliente/${id}`
  assert.equal((await clerk.post(`${path}/actions/autorizar_linea`, {})).status, 403)
  const act = async (action: string, inputs: object = {}) => {
    const answer = await erp.admin.post(`${path}/actions/${action}`, inputs)
    const { estado, limite_autorizado: limit, autorizado_por: by } = answer.json.data?.record ?? {}
    return [answer.status, estado, limit, by]
  }
  assert.equal((await act('autorizar_linea', { limite_autorizado: '-1' }))[0], 422)
  assert.deepEqual(await act('autorizar_linea'), [200, 'autorizada', 1000, 1])
  const put = await clerk.send('PUT', path, { body: { dias_gracia: 900 } })
  assert.deepEqual(verdict(put), [409, 'INVALID_STATE'])
  assert.deepEqual(await act('autorizar_linea', { limite_autorizado: '500.50' }), [
    200,
    'autorizada',
    500.5,
    1,
  ])
  const granter = await permitted(erp, company, {
    usuario: 'credito',
    rights: { 'LineaCreditoCliente.leer': null, 'LineaCreditoCliente.autorizar_linea': '800' },
  })
  const grant = async (limite_autorizado: string) => {
    const answer = await granter.post(`${path}/actions/autorizar_linea`, { limite_autorizado })
    return [answer.status, ...(answer.status === 200 ? [] : told(answer).flat())]
  }
  assert.deepEqual(await grant('800.01'), [403, 'FORBIDDEN', 'limite_autorizado'])
  assert.deepEqual(await grant('800'), [200])
  const dollars = await people.catalog('moneda', 'USD')
  const { id: other } = (
    await clerk.post(`${API}/LineaCreditoCliente`, { ...line, folio: 'LC-2', moneda: dollars })
  ).json.data
  const inDollars = (limite_autorizado: string) =>
    granter.post(`${API}/LineaCreditoCliente/${other}/actions/autorizar_linea`, {
      limite_autorizado,
    })
  assert.deepEqual(told(await inDollars('60')).flat(), ['FORBIDDEN', 'limite_autorizado'])
  assert.equal((await inDollars('40')).status, 200)
  assert.deepEqual((await act('autorizar_linea', { limite_autorizado: '500.50' }))[0], 200)
  assert.deepEqual(await act('suspender_linea', REASON), [200, 'suspendida', 500.5, 1])
  assert.deepEqual(await act('cancelar_linea', REASON), [200, 'cancelada', 500.5, 1])
  assert.deepEqual((await act('rechazar_linea', REASON))[0], 409)
})
