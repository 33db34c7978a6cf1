import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Database } from '@oficina/kit/database.ts'
import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Model } from '../../src/dictionary/types.ts'
import { planListing } from '../../src/query/listing/listing-plan.ts'
import { parseListing } from '../../src/query/listing/listing-request.ts'
import { listingSql, type ListingRow } from '../../src/query/listing/listing-sql.ts'
import { wholeRecord } from '../../src/query/record-request.ts'
import { readSql } from '../../src/query/record-sql.ts'
import { READ_SCHEMA } from '../../src/schema/ddl.ts'
import { empresaId, readAs } from '../../src/store/tenant-database.ts'
import { insertAnyRecords } from '../any-records.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// Deep: it fills and asks for every model.
// A service of its own: it writes rows that the database would refuse, of every model.

// A record in every model of two companies, whose references all lead to the ids of the second company's records: what
// shows one of those shows another company's record.

const API = '/api/v1'
const MINE = 900_001
const THEIRS = 900_002
const THEIR_DAY = '2001-02-03'
const CHUNK = 100

const registry = shippedRegistry()
const MY_COMPANY = empresaId(1)
const models = [...registry.models.values()].filter(({ scope }) => scope === 'tenant')

let erp: ErpTest
let role: Database

before(async () => {
  erp = await startOwnErp()
  await erp.otherCompany()
  await erp.owner.transaction(async (tx) => {
    for (const model of models) {
      const one = { count: 1, reference: THEIRS }
      await insertAnyRecords(tx, model, { ...one, empresa: 1, firstId: MINE, day: '2020-01-01' })
      await insertAnyRecords(tx, model, { ...one, empresa: 2, firstId: THEIRS, day: THEIR_DAY })
    }
  })
  role = erp.asService()
})

after(() => erp.stop())

/** The companies of the rows that each relation shows, as `table: company, …`. */
function companiesShown(schema: string, some: readonly Model[]): Sql {
  const parts = some.map(({ table }) => {
    const from = trusted(`${schema}."${table}"`)
    return sql`select ${table} || ': ' || string_agg(distinct empresa_id::text, ', ') as shown from ${from}`
  })
  return sql`select shown from (${join(parts, ' union all ')}) x where shown is not null`
}

async function shownTo(read: (statement: Sql) => Promise<readonly { shown: string }[]>) {
  const shown: string[] = []
  for (const schema of ['public', READ_SCHEMA]) {
    for (let from = 0; from < models.length; from += CHUNK) {
      const rows = await read(companiesShown(schema, models.slice(from, from + CHUNK)))
      shown.push(...rows.map((row) => row.shown))
    }
  }
  return shown
}

test('without a company no record of any model is shown, neither by its table nor by its view', async () => {
  assert.deepEqual(await shownTo((statement) => role.query(statement)), [])
})

test('with a company every table and view shows its records and no other’s', async () => {
  const shown = await shownTo((statement) => readAs(role, MY_COMPANY, statement))
  const wanted = models.map(({ table }) => `${table}: 1`)
  assert.deepEqual(shown, [...wanted, ...wanted])
})

test('the service’s role may only read the views', async () => {
  const rows = await role.query<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = ${READ_SCHEMA}::regnamespace
      and (has_table_privilege(oid, 'insert') or has_table_privilege(oid, 'update')
        or has_table_privilege(oid, 'delete') or not has_table_privilege(oid, 'select'))`)
  assert.deepEqual(rows, [])
})

test('no list and no record of any model shows another company’s record or its words', async () => {
  const mine = parseListing(new Map([['id__gte', [String(MINE)]]]))
  assert.ok(mine.ok)
  for (const model of models) {
    const plan = planListing(model, mine.value, (name) => registry.models.get(name))
    assert.ok(plan.ok)
    const listing = listingSql(registry, plan.value, MY_COMPANY, 'by view')
    const [list] = await readAs<ListingRow>(role, MY_COMPANY, listing)
    const records = JSON.parse(list?.records ?? '')
    assert.deepEqual([list?.total, records.length], [1, 1], model.name)
    const words = wordsOf(model).map((name) => records[0][name])
    assert.deepEqual([...new Set([null, ...words])], [null], model.name)
    const key = { model, empresaId: MY_COMPANY, id: String(THEIRS) }
    const foreign = await readAs(role, MY_COMPANY, readSql(registry, key, wholeRecord(model)))
    assert.deepEqual(foreign, [], model.name)
  }
})

test('neither a list nor a record nor an export on the wire shows another company’s record', async () => {
  // They are those very statements, so a few models stand for all.
  for (const model of models.filter((_, index) => index % 20 === 0)) {
    const path = `${API}/${model.name}`
    const foreign = await erp.admin.get(`${path}/${THEIRS}`)
    const list = await erp.admin.get(`${path}?id__gte=${MINE}`)
    const own = await erp.admin.get(`${path}/${MINE}`)
    const file = await erp.admin.get(`${path}?id__gte=${MINE}&format=csv`)
    assert.deepEqual([foreign.status, list.json.meta.total, own.status], [404, 1, 200], own.text)
    assert.equal(file.text.trim().split('\r\n').length, 2, file.text)
    assert.equal((list.text + own.text + file.text).includes(THEIR_DAY), false, file.text)
  }
})

/** The fields that tell in words what a record of a company refers to. */
function wordsOf(model: Model): readonly string[] {
  return model.references
    .filter(({ target }) => registry.models.get(target)?.scope === 'tenant')
    .map(({ name }) => `${name}_str`)
}

test('a database of a version without views has them after the next start', async () => {
  await erp.owner.execute(sql`drop schema lectura cascade`)
  await erp.owner.execute(sql`update oficina.esquema_huella set huella = 'former'`)
  await erp.owner.execute(sql`delete from oficina.esquema_aplicado`)
  const second = await erp.secondServer()
  try {
    const list = await erp.admin.get(`${API}/Departamento?id__gte=${MINE}`)
    assert.deepEqual([list.status, list.json.meta.total], [200, 1], list.text)
    assert.deepEqual(await shownTo((statement) => role.query(statement)), [])
  } finally {
    await second.stop()
  }
})
