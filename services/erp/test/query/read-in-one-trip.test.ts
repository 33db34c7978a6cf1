import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Database } from '@oficina/kit/database.ts'
import { plannedAnew, sql, withName, type Sql } from '@oficina/kit/sql.ts'

import { TENANT_SETTING } from '../../src/schema/ddl.ts'
import { empresaId, readAs } from '../../src/store/tenant-database.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it looks at connections of two companies, of which one is the first.

// A statement runs behind the setting that row-level security goes by, parsed for the first time or again. All of this
// happens on one connection, so that whatever it kept would meet the next request.

// The first read parses its statement, unless it has no name yet; the later ones run it behind one Sync.
const TURNS = 6
let erp: ErpTest
let database: Database

before(async () => {
  erp = await startOwnErp()
  await erp.admin.post('/api/v1/Departamento', { clave: 'UNO', nombre: 'De la primera' })
  const other = await erp.otherCompany()
  await other.post('/api/v1/Departamento', { clave: 'DOS', nombre: 'De la segunda' })
  database = erp.asService()
})

after(() => erp.stop())

const KEYS = [
  sql`select clave from departamento`,
  withName('test-keys', sql`select clave from departamento where nombre <> ${''}`),
]
const FIRST = empresaId(1)

async function secondCompany() {
  const rows = await erp.owner.query<{ id: string }>(
    sql`select max(empresa_id)::text as id from public.empresa`,
  )
  return empresaId(rows[0]?.id ?? '')
}

async function keysOf(empresa: ReturnType<typeof empresaId>, statement: Sql) {
  const rows = await readAs<{ clave: string }>(database, empresa, statement)
  return rows.map(({ clave }) => clave)
}

/** What the connection would show to a request that sets no company. */
async function leftBehind() {
  // Without a name: a test here takes all named statements away.
  const rows = await database.query<{ empresa: string | null; seen: number }>(
    plannedAnew(sql`
    select nullif(current_setting(${TENANT_SETTING}, true), '') as empresa,
      (select count(*) from departamento) as seen`),
  )
  return rows[0]
}

test('each of two companies sees its own rows on one connection, and the connection keeps neither', async () => {
  const second = await secondCompany()
  for (const statement of KEYS) {
    for (let turn = 0; turn < TURNS; turn += 1) {
      assert.deepEqual(await keysOf(FIRST, statement), ['UNO'])
      assert.deepEqual(await leftBehind(), { empresa: null, seen: 0 })
      assert.deepEqual(await keysOf(second, statement), ['DOS'])
      assert.deepEqual(await leftBehind(), { empresa: null, seen: 0 })
    }
  }
})

test('many reads at once are answered with their own rows', async () => {
  const second = await secondCompany()
  const companies = Array.from({ length: 40 }, (_, index) => (index % 3 === 0 ? second : FIRST))
  const found = await Promise.all(
    companies.map((empresa) => keysOf(empresa, sql`select clave from departamento`)),
  )
  assert.deepEqual(
    found,
    companies.map((empresa) => (empresa === FIRST ? ['UNO'] : ['DOS'])),
  )
})

test('a statement that fails leaves neither its company nor its transaction on the connection', async () => {
  const failing = (by: number) => sql`select clave from departamento where 1 / ${by}::int4 = 1`
  for (let turn = 0; turn < TURNS; turn += 1) {
    assert.deepEqual(await keysOf(FIRST, failing(1)), ['UNO'])
    await assert.rejects(keysOf(FIRST, failing(0)), { code: '22012' })
    assert.deepEqual(await leftBehind(), { empresa: null, seen: 0 })
  }
})

test('a statement is planned for all values or for its own, however often it comes', async () => {
  for (const [planning, planned] of [
    ['shared', { generic: 12, custom: 0 }],
    ['own', { generic: 0, custom: 12 }],
  ] as const) {
    const statement = withName(
      `test-${planning}`,
      sql`select clave from departamento where nombre <> ${''}`,
    )
    for (let turn = 0; turn < 12; turn += 1) await readAs(database, FIRST, statement, planning)
    const [counted] = await database.query(sql`
      select generic_plans::int4 as generic, custom_plans::int4 as custom from pg_prepared_statements
      where name = ${`trip:test-${planning}`}`)
    assert.deepEqual(counted, planned)
  }
})

test('a value that cannot be sent fails alone', async () => {
  const statement = (value: unknown) =>
    sql`select clave from departamento where nombre <> ${value}::text`
  const circular: { self?: unknown } = {}
  circular.self = circular
  for (let turn = 0; turn < TURNS; turn += 1) {
    assert.deepEqual(await keysOf(FIRST, statement('x')), ['UNO'])
    await assert.rejects(keysOf(FIRST, statement(circular)), TypeError)
    assert.deepEqual(await leftBehind(), { empresa: null, seen: 0 })
  }
})

test('a statement that its connection has lost fails once, and is parsed again', async () => {
  const statement = sql`select clave from departamento`
  assert.deepEqual(await keysOf(FIRST, statement), ['UNO'])
  await database.execute(sql`deallocate all`)
  await assert.rejects(keysOf(FIRST, statement), { code: '26000' })
  assert.deepEqual(await keysOf(FIRST, statement), ['UNO'])
})

test('a statement that cannot be parsed is refused each time, and hinders no other', async () => {
  const wrong = sql`select nothing_such from departamento`
  for (let turn = 0; turn < TURNS; turn += 1) {
    await assert.rejects(keysOf(FIRST, wrong), { code: '42703' })
    assert.deepEqual(await keysOf(FIRST, sql`select clave from departamento`), ['UNO'])
    assert.deepEqual(await leftBehind(), { empresa: null, seen: 0 })
  }
})
