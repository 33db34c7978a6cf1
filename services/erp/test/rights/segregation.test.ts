import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { purchasing, verdict, type Purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company } from './rights-fixture.ts'

// Two duties that one person should not have, or not do on one record.

let erp: ErpTest
let company: Company
let purchases: Purchasing
let creating: number
let signing: number

const REFUSED = [403, 'SEGREGATION_OF_DUTIES']

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  purchases = await purchasing(erp, erp.admin)
  creating = await company.profile('CAPTURA', { grants: ['Compra.leer', 'Compra.crear'] })
  signing = await company.profile('FIRMA', {
    grants: ['Compra.leer', 'Compra.autorizar_compra', 'Compra.cancelar_compra'],
  })
})

after(() => erp.stop())

async function rule(
  clave: string,
  of: { readonly a: string; readonly b: string; readonly respuesta: 'bloquear' | 'advertir' },
): Promise<number> {
  return await company.create('ReglaSegregacion', {
    clave,
    nombre: `Regla ${clave}`,
    permiso_a: await company.permission(of.a),
    permiso_b: await company.permission(of.b),
    riesgo: 'alto',
    respuesta: of.respuesta,
    activo: true,
  })
}

async function drop(id: number): Promise<void> {
  const answer = await company.admin.send('DELETE', `${API}/ReglaSegregacion/${id}`)
  assert.equal(answer.status, 200, answer.text)
}

test('who made a purchase does not authorize it, administrators included; another person does', async () => {
  const id = await rule('S-1', {
    a: 'Compra.crear',
    b: 'Compra.autorizar_compra',
    respuesta: 'bloquear',
  })
  const compra = await purchases.purchase('100.00')
  const own = await purchases.actOn('autorizar_compra', compra)
  assert.deepEqual(refusal(own).slice(0, 2), REFUSED)
  assert.match(own.json.errors[0].message, /S-1 \(Regla S-1\).*Compra \d+/)
  assert.deepEqual(verdict(await purchases.act('autorizar_compra', [compra])), [
    200,
    'SEGREGATION_OF_DUTIES',
  ])
  assert.equal(await purchases.state(compra), 'iniciada')
  const { client } = await company.person('firmante', [signing])
  const other = await client.post(`${API}/Compra/${compra}/actions/autorizar_compra`, {})
  assert.equal(other.status, 200, other.text)
  await drop(id)
})

test('in a batch only the own records are refused', async () => {
  const id = await rule('S-2', {
    a: 'Compra.crear',
    b: 'Compra.autorizar_compra',
    respuesta: 'bloquear',
  })
  const maker = await company.person('hace', [
    await company.profile('HACE', {
      grants: ['Compra.leer', 'Compra.crear', 'CompraPartida.crear'],
    }),
  ])
  const mine = await purchases.purchase('100.00')
  const made = await maker.client.post(`${API}/Compra`, {
    folio: 'OC-AJENA',
    proveedor: purchases.proveedor,
    moneda: purchases.moneda,
    condicion_pago: purchases.condicion,
  })
  assert.equal(made.status, 201, made.text)
  const compra = made.json.data.id
  await company.create('CompraPartida', {
    compra,
    partida: 1,
    descripcion: 'Varilla',
    cantidad: '1',
    unidad: purchases.unidad,
    precio: '10.00',
    importe: '10.00',
  })
  const { results } = (await purchases.act('autorizar_compra', [mine, compra])).json.data
  assert.deepEqual(
    results.map(({ ok }: { ok: boolean }) => ok),
    [false, true],
  )
  await drop(id)
})

test('a rule that only warns lets the deed pass and says so in the answer', async () => {
  const id = await rule('S-3', {
    a: 'modulo:compras.crear',
    b: 'Compra.autorizar_compra',
    respuesta: 'advertir',
  })
  const compra = await purchases.purchase('100.00')
  const own = await purchases.actOn('autorizar_compra', compra)
  assert.equal(own.status, 200, own.text)
  assert.deepEqual(
    own.json.data.warnings.map(({ code }: { code: string }) => code),
    ['SEGREGATION_OF_DUTIES'],
  )
  await drop(id)
})

