// Deep: it makes the search indexes of all tables.
// A service of its own: it takes an extension from the database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { readMigrations } from '@oficina/postgres/migrate.ts'

import { applySchema } from '../../src/store/schema/schema-store.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf } from '../rights/rights-fixture.ts'
import { shippedRegistry } from '../shipped-registry.ts'

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
  await companyOf(erp).create('Departamento', { clave: 'P0', nombre: 'Ferretería' })
})

after(() => erp.stop())

/** How often a start says that it is without the extension, and what it did. */
async function start(): Promise<{ readonly told: number; readonly steps: number }> {
  const told: true[] = []
  const steps = await applySchema(erp.asOwner, shippedRegistry(), {
    platform: await readMigrations(new URL('../../migrations', import.meta.url).pathname),
    placement: 'one server',
    onProgress: () => undefined,
    onNoTrigrams: () => told.push(true),
  })
  return { told: told.length, steps }
}

async function indexes(): Promise<number> {
  const rows = await erp.owner.query<{ n: number }>(
    sql`select count(*)::int as n from pg_indexes where indexdef like '%gin_trgm_ops%'`,
  )
  return rows[0]?.n ?? 0
}

async function found(q: string): Promise<readonly string[]> {
  const { json } = await erp.admin.get(`${API}/Departamento?similar=true&q=${q}`)
  return json.data.map(({ nombre }: { nombre: string }) => nombre)
}

test('without pg_trgm the service starts, says so and finds what it finds with it; later the indexes are made', async () => {
  const before = await indexes()
  await erp.owner.pool.query(`
    drop extension pg_trgm cascade;
    delete from oficina.esquema_aplicado;
    create function public.no_trigrams() returns event_trigger language plpgsql as $$ begin
      if current_query() ilike '%pg_trgm%' then
        raise exception 'extension "pg_trgm" is not allowed here' using errcode = 'insufficient_privilege';
      end if;
    end $$;
    create event trigger no_trigrams on ddl_command_start when tag in ('CREATE EXTENSION')
      execute function public.no_trigrams()`)
  assert.deepEqual(await start(), { told: 1, steps: 0 })
  assert.deepEqual(await found('ferret'), ['Ferretería'])
  assert.deepEqual(await found('feretteria'), ['Ferretería'])
  assert.deepEqual(await start(), { told: 1, steps: 0 })

  await erp.owner.pool.query('drop event trigger no_trigrams')
  const { steps, told } = await start()
  assert.deepEqual([told, steps], [0, before])
  assert.equal(await indexes(), before)
  assert.deepEqual(await found('ferret'), ['Ferretería'])
  assert.deepEqual(await start(), { told: 0, steps: 0 })
})
