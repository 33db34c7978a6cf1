import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { empresaId, writeAs } from '../../src/store/tenant-database.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { API, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

// A service of its own: it moves the clock.

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startOwnErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

async function auditOf(model: string, id: number) {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.modelo_sistema where nombre = ${model}`,
  )
  const answer = await erp.admin.get(
    `${API}/RegistroAuditoria?modelo=${row?.id}&registro=${id}&sort=fecha_hora,id&per_page=100`,
  )
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

test('every write is written down: who, when, from where, what before and after', async () => {
  const headers = { 'x-request-id': 'peticion-1', 'user-agent': 'prueba/1.0' }
  const client = erp.admin.with(headers)
  const made = await client.post(`${API}/Departamento`, { clave: 'COM', nombre: 'Compras' })
  const { id } = made.json.data
  erp.clock.advance(1_000)
  await client.send('PUT', `${API}/Departamento/${id}`, { body: { nombre: 'Adquisiciones' } })
  await client.send('DELETE', `${API}/Departamento/${id}`)
  const rows = await auditOf('Departamento', id)
  assert.deepEqual(
    rows.map((row: { operacion: string }) => row.operacion),
    ['alta', 'cambio', 'baja'],
  )
  const [created, changed, deleted] = rows
  assert.deepEqual(
    [created.usuario, created.direccion_ip, created.agente, created.solicitud],
    [1, '127.0.0.1', 'prueba/1.0', 'peticion-1'],
  )
  assert.equal(created.fecha_hora, '2026-03-02T15:00:00.000Z')
  assert.deepEqual([created.antes, created.despues.nombre], [null, 'Compras'])
  assert.deepEqual(
    [changed.antes, changed.despues],
    [{ nombre: 'Compras' }, { nombre: 'Adquisiciones' }],
  )
  assert.deepEqual([deleted.antes.nombre, deleted.despues], ['Adquisiciones', null])
  assert.match(created.huella, /^[\da-f]{64}$/)
})

test('a refused write leaves no row, and a secret is never written down', async () => {
  const user = { usuario: 'secreto', nombre: 'S', password: 'muy-secreta-1', estado: 'activo' }
  const id = await company.create('Usuario', user)
  await company.update('Usuario', id, { password: 'otra-secreta-2' })
  await erp.admin.send('PUT', `${API}/Usuario/${id}`, { body: { nombre: null } })
  const rows = await auditOf('Usuario', id)
  assert.equal(rows.length, 2)
  assert.ok(!JSON.stringify(rows).includes('argon2'))
  assert.ok(!JSON.stringify(rows).includes('secreta'))
  assert.deepEqual(rows[1].despues, { password: '[oculto]' })
})

test('the service’s own role can add to the audit log, and neither change nor delete it', async () => {
  const role = erp.asService()
  const as = (work: ReturnType<typeof sql>) => writeAs(role, empresaId(1), (tx) => tx.query(work))
  assert.ok((await as(sql`select 1 from registro_auditoria`)).length > 0)
  for (const table of [
    sql`update registro_auditoria set motivo = 'x'`,
    sql`delete from registro_auditoria`,
    sql`truncate registro_auditoria`,
    sql`delete from registro_auditoria_campo`,
  ]) {
    await assert.rejects(as(table), /permission denied/)
  }
})

test('the log is read by right, shows no other company, and nobody writes it through the API', async () => {
  const nadie = await company.buyer('nadie', null)
  const other = await erp.otherCompany()
  assert.deepEqual(verdict(await nadie.get(`${API}/RegistroAuditoria`)), [403, 'FORBIDDEN'])
  assert.deepEqual((await other.get(`${API}/RegistroAuditoria`)).json.data, [])
  const [row] = (await erp.admin.get(`${API}/RegistroAuditoria?per_page=1`)).json.data
  assert.deepEqual(verdict(await other.get(`${API}/RegistroAuditoria/${row.id}`)), [
    404,
    'NOT_FOUND',
  ])
  const change = { body: { motivo: 'x' } }
  assert.equal(
    (await erp.admin.send('PUT', `${API}/RegistroAuditoria/${row.id}`, change)).status,
    403,
  )
  assert.equal((await erp.admin.send('DELETE', `${API}/RegistroAuditoria/${row.id}`)).status, 403)
})

interface TrailRow {
  readonly modelo: string
  readonly registro: number
  readonly registro_str: string | null
  readonly operacion: string
  readonly antes: Readonly<Record<string, unknown>> | null
  readonly despues: Readonly<Record<string, unknown>> | null
  readonly despues_str: Readonly<Record<string, string>> | null
}

test('the history of a document tells what happened to its lines, those that are gone included, in words', async () => {
  const line = { descripcion: 'Varilla', cantidad: '2', unidad: company.unidad, precio: '100' }
  const made = await erp.admin.post(`${API}/Compra`, {
    proveedor: company.proveedor,
    moneda: company.moneda,
    condicion_pago: company.condicion,
    partidas: [line, { ...line, descripcion: 'Alambre' }],
  })
  assert.equal(made.status, 201, made.text)
  const { id, partidas } = made.json.data
  const [first, second] = partidas
  erp.clock.advance(1_000)
  const change = {
    partidas: [
      { id: first.id, cantidad: '3' },
      { id: second.id, _delete: true },
    ],
  }
  await erp.admin.send('PUT', `${API}/Compra/${id}`, { body: change })
  const path = `${API}/reports/audit-trail/Compra/${id}`
  const own: TrailRow[] = (await erp.admin.get(path)).json.data
  assert.deepEqual(
    new Set(own.map(({ modelo, registro }) => `${modelo} ${registro}`)),
    new Set([`Compra ${id}`]),
  )
  const all = await erp.admin.get(`${path}?lines=true&per_page=100`)
  assert.equal(all.status, 200, all.text)
  const rows: TrailRow[] = all.json.data
  assert.equal(all.json.meta.total, rows.length)
  const ofLines = rows.filter(({ modelo }) => modelo === 'CompraPartida')
  assert.deepEqual(
    new Set(ofLines.map(({ registro, operacion }) => `${registro} ${operacion}`)),
    new Set([`${first.id} alta`, `${first.id} cambio`, `${second.id} alta`, `${second.id} baja`]),
  )
  const created = rows.find(({ modelo, operacion }) => modelo === 'Compra' && operacion === 'alta')
  assert.match(created?.despues_str?.['proveedor'] ?? '', /Aceros/)
  assert.equal(created?.registro_str, made.json.data.folio)
  const changed = ofLines.find(
    ({ operacion, despues }) => operacion === 'cambio' && despues?.['cantidad'] !== undefined,
  )
  assert.deepEqual(
    [changed?.antes?.['cantidad'], changed?.despues?.['cantidad']],
    ['2.000000', '3'],
  )
  assert.ok(changed?.registro_str)
  const gone = rows.find(({ operacion }) => operacion === 'baja')
  assert.equal(gone?.registro_str, null)
  const page = await erp.admin.get(`${path}?lines=true&per_page=2&page=2`)
  assert.deepEqual(
    page.json.data.map((row: { id: number }) => row.id),
    all.json.data.slice(2, 4).map((row: { id: number }) => row.id),
  )
})

test('the history shows lines, and words, only to those who may read them', async () => {
  const people = companyOf(erp)
  const { json } = await erp.admin.post(`${API}/Compra`, {
    proveedor: company.proveedor,
    moneda: company.moneda,
    condicion_pago: company.condicion,
    partidas: [{ descripcion: 'Varilla', cantidad: '2', unidad: company.unidad, precio: '100' }],
  })
  const path = `${API}/reports/audit-trail/Compra/${json.data.id}?lines=true`
  const grants = ['Compra.leer', 'RegistroAuditoria.leer']
  const without = await people.person('sin-partidas', [await people.profile('SINP', { grants })])
  const rows: TrailRow[] = (await without.client.get(path)).json.data
  assert.ok(rows.length > 0 && rows.every(({ modelo }) => modelo === 'Compra'))
  assert.ok(rows.every(({ despues_str: words }) => words?.['proveedor'] === undefined))
  const hiding = await people.profile('OCULTA', {
    grants: [...grants, 'CompraPartida.leer'],
    fields: { 'CompraPartida.precio': 'oculto' },
  })
  const seen: TrailRow[] = (await (await people.person('oculta', [hiding])).client.get(path)).json
    .data
  const line = seen.find(({ modelo }) => modelo === 'CompraPartida')
  assert.ok(line?.despues?.['cantidad'] !== undefined && line.despues['precio'] === undefined)
})
