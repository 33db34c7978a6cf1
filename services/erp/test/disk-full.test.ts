import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { spool } from '../src/files/spool.ts'
import { startErp, type ErpTest } from './erp-service.ts'

const API = '/api/v1'

let erp: ErpTest

before(async () => {
  // More than any disk of a test has.
  erp = await startErp({ diskMinFreeMb: 10_000_000 })
})

after(() => erp.stop())

test('health says that little space is left, and is 200 all the same', async () => {
  const { status, json } = await erp.client.get('/health')
  assert.deepEqual([status, json.status, json.disk.low], [200, 'degraded', true])
  assert.ok(json.disk.freeBytes > 0)
})

test('a write for which the database has no space is 507 and leaves nothing', async () => {
  // What PostgreSQL says when a table cannot grow.
  await erp.owner.execute(sql`
    create function public.sin_espacio() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await erp.owner.execute(sql`
    create trigger sin_espacio before insert on public.departamento execute function public.sin_espacio()`)
  const body = { clave: 'A', nombre: 'A' }
  const refused = await erp.admin.post(`${API}/Departamento`, body)
  assert.deepEqual([refused.status, refused.json.errors[0].code], [507, 'DISK_FULL'])
  const imported = await erp.admin.send('POST', `${API}/Departamento/import`, {
    headers: { 'content-type': 'text/csv' },
    body: 'clave,nombre\nA,A\n',
  })
  assert.deepEqual([imported.status, imported.json.errors[0].code], [507, 'DISK_FULL'])
  assert.deepEqual(await readdir(join(erp.dataDir, 'imports')), [])
  await erp.owner.execute(sql`drop trigger sin_espacio on public.departamento`)
  assert.equal((await erp.admin.post(`${API}/Departamento`, body)).status, 201)
})

test('a file that the disk has no room for is removed at once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-full-'))
  t.after(() => rm(folder, { recursive: true }))
  // Every write to this device fails as on a full disk.
  const path = join(folder, 'import')
  await symlink('/dev/full', path)
  const { signal } = new AbortController()
  const kept = spool(Readable.from([Buffer.from('clave')]), { path, maxBytes: 100, signal })
  await assert.rejects(kept, { code: 'ENOSPC' })
  assert.deepEqual(await readdir(folder), [])
})
