import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { DICTIONARY_DIR, loadRegistry } from '../src/dictionary-files.ts'
import type { Model, Registry } from '../src/dictionary/types.ts'
import { planListing } from '../src/query/listing-plan.ts'
import { parseListing } from '../src/query/listing-request.ts'
import { listingSql } from '../src/query/listing-sql.ts'
import { startErp, type ErpTest } from './erp-service.ts'

let erp: ErpTest
let registry: Registry

before(async () => {
  erp = await startErp()
  const loaded = loadRegistry(DICTIONARY_DIR, null)
  assert.ok(loaded.ok)
  registry = loaded.value
})

after(() => erp.stop())

/** The plan of a listing's page where every table is large, as PostgreSQL would choose it. */
async function pagePlan(model: Model, query: Readonly<Record<string, string>>): Promise<string> {
  const request = parseListing(
    new Map(Object.entries(query).map(([name, value]) => [name, [value]])),
  )
  assert.ok(request.ok)
  const plan = planListing(model, request.value)
  assert.ok(plan.ok, JSON.stringify(plan))
  const { text, values } = listingSql(
    registry,
    { ...plan.value, withTotal: false, withStr: false },
    '1',
  )
  return await erp.owner.transaction(async (tx) => {
    await tx.execute(sql`set local search_path = public`)
    // The tables of a test are empty: what a sort or a scan of a large one costs is said instead.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_bitmapscan = off`)
    await tx.execute(sql`set local enable_sort = off`)
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
