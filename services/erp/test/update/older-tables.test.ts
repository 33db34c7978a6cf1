// Deep: it starts the service over the tables of one earlier version after the other.
// A service of its own: it changes the tables of all companies.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { StartRefusal } from '@oficina/kit/start-refusal.ts'
import { readMigrations } from '@oficina/postgres/migrate.ts'

import { applySchema, type SchemaOptions } from '../../src/store/schema/schema-store.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

/** Makes the tables those of an older version, which did not know some things yet. */
async function older(change: string): Promise<void> {
  await erp.owner.pool.query(
    `${change};
     update oficina.esquema_huella set huella = 'older';
     delete from oficina.esquema_aplicado`,
  )
}

async function start(
  onProgress: () => void = () => undefined,
  mayLose?: SchemaOptions['mayLose'],
): Promise<number> {
  return await applySchema(erp.asOwner, shippedRegistry(), {
    platform: await readMigrations(new URL('../../migrations', import.meta.url).pathname),
    placement: 'one server',
    onProgress,
    ...(mayLose !== undefined && { mayLose }),
  })
}

const one = async (query: string) => (await erp.owner.pool.query(query)).rows[0]

test('a unique key over a column that is new with it is added, whatever rows there are', async () => {
  await older(`
    drop view lectura.nota_credito_venta;
    alter table nota_credito_venta drop column uuid;
    update oficina.esquema set forma = jsonb_set(forma, '{columns}', (
      select jsonb_agg(c) from jsonb_array_elements(forma->'columns') c where c->>'name' <> 'uuid'
    )) where tabla = 'nota_credito_venta'`)
  assert.ok((await start()) > 0)
  assert.equal(
    (
      await one(
        `select count(*)::int as n from pg_constraint where conname = 'nota_credito_venta_uuid_key'`,
      )
    ).n,
    1,
  )
  assert.equal(await start(), 0)
})

test('a start goes on after one that was cut off behind any of its steps', async () => {
  await older(`
    drop view lectura.compra, lectura.venta;
    alter table compra drop column observaciones, drop column tipo_cambio;
    alter table venta drop column estado cascade`)
  let starts = 0
  for (let isCut = true; isCut; starts += 1) {
    const outcome = start(() => {
      throw new Error('cut off')
    })
    isCut = await outcome.then(
      () => false,
      (error: unknown) => {
        assert.match(String(error), /cut off/v)
        return true
      },
    )
  }
  assert.ok(starts > 1)
  assert.equal(await start(), 0)
  assert.equal((await one(`select count(*)::int as n from lectura.compra`)).n, 0)
})

test('an index whose making was cut off is made again', async () => {
  await erp.owner.pool.query('drop index compra_busqueda_ix')
  await older('create index compra_busqueda_ix on compra (empresa_id)')
  await erp.owner.pool.query(
    `update pg_index set indisvalid = false where indexrelid = 'compra_busqueda_ix'::regclass`,
  )
  assert.ok((await start()) > 0)
  assert.match(
    (await one(`select pg_get_indexdef('compra_busqueda_ix'::regclass) as text`)).text,
    /gin/v,
  )
})

test('what rows break is refused with the first of them, and nothing is changed', async () => {
  await older(`
    alter table pais drop constraint pais_clave_key, alter column nombre drop not null;
    alter table compra drop column observaciones cascade;
    insert into pais (id, clave, nombre) values (90001, 'ZZ1', null), (90002, 'ZZ1', 'Zeta')`)
  const refusal = await start().catch((error: unknown) => error)
  assert.ok(refusal instanceof StartRefusal)
  assert.match(
    refusal.message,
    /pais\.nombre becomes required, but not for 1 of what is there: id 90001/v,
  )
  assert.match(
    refusal.message,
    /pais: clave become unique, but not for 1 of what is there: ids 90001, 90002/v,
  )
  assert.match(refusal.message, /migrate --apply/v)
  const column = `select count(*)::int as n from pg_attribute
    where attrelid = 'compra'::regclass and attname = 'observaciones' and not attisdropped`
  assert.equal((await one(column)).n, 0)

  await erp.owner.pool.query(
    `delete from pais where id = 90002; update pais set nombre = 'Zeta' where id = 90001`,
  )
  assert.ok((await start()) > 0)
  assert.equal((await one(column)).n, 1)
  assert.equal(await start(), 0)
})

test('what could lose data is done when a person has ordered it, with the rows that break it', async () => {
  await older(`
    alter table direccion drop constraint direccion_pais_fk;
    create table public.retirada (empresa_id int8, id int8, primary key (empresa_id, id));
    insert into oficina.esquema values ('retirada', '{"table":"retirada","scope":"tenant","columns":[],"keys":[],"indexes":[],"references":[],"search":[]}')`)
  await assert.rejects(
    start(),
    /newer version of the ERP.*table retirada is no longer in the dictionary/sv,
  )
  const shown: string[] = []
  await start(undefined, async (steps) => {
    shown.push(...steps.filter(({ kind }) => kind === 'lossy').map(({ reason }) => reason))
    return await Promise.resolve(true)
  })
  assert.match(shown.join(), /table retirada/v)
  assert.equal((await one(`select to_regclass('public.retirada') as name`)).name, null)
})

test('an older version says that it is one, and changes nothing', async () => {
  await erp.owner.pool.query(`update oficina.esquema_huella set huella = 'that of a newer one'`)
  await assert.rejects(start(), /brought up to date by a newer version/v)
  assert.equal(
    (await one('select huella from oficina.esquema_huella')).huella,
    'that of a newer one',
  )

  await erp.owner.pool.query(`insert into oficina.migracion (id, huella) values ('9999-later', '')`)
  await assert.rejects(start(), /does not know its migrations 9999-later/v)
})
