import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'

import { sql, trusted } from '@oficina/kit/sql.ts'

import { spool } from '../../src/files/spool.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it has settings of its own.

const API = '/api/v1'

let erp: ErpTest

before(async () => {
  // More than any disk of a test has.
  erp = await startOwnErp({ diskMinFreeMb: 10_000_000 })
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
  await erp.owner.execute(sql`drop function public.sin_espacio() cascade`)
  assert.equal((await erp.admin.post(`${API}/Departamento`, body)).status, 201)
  await erp.owner.execute(sql`delete from public.departamento`)
})

/** Writes of the department that is called like it fail: the database has no space for the batch that it is in. */
async function noSpaceFor(clave: string): Promise<void> {
  await erp.owner.execute(
    trusted(`
      create function public.sin_espacio() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`),
  )
  await erp.owner.execute(
    trusted(`
      create trigger sin_espacio before insert on public.departamento
      for each row when (new.clave = '${clave}') execute function public.sin_espacio()`),
  )
}

describe('an import that ends in the middle, when the first batch has been answered,', () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => `F${index},n`)
  const body = `clave,nombre\n${rows.join('\n')}\n`
  const headers = { 'content-type': 'text/csv' }

  beforeEach(() => noSpaceFor('F1500'))

  afterEach(async () => {
    await erp.owner.execute(sql`drop function public.sin_espacio() cascade`)
    await erp.owner.execute(sql`delete from public.departamento`)
  })

  test('says in mode=rows at the end of its envelope why, and which rows it kept', async () => {
    const path = `${API}/Departamento/import?mode=rows`
    const { status, json } = await erp.admin.send('POST', path, { headers, body })
    assert.deepEqual([status, json.errors[0].code], [200, 'DISK_FULL'])
    assert.equal(json.data.results.length, 1_000)
    const { total, succeeded, kept } = json.meta
    assert.deepEqual({ total, succeeded, kept }, { total: 1_000, succeeded: 1_000, kept: true })
    assert.equal((await erp.admin.get(`${API}/Departamento`)).json.meta.total, 1_000)
  })

  test('says why in its last line where it tells of its progress, and leaves nothing of mode=all', async () => {
    const { text } = await erp.admin.send('POST', `${API}/Departamento/import`, {
      headers: { ...headers, accept: 'application/x-ndjson' },
      body,
    })
    const [first, last] = text.trim().split('\n')
    assert.deepEqual(JSON.parse(first ?? '').progress.total, 1_000)
    const { data, meta, errors } = JSON.parse(last ?? '')
    assert.deepEqual([data, errors[0].code], [null, 'DISK_FULL'])
    assert.deepEqual([meta.succeeded, meta.kept], [0, false])
    assert.equal((await erp.admin.get(`${API}/Departamento`)).json.meta.total, 0)
  })
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
