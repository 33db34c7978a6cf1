import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it moves the clock.

// A process remembers the sessions it has seen and reads rows and session in one round trip; nothing may follow from
// what it remembers alone.

const API = '/api/v1'
const PASSWORD = 'una-clave-larga'
let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

// All that may be asked of a remembered caller: rows, one row, a row that is not there, a file, and what is refused
// without any row.
const READS = [
  `${API}/Departamento`,
  `${API}/Departamento/1`,
  `${API}/Departamento/999999`,
  `${API}/Departamento?format=csv`,
  `${API}/Departamento?nada=1`,
  `${API}/Poliza`,
  `${API}/Nada`,
]

async function readerOf(usuario: string): Promise<HttpClient> {
  await erp.admin.post(`${API}/Usuario`, {
    usuario,
    password: PASSWORD,
    nombre: 'Lectora',
    estado: 'activo',
  })
  await erp.owner.query(sql`
    with persona as (select id from public.usuario where empresa_id = 1 and usuario = ${usuario}),
    perfil as (
      insert into public.perfil (empresa_id, id, creado_en, modificado_en, clave, nombre, activo)
      select 1, 90000 + id, now(), now(), ${usuario}, 'Lectura', true from persona returning id),
    permiso as (
      insert into public.perfil_permiso (empresa_id, id, creado_en, modificado_en, perfil, permiso, concedido)
      select 1, perfil.id, now(), now(), perfil.id, s.id, true from perfil, public.permiso_sistema s
      where s.clave = 'Departamento.leer')
    insert into public.usuario_perfil (empresa_id, id, creado_en, modificado_en, usuario, perfil, inicio_vigencia, activo)
    select 1, perfil.id, now(), now(), persona.id, perfil.id, '2020-01-01', true from persona, perfil`)
  return await erp.logIn(usuario, PASSWORD)
}

async function statuses(client: HttpClient): Promise<readonly number[]> {
  const found: number[] = []
  for (const path of READS) found.push((await client.get(path)).status)
  return found
}

const ALLOWED = [200, 200, 404, 200, 422, 403, 404]

test('a session that another process ended is refused at once, whatever is asked', async () => {
  await erp.admin.post(`${API}/Departamento`, { clave: 'A', nombre: 'Uno' })
  const reader = await readerOf('lectora1')
  assert.deepEqual(await statuses(reader), ALLOWED)
  assert.deepEqual(await statuses(reader), ALLOWED)
  const other = await erp.secondServer()
  const there = other.client.with(reader.headers)
  assert.equal((await there.send('POST', `${API}/auth/logout`)).status, 204)
  await other.stop()
  assert.deepEqual(await statuses(reader), [401, 401, 401, 401, 401, 401, 401])
})

test('rights that were taken away count at the next request after an invalidation elsewhere', async () => {
  const reader = await readerOf('lectora2')
  assert.deepEqual(await statuses(reader), ALLOWED)
  await erp.owner.query(sql`
    delete from public.perfil_permiso p using public.perfil f
    where f.empresa_id = p.empresa_id and f.id = p.perfil and f.clave = 'lectora2'`)
  const other = await erp.secondServer()
  await other.client.with(reader.headers).send('POST', `${API}/auth/permissions/invalidate`)
  await other.stop()
  assert.deepEqual(await statuses(reader), [403, 403, 403, 403, 403, 403, 404])
})

test('a user who was blocked and a company that was closed are out at once', async () => {
  const reader = await readerOf('lectora3')
  assert.deepEqual(await statuses(reader), ALLOWED)
  await erp.owner.query(
    sql`update public.usuario set estado = 'bloqueado' where empresa_id = 1 and usuario = 'lectora3'`,
  )
  assert.deepEqual(await statuses(reader), [401, 401, 401, 401, 401, 401, 401])
})

test('a session that has run out is refused although it is remembered', async () => {
  const reader = await readerOf('lectora4')
  assert.deepEqual(await statuses(reader), ALLOWED)
  erp.clock.advance(24 * 3_600_000)
  assert.deepEqual(await statuses(reader), [401, 401, 401, 401, 401, 401, 401])
})
