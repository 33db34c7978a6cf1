import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Field, Model, Registry } from '../../src/dictionary/types.ts'
import { planListing, type ListingPlan } from '../../src/query/listing/listing-plan.ts'
import { parseListing } from '../../src/query/listing/listing-request.ts'
import { listingSql } from '../../src/query/listing/listing-sql.ts'
import { APP_ROLE } from '../../src/schema/ddl.ts'
import { listingRead } from '../../src/store/records/record-reads.ts'
import { empresaId, enterCompany } from '../../src/store/tenant-database.ts'
import { insertAnyRecords } from '../any-records.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// Deep: it asks for the plans of every model.
// A service of its own: it fills tables and has them analyzed.

let erp: ErpTest
let registry: Registry

before(async () => {
  erp = await startOwnErp()
  registry = shippedRegistry()
})

after(() => erp.stop())

// The tables of a test are empty: what a sort or a scan of a large one costs is said instead.
const LARGE_PAGE = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort']

/** The plan of a listing's page where every table is large, as PostgreSQL would choose it for the service's role. */
async function pagePlan(
  model: Model,
  query: Readonly<Record<string, string>>,
  costly: readonly string[] = LARGE_PAGE,
): Promise<string> {
  const page = { ...planOf(model, query), withTotal: false, withStr: false }
  return await explained(listingSql(registry, page, '1'), costly)
}

function planOf(model: Model, query: Readonly<Record<string, string>>): ListingPlan {
  const request = parseListing(
    new Map(Object.entries(query).map(([name, value]) => [name, [value]])),
  )
  assert.ok(request.ok)
  const plan = planListing(model, request.value, (name) => registry.models.get(name))
  assert.ok(plan.ok, JSON.stringify(plan))
  return plan.value
}

async function explained({ text, values }: Sql, costly: readonly string[]): Promise<string> {
  return await erp.owner.transaction(async (tx) => {
    await tx.execute(sql`set local search_path = public`)
    await tx.execute(sql`set local role ${trusted(APP_ROLE)}`)
    await enterCompany(tx, empresaId(1))
    for (const name of costly) await tx.execute(sql`set local ${trusted(name)} = off`)
    const rows = await tx.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test('the listing of every model of a company is served by an index on the company, without a sort', async () => {
  for (const model of registry.models.values()) {
    if (model.scope !== 'tenant') continue
    const plan = await pagePlan(model, {})
    assert.match(
      plan,
      new RegExp(`Index .*Scan.* using "?${model.table.slice(0, 50)}`),
      `${model.name}\n${plan}`,
    )
    assert.doesNotMatch(plan, /-> +Sort |Seq Scan on/, `${model.name}\n${plan}`)
  }
})

test('records are counted straight from an index of their company, which the view tells it', async () => {
  const model = registry.models.get('MovimientoBancario')
  assert.ok(model)
  const asked = planOf(model, { fecha__gte: '2026-01-01', sort: 'fecha', fields: 'folio' })
  const plan = async (isSpread: boolean) => {
    const { statement } = listingRead(registry, asked, { empresa: empresaId(1), isSpread })
    return await explained(statement, LARGE_PAGE)
  }
  const straight =
    /Aggregate .*\n +InitPlan .*\n.*Result.*\n +-> +Index Only Scan .*\n +Index Cond: .*empresa_id = \(InitPlan/
  assert.match(await plan(false), straight)
  // A database spread over machines is told the company as a value, and compares it once more.
  assert.doesNotMatch(await plan(true), straight)
})

test('a filter on any reference of a model of a company finds its index', async () => {
  for (const model of registry.models.values()) {
    if (model.scope !== 'tenant') continue
    for (const { name } of model.references) {
      const isFirst = [...model.indexes, ...model.uniqueKeys].some(
        ({ fields }) => fields[0] === name,
      )
      assert.equal(isFirst, true, `${model.name}.${name}`)
    }
  }
})

test('lists of documents sorted by their date, latest first, and of names come from an index', async () => {
  const cases = [
    ['Compra', { sort: '-fecha' }],
    ['Venta', { sort: 'fecha' }],
    ['MovimientoBancario', { sort: '-fecha' }],
    ['Cliente', { sort: 'razon_social' }],
    ['Cliente', { sort: '-clave' }],
  ] as const
  for (const [name, query] of cases) {
    const model = registry.models.get(name)
    assert.ok(model)
    const plan = await pagePlan(model, query)
    assert.doesNotMatch(plan, /-> +Sort |Seq Scan on/, `${name} ${JSON.stringify(query)}\n${plan}`)
  }
})

test('every model of a company with texts to search has one index for them all', async () => {
  const rows = await erp.owner.query<{ table: string; definition: string }>(sql`
    select tablename as table, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like '%gin_trgm_ops%'`)
  const indexes = new Map(rows.map(({ table, definition }) => [table, definition]))
  for (const model of registry.models.values()) {
    const fields = model.admin.searchFields.filter((name) => isText(model.fieldByName.get(name)))
    for (const name of fields) {
      const wanted = new RegExp(`sin_acentos\\(\\(?"?${name}\\b`)
      assert.match(indexes.get(model.table) ?? '', wanted, `${model.name}.${name}`)
    }
  }
})

test('the service’s role finds a pattern by index, also beside other filters and sorts', async () => {
  await fill(['Compra', 'Cliente', 'Articulo'])
  const cases = [
    ['Compra', { folio__like: '99999' }],
    ['Compra', { q: 'PR-00123' }],
    ['Compra', { folio__like: 'PR-1%25', estado: 'iniciada', sort: '-fecha' }],
    ['Cliente', { razon_social__like: 'abarrotes', q: 'niño' }],
    ['Cliente', { rfc__like: 'XAXX%', fields: 'clave' }],
    ['Articulo', { q: 'ferretería 12', sort: '-clave' }],
  ] as const
  for (const [name, query] of cases) {
    const model = registry.models.get(name)
    assert.ok(model)
    const plan = await pagePlan(model, query, [])
    assert.match(plan, /Index Cond: .*sin_acentos/, `${name} ${JSON.stringify(query)}\n${plan}`)
    assert.doesNotMatch(plan, /Seq Scan on/, `${name}\n${plan}`)
  }
})

/** Rows enough for PostgreSQL to prefer the index that fits best. */
async function fill(names: readonly string[]): Promise<void> {
  const rows = { empresa: 1, firstId: 1_000, count: 4_000, day: '2026-01-31', reference: 1 }
  for (const name of names) {
    const model = registry.models.get(name)
    assert.ok(model)
    await erp.owner.transaction((tx) => insertAnyRecords(tx, model, rows))
    await erp.owner.execute(sql`analyze ${trusted(`public."${model.table}"`)}`)
  }
}

function isText(field: Field | undefined): boolean {
  return field?.type === 'text' || field?.type === 'long_text'
}