test('a rule between two writes holds for PUT, DELETE and files', async () => {
  const id = await rule('S-4', {
    a: 'Departamento.crear',
    b: 'Departamento.modificar',
    respuesta: 'bloquear',
  })
  const more = await rule('S-5', {
    a: 'Departamento.crear',
    b: 'Departamento.eliminar',
    respuesta: 'advertir',
  })
  const { admin } = company
  const departamento = await company.create('Departamento', { clave: 'D', nombre: 'D' })
  const path = `${API}/Departamento/${departamento}`
  const changed = await admin.send('PUT', path, { body: { nombre: 'E' } })
  assert.deepEqual(refusal(changed).slice(0, 2), REFUSED)
  const file = await admin.send('POST', `${API}/Departamento/import?upsert_by=clave`, {
    headers: { 'content-type': 'text/csv' },
    body: 'clave,nombre\nD,E\n',
  })
  assert.deepEqual(refusal(file).slice(0, 2), REFUSED)
  const deleted = await admin.send('DELETE', path)
  assert.equal(deleted.status, 200, deleted.text)
  assert.equal(deleted.json.meta.warnings[0].code, 'SEGREGATION_OF_DUTIES')
  const modelo = await company.model('Departamento')
  const log = await admin.get(
    `${API}/RegistroAuditoria?registro=${departamento}&modelo=${modelo}&operacion=baja`,
  )
  assert.match(log.json.data[0].motivo, /S-5/)
  await drop(id)
  await drop(more)
})

test('no user is given both of two rights that a rule holds apart, by no way', async () => {
  const id = await rule('S-6', {
    a: 'Compra.crear',
    b: 'Compra.autorizar_compra',
    respuesta: 'bloquear',
  })
  const { admin } = company
  const { usuario } = await company.person('dos', [creating])
  const assign = (perfil: number, more: object = {}) =>
    admin.post(`${API}/UsuarioPerfil`, { usuario, perfil, inicio_vigencia: '2026-01-01', ...more })
  const assigned = await assign(signing)
  assert.deepEqual(refusal(assigned).slice(0, 2), REFUSED)
  assert.match(assigned.json.errors[0].message, /dos would have both/)
  const grant = {
    perfil: creating,
    permiso: await company.permission('Compra.autorizar_compra'),
    concedido: true,
  }
  assert.deepEqual(refusal(await admin.post(`${API}/PerfilPermiso`, grant)).slice(0, 2), REFUSED)
  const byModule = { ...grant, permiso: await company.permission('modulo:compras.crear') }
  const signer = await company.person('firma-2', [signing])
  assert.ok(signer.usuario > 0)
  const moduleGrant = await admin.post(`${API}/PerfilPermiso`, { ...byModule, perfil: signing })
  assert.deepEqual(refusal(moduleGrant).slice(0, 2), REFUSED)
  const inherited = await admin.send('PUT', `${API}/Perfil/${creating}`, {
    body: { padre: signing },
  })
  assert.deepEqual(refusal(inherited).slice(0, 2), REFUSED)
  const waiting = await assign(signing, { activo: false })
  assert.equal(waiting.status, 201, waiting.text)
  const path = `${API}/UsuarioPerfil/${waiting.json.data.id}`
  const woken = await admin.send('PUT', path, { body: { activo: true } })
  assert.deepEqual(refusal(woken).slice(0, 2), REFUSED)
  await drop(id)
  assert.equal((await admin.send('PUT', path, { body: { activo: true } })).status, 200)
})

test('a rule that only warns lets both be given, and the answer and the audit log say so', async () => {
  const id = await rule('S-7', {
    a: 'Compra.crear',
    b: 'Compra.cancelar_compra',
    respuesta: 'advertir',
  })
  const { usuario } = await company.person('avisada', [creating])
  const assignment = { usuario, perfil: signing, inicio_vigencia: '2026-01-01' }
  const answer = await company.admin.post(`${API}/UsuarioPerfil`, assignment)
  assert.equal(answer.status, 201, answer.text)
  assert.match(answer.json.meta.warnings[0].message, /S-7.*avisada would have both/)
  const log = await company.admin.get(
    `${API}/RegistroAuditoria?registro=${answer.json.data.id}&modelo=${await company.model('UsuarioPerfil')}`,
  )
  assert.match(log.json.data[0].motivo, /S-7/)
  await drop(id)
})
