import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import pg from 'pg'
import { sql, trusted } from '@oficina/kit/sql.ts'

import { tidy } from '../../src/actions/housekeeping.ts'
import { prepareAll } from '../actions/every/cases.ts'
import { world, type World } from '../actions/every/world.ts'
import { API } from '../actions/purchase-fixture.ts'
import { startErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { shardWatch, type ShardWatch } from './shard-watch.ts'

/**
 * What asks the parts of all companies because the company is not known yet, or all are meant: what it sends to a part
 * must fit, and each must still occur.
 */
const MUST_ASK_ALL: readonly { readonly what: string; readonly sent: RegExp }[] = [
  { what: 'log in, by the name of a user', sent: /FROM \(?public\.usuario_\d+ u JOIN/i },
  { what: 'the id of a new company', sent: /SELECT max\(id\) AS id FROM public\.empresa_\d+/i },
  { what: 'an API key, by its hash', sent: /FROM public\.clave_api_\d+ t WHERE/i },
  {
    what: 'housekeeping',
    sent: /idempotencia_\d+|sesion_usuario_\d+|intento_acceso_\d+|clave_api_\d+.*vencida|reserva_inventario_\d+/i,
  },
]

let here: World
let erp: ErpTest
let watch: ShardWatch

before(async () => {
  // The first start on a cluster makes the schema, on all parts; only what comes after it is watched.
  await (await startOwnErp()).stop()
  watch = shardWatch()
  here = await world()
  erp = here.on.erp
})

after(async () => {
  watch.stop()
  await here.stop()
})

/** Fails with the statements that asked several parts since the last time. */
function assertOneShard(): void {
  const wrong = watch
    .fanOuts()
    .filter(({ sent }) => !MUST_ASK_ALL.some((one) => one.sent.test(sent)))
  assert.deepEqual(
    wrong.map(({ table, sent }) => `${table}: ${sent.slice(0, 600)}`),
    [],
  )
  assert.ok(watch.asked() > 0, 'nothing was asked of the nodes')
}

test('the tables of companies are in parts of one group, the catalogs on every node', async () => {
  const rows = await erp.owner.query<{ kind: string; groups: number; tables: number }>(sql`
    select citus_table_type as kind, count(distinct colocation_id)::int as groups, count(*)::int as tables
    from citus_tables group by 1 order by 1`)
  assert.deepEqual(
    rows.map(({ kind, groups }) => [kind, groups]),
    [
      ['distributed', 1],
      ['local', 1],
      ['reference', 1],
    ],
  )
  const [left] = await erp.owner.query<{ names: string | null }>(sql`
    select string_agg(tabla, ', ') as names from oficina.esquema
    where not exists (select from pg_dist_partition where logicalrelid = to_regclass('public.' || quote_ident(tabla)))`)
  assert.equal(left?.names, null)
})

test('a listing of every model goes to one part', async () => {
  const { modules } = (await erp.client.get(`${API}/metadata`)).json.data
  const models: string[] = modules.flatMap((one: { models: { name: string }[] }) =>
    one.models.map(({ name }) => name),
  )
  for (const model of models) {
    const answer = await erp.admin.get(`${API}/${model}?per_page=2&q=a`)
    assert.ok([200, 400, 422].includes(answer.status), `${model}: ${answer.text}`)
    const all = await erp.admin.get(`${API}/${model}?per_page=2`)
    assert.equal(all.status, 200, `${model}: ${all.text}`)
  }
  assertOneShard()
})

test('a record is written, changed, read, found, imported, exported and deleted on one part', async () => {
  const made = await erp.admin.post(`${API}/Departamento`, { clave: 'UNA', nombre: 'En una parte' })
  assert.equal(made.status, 201, made.text)
  const path = `${API}/Departamento/${made.json.data.id}`
  const changed = await erp.admin.send('PUT', path, {
    body: { nombre: 'Otro nombre', version: 1 },
  })
  assert.equal(changed.status, 200, changed.text)
  for (const read of [
    path,
    `${API}/search?q=nombre&modelos=Departamento`,
    `${API}/Departamento?format=csv`,
    `${API}/Departamento?group_by=activo`,
  ]) {
    const answer = await erp.admin.get(read)
    assert.equal(answer.status, 200, `${read}: ${answer.text}`)
  }
  const gone = await erp.admin.send('DELETE', path, {})
  assert.equal(gone.status, 200, gone.text)
  assertOneShard()
})

test('every business action goes to one part', async () => {
  for (const { name, call, path, body } of await prepareAll(here)) {
    const answer = await erp.admin.send('POST', path, { headers: { ...call.headers }, body })
    assert.equal(answer.status, 200, `${name}: ${answer.text}`)
  }
  assertOneShard()
})

test('every report goes to one part', async () => {
  const today = new Date(erp.clock.now()).toISOString().slice(0, 10)
  const { data } = (await erp.admin.get(`${API}/reports`)).json
  for (const report of data.filter(({ name }: { name: string }) => name !== 'audit-trail')) {
    const query = new URLSearchParams()
    for (const { name, default: hint, required } of report.parameters) {
      const value =
        hint?.value ??
        (hint?.hint === 'today'
          ? today
          : hint?.hint === 'month_start'
            ? `${today.slice(0, 8)}01`
            : undefined)
      if (value !== undefined) query.set(name, value)
      else if (required) query.set(name, '1')
    }
    const answer = await erp.admin.get(`${report.path}?${query.toString()}`)
    assert.ok(answer.status < 500, `${report.name}: ${answer.text}`)
  }
  assertOneShard()
})

test('what asks all parts is on the list, and nothing is on the list that does not', async () => {
  await tidy(erp.asService(), erp.owner, erp.clock.now())
  await erp.client.with({ authorization: 'Bearer k1-no-such-key' }).get(`${API}/auth/me`)
  assertOneShard()
})

test('half of a cluster keeps the service from starting, with what to do', async () => {
  const name = `${new URL(erp.database.url).pathname.slice(1)}_half`
  const at = (url: string, database: string) => {
    const address = new URL(url)
    address.pathname = `/${database}`
    return address.href
  }
  const half = at(erp.database.url, name)
  const start = (url: string) =>
    startErpProcess({ DATABASE_URL: url, DATA_DIR: erp.dataDir, LOG_LEVEL: 'fatal' })
  await erp.owner.execute(trusted(`create database ${name}`))
  const client = new pg.Client({ connectionString: half })
  await client.connect()
  try {
    await client.query('create extension citus')
    await assert.rejects(start(half), /run select citus_set_coordinator_host/)
    const { hostname, port } = new URL(half)
    await client.query(`select citus_set_coordinator_host('${hostname}', ${port})`)
    await assert.rejects(start(half), /then select citus_add_node/)
    const [worker] = await erp.owner.query<{ host: string; port: number }>(sql`
      select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 limit 1`)
    const there = new URL(erp.database.url)
    there.host = `${worker?.host}:${worker?.port}`
    await assert.rejects(start(there.href), /DATABASE_URL names a worker/)
  } finally {
    await client.end()
    await erp.owner.execute(trusted(`drop database ${name} with (force)`))
  }
})
