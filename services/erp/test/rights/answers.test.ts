import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company } from './rights-fixture.ts'

// What an answer tells beside what was asked for: the record that was written, what keeps another from being deleted,
// what a report adds up, what the audit log remembers.

let erp: ErpTest
let company: Company
let purchases: Purchasing

const CSV = { 'content-type': 'text/csv' }

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  purchases = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

test('who may write a record but not read it is answered its id and version', async () => {
  const profile = await company.profile('A-CIEGAS', {
    grants: ['Departamento.crear', 'Departamento.modificar', 'Compra.cancelar_compra'],
  })
  const { client } = await company.person('a-ciegas', [profile])
  const made = await client.post(`${API}/Departamento`, { clave: 'C1', nombre: 'Secreto' })
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  assert.deepEqual(made.json.data, { id, version: 1 })
  const changed = await client.send('PUT', `${API}/Departamento/${id}`, {
    body: { nombre: 'Otro' },
  })
  assert.deepEqual(changed.json.data, { id, version: 2 })
  const same = await client.send('PUT', `${API}/Departamento/${id}`, { body: {} })
  assert.deepEqual(same.json.data, { id, version: 2 })
  const compra = await purchases.purchase('10.00')
  const path = `${API}/Compra/${compra}/actions/cancelar_compra`
  const acted = await client.post(path, { motivo: 'Llegó tarde' })
  assert.deepEqual(Object.keys(acted.json.data.record), ['id', 'version'], acted.text)
})

test('a repeated Idempotency-Key shows nothing that the caller may no longer read', async () => {
  const profile = await company.profile('REPITE', {
    grants: ['Departamento.leer', 'Departamento.crear'],
  })
  const { client } = await company.person('repite', [profile])
  const again = client.with({ 'idempotency-key': 'una-vez' })
  const body = { clave: 'I1', nombre: 'Nombre' }
  const first = await again.post(`${API}/Departamento`, body)
  assert.equal(first.json.data.activo, true, first.text)
  await company.create('PerfilCampo', {
    perfil: profile,
    campo: await company.field('Departamento.activo'),
    acceso: 'oculto',
  })
  await client.post(`${API}/auth/permissions/invalidate`)
  const second = await again.post(`${API}/Departamento`, body)
  assert.equal(second.status, 201, second.text)
  assert.equal(second.json.data.id, first.json.data.id)
  assert.equal('activo' in second.json.data, false)
})

test('two callers with other rights never meet each other’s listing or statement', async () => {
  const departamento = await company.create('Departamento', { clave: 'DP', nombre: 'DP' })
  await company.create('Puesto', { clave: 'P', nombre: 'Secreto', departamento })
  const open = await company.profile('VE', { grants: ['Puesto.leer'] })
  const closed = await company.profile('NO-VE', {
    grants: ['Puesto.leer'],
    fields: { 'Puesto.nombre': 'oculto' },
  })
  const [seeing, blind] = [
    (await company.person('ve', [open])).client,
    (await company.person('no-ve', [closed])).client,
  ]
  for (const path of ['Puesto', 'Puesto?per_page=10', 'Puesto/1', 'Puesto?format=csv']) {
    for (let turn = 0; turn < 3; turn += 1) {
      assert.match((await seeing.get(`${API}/${path}`)).text, /Secreto/)
      assert.doesNotMatch((await blind.get(`${API}/${path}`)).text, /Secreto/)
      assert.match((await company.admin.get(`${API}/${path}`)).text, /Secreto/)
    }
  }
})

test('the audit log shows its reader the rows of models that he may read', async () => {
  const profile = await company.profile('AUDITA', {
    grants: ['RegistroAuditoria.leer', 'Puesto.leer'],
  })
  const { client } = await company.person('audita', [profile])
  const log = await client.get(`${API}/RegistroAuditoria?per_page=100`)
  assert.equal(log.status, 200, log.text)
  const models = new Set(log.json.data.map(({ modelo }: { modelo: number }) => modelo))
  assert.deepEqual([...models], [await company.model('Puesto')])
  const all = await company.admin.get(`${API}/RegistroAuditoria?modelo__null=false&per_page=1`)
  assert.ok(all.json.meta.total > log.json.meta.total)
  const path = `${API}/RegistroAuditoria/${all.json.data[0].id}`
  assert.deepEqual(refusal(await client.get(path)).slice(0, 2), [404, 'NOT_FOUND'])
})

test('a file names no record of a model that one may not read, and whether there is one is not told', async () => {
  await company.create('CentroCosto', { clave: 'CC', nombre: 'Secreto', tipo: 'servicio' })
  const profile = await company.profile('IMPORTA', { grants: ['Departamento.crear'] })
  const { client } = await company.person('importa', [profile])
  const send = (center: string) =>
    client.send('POST', `${API}/Departamento/import?dry_run=true`, {
      headers: CSV,
      body: `clave,nombre,centro_costo\nQ,Q,${center}\n`,
    })
  const [there, not] = [await send('CC Secreto'), await send('XX Nada')]
  assert.deepEqual(refusal(there), [403, 'FORBIDDEN', 'centro_costo'])
  assert.equal(there.text, not.text)
})

