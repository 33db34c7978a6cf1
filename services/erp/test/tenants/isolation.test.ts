import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it compares what all companies have.

let erp: ErpTest
let mine: HttpClient
let theirs: HttpClient
const secretNames = ['Proyecto Ciruela', 'Cliente Fantasma', 'Plan Oculto']
const theirIds: number[] = []

const API = '/api/v1'

before(async () => {
  erp = await startOwnErp()
  mine = await erp.otherCompany()
  theirs = await erp.otherCompany()
  for (const [index, nombre] of secretNames.entries()) {
    const parent = theirIds.at(-1)
    const answer = await theirs.post(`${API}/Departamento`, {
      clave: `S${index}`,
      nombre,
      ...(parent === undefined ? {} : { padre: parent }),
    })
    theirIds.push(answer.json.data.id)
  }
})

after(() => erp.stop())

/** A call that a user of one company might try on another's rows; the answers are looked through below. */
const call = fc.oneof(
  fc.record({
    method: fc.constant('GET'),
    path: fc
      .tuple(
        fc.constantFrom(
          'nombre__like=%25',
          'q=ciruela',
          'q=fantasma',
          'id__in=1,2,3,4,5',
          'id__gt=0',
          'clave=S0',
          'clave__in=S0,S1,S2',
          'padre__null=false',
          'padre=1',
          'format=csv',
          'lean=true',
          'per_page=100',
        ),
        fc.constantFrom(
          '',
          '&sort=padre',
          '&sort=-nombre',
          '&fields=nombre,padre',
          '&page=2',
          '&order=desc',
        ),
      )
      .map(([query, more]) => `/Departamento?${query}${more}`),
    body: fc.constant(undefined),
  }),
  fc.record({
    method: fc.constantFrom('GET', 'DELETE'),
    path: fc.integer({ min: 1, max: 40 }).map((id) => `/Departamento/${id}`),
    body: fc.constant(undefined),
  }),
  fc.record({
    method: fc.constant('PUT'),
    path: fc.integer({ min: 1, max: 40 }).map((id) => `/Departamento/${id}`),
    body: fc.record({
      nombre: fc.constantFrom('robado', 'cambiado'),
      padre: fc.option(fc.integer({ min: 1, max: 40 })),
      empresa_id: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constantFrom('/Departamento', '/CentroCosto'),
    body: fc.record({
      clave: fc.constantFrom('S0', 'S1', 'S2', 'M0', 'M1'),
      nombre: fc.constantFrom('propio', 'otro'),
      padre: fc.option(fc.integer({ min: 1, max: 40 })),
    }),
  }),
)

async function theirRows() {
  return await erp.owner.query(sql`
    select d.* from public.departamento d join public.empresa e on e.empresa_id = d.empresa_id and e.id = d.empresa_id
    where d.nombre = any(${secretNames}) order by d.id`)
}

test('no sequence of calls with one company’s token shows or changes another’s rows', async () => {
  const before = await theirRows()
  assert.equal(before.length, secretNames.length)
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 12 }), async (calls) => {
      for (const { method, path, body } of calls) {
        const answer = await mine.send(method, `${API}${path}`, body === undefined ? {} : { body })
        for (const secret of secretNames) {
          assert.equal(answer.text.includes(secret), false, `${method} ${path}: ${answer.text}`)
        }
        assert.notEqual(answer.status, 500, answer.text)
      }
      assert.deepEqual(await theirRows(), before)
    }),
    { numRuns: 60 },
  )
})

test('another company’s record is 404 like one that does not exist, with the same words', async () => {
  const read = await mine.get(`${API}/Departamento/${(theirIds[0] ?? 0) + 1_000}`)
  const foreign = await erp.admin.get(`${API}/Departamento/1`)
  assert.deepEqual([read.status, foreign.status], [404, 404])
  assert.equal(
    foreign.json.errors[0].message.replace(/\d+/, 'N'),
    read.json.errors[0].message.replace(/\d+/, 'N'),
  )
})

test('a key that another company uses is free, and ids count for each company alone', async () => {
  const fresh = await erp.otherCompany()
  const one = await fresh.post(`${API}/CentroCosto`, { clave: 'A', nombre: 'A', tipo: 'servicio' })
  await theirs.post(`${API}/CentroCosto`, { clave: 'B', nombre: 'B', tipo: 'servicio' })
  const two = await fresh.post(`${API}/CentroCosto`, { clave: 'B', nombre: 'B', tipo: 'servicio' })
  assert.deepEqual([one.status, two.status], [201, 201], one.text)
  assert.deepEqual([one.json.data.id, two.json.data.id], [1, 2])
})

test('the service’s role sees no row of any company until a company is set', async () => {
  const database = erp.asService()
  for (const table of ['departamento', 'usuario', 'empresa']) {
    const { rows } = await database.pool.query(`select count(*)::int as count from "${table}"`)
    assert.deepEqual(rows, [{ count: 0 }], table)
  }
  const write = database.pool.query(
    `insert into departamento (empresa_id, id, creado_en, modificado_en, clave, nombre)
       values (1, 999, now(), now(), 'x', 'x')`,
  )
  await assert.rejects(write, /row-level security/)
})

test('every table of a company has row-level security and a key that begins with the company', async () => {
  const rows = await erp.owner.query<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not (c.relrowsecurity and exists (
        select from pg_index i where i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum))`)
  assert.deepEqual(rows, [])
  const [count] = await erp.owner.query<{ count: number }>(sql`
    select count(*)::int as count from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relrowsecurity`)
  assert.equal(count?.count, 774)
})
