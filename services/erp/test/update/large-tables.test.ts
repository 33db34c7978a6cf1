// Deep: it fills a table beyond what an update changes within a request, and holds it up.
// A service of its own: it changes the tables of all companies.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import pg from 'pg'
import { readMigrations } from '@oficina/postgres/migrate.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { applySchema } from '../../src/store/schema/schema-store.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

const WAIT_MS = 30_000
// Half of what a plain statement would wait for its lock, with everybody else behind it.
const SOON = `set lock_timeout = '1s'`

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

const rowsOf = async (query: string) => (await erp.owner.pool.query(query)).rows

/** Over 16 MB of a catalog that lacks its index, as before they came; rows have much room around them. */
async function largeTable(): Promise<void> {
  await erp.owner.pool.query(`
    drop index clave_unidad_busqueda_ix;
    alter table clave_unidad drop constraint clave_unidad_clave_key;
    alter table clave_unidad set (fillfactor = 50);
    insert into clave_unidad (id, clave, nombre, descripcion)
      select 1000000 + i, to_hex(i), 'Unidad ' || i, repeat('x', 600) from generate_series(4096, 24095) i;
    update oficina.esquema_huella set huella = 'older';
    delete from oficina.esquema_aplicado`)
  const [size] = await rowsOf(`select pg_relation_size('clave_unidad') > 16777216 as "isLarge"`)
  assert.equal(size.isLarge, true)
}

async function start(): Promise<number> {
  return await applySchema(erp.asOwner, shippedRegistry(), {
    platform: await readMigrations(new URL('../../migrations', import.meta.url).pathname),
    placement: 'one server',
    onProgress: () => undefined,
  })
}

/** A connection of somebody who works meanwhile. */
async function beside(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: erp.database.url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const MADE = `
  select c.relname as name, x.indisvalid as "isValid", exists (select from pg_constraint where conindid = c.oid) as "isKey"
  from pg_index x join pg_class c on c.oid = x.indexrelid
  where indrelid = 'clave_unidad'::regclass and relname in ('clave_unidad_busqueda_ix', 'clave_unidad_clave_key')
  order by 1`

test('an index and a unique key of a large table are made while others write to it', async () => {
  await largeTable()
  const update: { done?: Promise<number> } = {}
  await beside(async (slow) => {
    await slow.query('begin')
    await slow.query(`update clave_unidad set nombre = 'De una venta larga' where clave = '1001'`)
    update.done = start()
    const soon = AbortSignal.timeout(WAIT_MS)
    await eventually('the update waits for the slow writer', async () => {
      soon.throwIfAborted()
      const waiting = await rowsOf(
        `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like 'create%index concurrently%clave_unidad%'`,
      )
      return waiting.length > 0
    })
    await beside(async (quick) => {
      await quick.query(SOON)
      await quick.query(
        `insert into clave_unidad (id, clave, nombre) values (2000001, 'y1', 'Meanwhile')`,
      )
    })
    await slow.query('commit')
  })
  assert.ok(((await update.done) ?? 0) >= 2)
  assert.deepEqual(await rowsOf(MADE), [
    { name: 'clave_unidad_busqueda_ix', isValid: true, isKey: false },
    { name: 'clave_unidad_clave_key', isValid: true, isKey: true },
  ])
  assert.equal(await start(), 0)
  await assert.rejects(
    erp.owner.pool.query(
      `insert into clave_unidad (id, clave, nombre) values (2000002, 'y1', 'Again')`,
    ),
    /clave_unidad_clave_key/v,
  )
})

test('an index of a large table whose making ended in its middle is made again', async () => {
  await erp.owner.pool.query(`
    drop index clave_unidad_busqueda_ix;
    update oficina.esquema_huella set huella = 'older'; delete from oficina.esquema_aplicado`)
  await beside(async (slow) => {
    await slow.query('begin')
    await slow.query(`update clave_unidad set nombre = 'De otra' where clave = '1002'`)
    const update = start()
    const killed = assert.rejects(update)
    const soon = AbortSignal.timeout(WAIT_MS)
    await eventually('its backend is ended while it waits', async () => {
      soon.throwIfAborted()
      const ended = await rowsOf(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and query like 'create index concurrently%clave_unidad%'`,
      )
      return ended.length > 0
    })
    await killed
    await slow.query('commit')
  })
  const [left] = await rowsOf(MADE)
  assert.deepEqual(left, { name: 'clave_unidad_busqueda_ix', isValid: false, isKey: false })
  assert.ok((await start()) >= 1)
  const [made] = await rowsOf(MADE)
  assert.deepEqual(made, { name: 'clave_unidad_busqueda_ix', isValid: true, isKey: false })
})