test('what keeps a purchase from being taken back is named where it may be read, else counted', async () => {
  const compra = await purchases.purchase('10.00')
  assert.equal((await purchases.actOn('autorizar_compra', compra)).status, 200)
  await erp.owner.query(
    // An invoice with all that one has takes half a page; only that it refers to the purchase counts.
    sql`
      insert into public.cuenta_por_pagar (empresa_id, id, creado_en, modificado_en, folio, tipo, proveedor, compra, fecha,
        vencimiento, moneda, tipo_cambio, total, saldo, estado)
      values (${erp.empresaId}, 900, now(), now(), 'CXP-1', 'factura', ${purchases.proveedor}, ${compra}, '2026-03-01', '2026-03-31',
        ${purchases.moneda}, 1, 10, 10, 'autorizada')`,
  )
  const profile = await company.profile('CANCELA', { grants: ['Compra.cancelar_compra'] })
  const { client } = await company.person('cancela', [profile])
  const path = `${API}/Compra/${compra}/actions/cancelar_compra`
  const { errors } = (await client.post(path, { motivo: 'Llegó tarde' })).json
  assert.deepEqual([errors[0].code, errors[0].dependents], ['HAS_DEPENDENTS', {}])
  assert.match(errors[0].message, /1 that you may not read/)
  const admin = await company.admin.post(path, { motivo: 'Llegó tarde' })
  assert.deepEqual(Object.keys(admin.json.errors[0].dependents), ['CuentaPorPagar'])
})

test('the trial balance is refused to who sees only a part of what it adds up', async () => {
  const grants = ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer']
  const path = `${API}/reports/trial-balance?desde=2026-01-01&hasta=2026-12-31`
  const whole = await company.person('suma', [await company.profile('SUMA', { grants })])
  assert.equal((await whole.client.get(path)).status, 200)
  const hiding = await company.profile('SIN-CARGO', {
    grants,
    fields: { 'PolizaPartida.cargo': 'oculto' },
  })
  const limiting = await company.profile('UNA-CUENTA', {
    grants,
    rules: [{ modelo: 'CuentaContable', filtro: { clave: '899' } }],
  })
  for (const [index, profile] of [hiding, limiting].entries()) {
    const { client } = await company.person(`parte-${index}`, [profile])
    assert.deepEqual(refusal(await client.get(path)).slice(0, 2), [403, 'FORBIDDEN'])
  }
})

test('pending approvals tell what their reader may see of a purchase, and of those that he reaches', async () => {
  const compra = await purchases.purchase('5000.00')
  const ana = await purchases.buyer('ana', '1000.00')
  const sent = await ana.post(`${API}/Compra/${compra}/actions/autorizar_compra`, {})
  assert.equal(sent.status, 200, sent.text)
  const grants = ['Compra.leer', 'Compra.autorizar_compra']
  const rows = async (usuario: string, profile: number) => {
    const { client } = await company.person(usuario, [profile])
    const answer = await client.get(`${API}/reports/pending-approvals`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }
  const hiding = await company.profile('SIN-TOTAL', {
    grants,
    fields: { 'Compra.total': 'oculto', 'Compra.folio': 'enmascarado' },
  })
  const [row] = await rows('sin-total', hiding)
  assert.partialDeepStrictEqual(row, {
    id: compra,
    folio: null,
    proveedor_str: null,
    moneda_str: null,
    total: null,
    total_base: null,
  })
  const limiting = await company.profile('OTRAS', {
    grants,
    rules: [{ modelo: 'Compra', filtro: { total__lt: 1000 } }],
  })
  assert.deepEqual(await rows('otras', limiting), [])
  const suppliers = await company.profile('CON-PROVEEDOR', {
    grants: [...grants, 'Proveedor.leer', 'Moneda.leer'],
  })
  const [named] = await rows('con-proveedor', suppliers)
  assert.deepEqual([named.proveedor_str, named.moneda_str], ['Aceros del Norte, S.A.', 'MXN'])
})

test('an action reaches no purchase outside the rules of the caller', async () => {
  const mine = await purchases.purchase('10.00', { compra: { observaciones: 'mía' } })
  const foreign = await purchases.purchase('10.00')
  const profile = await company.profile('SUYAS', {
    grants: ['Compra.leer', 'Compra.autorizar_compra'],
    rules: [{ modelo: 'Compra', filtro: { observaciones: 'mía' } }],
  })
  const { client } = await company.person('suyas', [profile])
  const batch = await client.post(`${API}/Compra/actions/autorizar_compra`, {
    ids: [foreign, mine],
  })
  assert.deepEqual(
    batch.json.data.results.map(({ ok, errors }: { ok: boolean; errors?: { code: string }[] }) => [
      ok,
      errors?.[0]?.code,
    ]),
    [
      [false, 'NOT_FOUND'],
      [true, undefined],
    ],
  )
  const one = await client.post(`${API}/Compra/${foreign}/actions/autorizar_compra`, {})
  assert.deepEqual(refusal(one).slice(0, 2), [404, 'NOT_FOUND'])
  assert.equal(await purchases.state(foreign), 'iniciada')
})
