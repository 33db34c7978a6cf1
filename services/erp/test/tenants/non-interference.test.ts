import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: its laws hold for all rows of the database.

// Deep: it compares the answers of all models for random records of others.

// The strongest form of isolation: whatever a company asks, the answers are word for word those that it would get if the
// other company had nothing at all. Two installations, the same company in both; only in one has the neighbour records.

const API = '/api/v1'
const CSV = 'text/csv'

interface World {
  readonly erp: ErpTest
  readonly mine: HttpClient
  readonly neighbour: HttpClient
}

let full: World
let empty: World

async function world(): Promise<World> {
  const erp = await startOwnErp()
  return { erp, mine: await erp.otherCompany(), neighbour: await erp.otherCompany() }
}

before(async () => {
  full = await world()
  empty = await world()
  // More records than the company can make itself, under the very keys that it will try.
  const rows = Array.from({ length: 40 }, (_, index) => `K${index},Secreto ${index},servicio`)
  const body = `clave,nombre,tipo\n${rows.join('\n')}\n`
  const headers = { 'content-type': CSV }
  const centers = await full.neighbour.send('POST', `${API}/CentroCosto/import`, { headers, body })
  assert.equal(centers.status, 200, centers.text)
  for (let index = 0; index < 20; index += 1) {
    const department = { clave: `K${index}`, nombre: `Secreto ${index}`, centro_costo: index + 1 }
    assert.equal((await full.neighbour.post(`${API}/Departamento`, department)).status, 201)
  }
})

after(async () => {
  await full.erp.stop()
  await empty.erp.stop()
})

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly type?: string
}

const id = fc.integer({ min: 1, max: 45 })
const key = fc.integer({ min: 0, max: 45 }).map((n) => `K${n}`)
const model = fc.constantFrom('Departamento', 'CentroCosto')

const reading: fc.Arbitrary<Call> = fc
  .tuple(
    model,
    fc.oneof(
      fc.constantFrom(
        'q=secreto',
        'nombre__like=secreto',
        'clave__like=K%25',
        'id__gt=0',
        'lean=true',
      ),
      fc.constantFrom(
        'format=csv',
        'format=csv&headers=label',
        'padre__null=false',
        'per_page=100',
      ),
      id.map((value) => `id__in=${value},${value + 1}&page=2`),
      key.map((value) => `clave=${value}`),
      key.map((value) => `clave__gte=${value}&sort=-clave`),
      id.map((value) => `padre=${value}`),
    ),
    fc.constantFrom('', '&sort=nombre', '&sort=-padre', '&count=false', '&fields=clave,padre'),
  )
  .map(([name, query, more]) => ({ method: 'GET', path: `/${name}?${query}${more}` }))

const record: fc.Arbitrary<Call> = fc
  .tuple(fc.constantFrom('GET', 'DELETE'), model, id)
  .map(([method, name, value]) => ({ method, path: `/${name}/${value}` }))

const center = fc.record({
  clave: key,
  nombre: fc.constantFrom('Secreto 3', 'propio'),
  tipo: fc.constant('servicio'),
  padre: fc.option(id, { nil: null }),
})
const department = fc.record({
  clave: key,
  nombre: fc.constantFrom('Secreto 3', 'propio'),
  centro_costo: fc.option(id, { nil: null }),
})
const writing: fc.Arbitrary<Call> = fc.oneof(
  center.map((body) => ({ method: 'POST', path: '/CentroCosto', body })),
  department.map((body) => ({ method: 'POST', path: '/Departamento', body })),
  fc
    .tuple(id, center)
    .map(([value, body]) => ({ method: 'PUT', path: `/CentroCosto/${value}`, body })),
)

const importing: fc.Arbitrary<Call> = fc
  .tuple(
    fc.array(
      fc.tuple(
        key,
        fc.oneof(
          id.map(String),
          key,
          key.map((value) => `${value} Secreto`),
        ),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    fc.constantFrom(
      '',
      '?mode=rows',
      '?upsert_by=clave',
      '?upsert_by=clave&mode=rows',
      '?dry_run=true',
    ),
    fc.constantFrom('centro_costo', 'centro_costo_str'),
  )
  .map(([rows, query, column]) => ({
    method: 'POST',
    path: `/Departamento/import${query}`,
    type: CSV,
    body: `clave,nombre,${column}\n${rows.map(([clave, center]) => `${clave},propio,${center}`).join('\n')}\n`,
  }))

const calls = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: reading },
    { weight: 2, arbitrary: record },
    { weight: 4, arbitrary: writing },
    { weight: 3, arbitrary: importing },
  ),
  { minLength: 3, maxLength: 15 },
)

async function answer(client: HttpClient, { method, path, body, type }: Call): Promise<TestAnswer> {
  return await client.send(method, API + path, {
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  })
}

/** All that a client sees, but what names the request. */
function seen({ status, headers, text }: TestAnswer) {
  const shown = ['location', 'etag', 'content-type', 'content-disposition']
  return { status, text, headers: shown.map((name) => headers.get(name)) }
}

async function neighbourRows() {
  return await full.erp.owner.query(sql`
    select d::text as row from public.departamento d where nombre like 'Secreto%' and empresa_id =
      (select max(empresa_id) from public.empresa)
    union all select c::text from public.centro_costo c where empresa_id = (select max(empresa_id) from public.empresa)
    order by 1`)
}

test('no answer depends on what another company has, and none of its records changes', async () => {
  const kept = await neighbourRows()
  assert.equal(kept.length, 60)
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      for (const call of sequence) {
        const [one, other] = await Promise.all([answer(full.mine, call), answer(empty.mine, call)])
        assert.notEqual(one.status, 500, `${call.method} ${call.path}: ${one.text}`)
        assert.deepEqual(seen(one), seen(other), `${call.method} ${call.path}`)
      }
    }),
    { numRuns: 40 },
  )
  assert.deepEqual(await neighbourRows(), kept)
})

test('a workbook shows the same as well', async () => {
  const call = { method: 'GET', path: '/CentroCosto?format=xlsx' }
  const [one, other] = await Promise.all([answer(full.mine, call), answer(empty.mine, call)])
  assert.deepEqual(one.bytes, other.bytes)
})
