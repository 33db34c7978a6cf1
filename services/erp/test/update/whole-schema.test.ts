// A service of its own: it looks at the tables of all companies.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { planSchema } from '../../src/store/schema/schema-store.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

const plan = async () =>
  (await planSchema(erp.asOwner, shippedRegistry(), 'one server')).map(({ sql }) => sql)

test('a database that was just made lacks nothing of the dictionary', async () => {
  assert.deepEqual(await plan(), [])
})

test('what an operator added for himself is not touched', async () => {
  await erp.owner.pool.query(`
    alter table compra add column nota_interna text;
    create index compra_propio_ix on compra (empresa_id, modificado_en);
    create table public.reporte_propio (id int8 primary key)`)
  assert.deepEqual(await plan(), [])
})

test('what somebody took away is seen in the database, whatever was recorded of it', async () => {
  await erp.owner.pool.query(`
    alter table compra drop constraint compra_proveedor_fk;
    alter table venta drop constraint venta_estado_ck;
    alter table compra alter column tipo_cambio drop default`)
  const found = await plan()
  assert.match(found.join('\n'), /add constraint "compra_proveedor_fk" foreign key .* not valid/v)
  assert.match(found.join('\n'), /validate constraint "compra_proveedor_fk"/v)
  assert.match(found.join('\n'), /add constraint "venta_estado_ck" check .* not valid/v)
  assert.match(found.join('\n'), /alter table "compra" alter column "tipo_cambio" set default '1'/v)
})
