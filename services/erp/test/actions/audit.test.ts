import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { openDatabase } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startErp()
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
  const role = openDatabase({
    url: erp.database.url,
    poolSize: 1,
    log: createLog({ service: 'test', level: 'silent', format: 'json' }),
    applicationName: 'test',
    sessionSettings: { role: 'oficina_erp_app', search_path: 'public' },
  })
  const as = (work: ReturnType<typeof sql>) =>
    role.transaction(async (tx) => {
      await tx.query(sql`select set_config('oficina.empresa_id', '1', true)`)
      return await tx.query(work)
    })
  try {
    assert.ok((await as(sql`select 1 from registro_auditoria`)).length > 0)
    for (const table of [
      sql`update registro_auditoria set motivo = 'x'`,
      sql`delete from registro_auditoria`,
      sql`truncate registro_auditoria`,
      sql`delete from registro_auditoria_campo`,
    ]) {
      await assert.rejects(as(table), /permission denied/)
    }
  } finally {
    await role.close()
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
