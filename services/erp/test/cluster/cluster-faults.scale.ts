import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { startCitusCluster, type CitusCluster } from '@oficina/testkit/citus-cluster.ts'
import type { RunningPostgres } from '@oficina/testkit/debian-postgres.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { ADMIN } from '../admin.ts'
import { spawnErp, startErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

const CLIENTS = 4

let cluster: CitusCluster
let erp: ErpTest
/** A company whose rows lie on the node that is killed, and one whose rows do not. */
let here: HttpClient
let there: HttpClient
let elsewhereId: number
let company: Purchasing
let node: RunningPostgres

before(async () => {
  cluster = await startCitusCluster()
  // The database of this file alone is on this cluster.
  process.env['TEST_DATABASE_URL'] = cluster.url
  erp = await startOwnErp()
  const first = await portOf(1)
  for (let id = 2; there === undefined; id += 1) {
    const other = await erp.otherCompany()
    if ((await portOf(id)) === first) continue
    there = other
    elsewhereId = id
  }
  here = erp.admin
  const found = cluster.workers.find(({ port }) => port === first)
  assert.ok(found)
  node = found
  company = await purchasing(erp, here)
})

after(async () => {
  // A connection to the node that was killed is gone; its database goes with the cluster.
  await erp.stop().catch(() => undefined)
  await cluster.stop()
})

/** The port of the node on which the rows of a company lie. */
async function portOf(empresa: number): Promise<number> {
  const [row] = await erp.owner.query<{ port: number }>(sql`
    select nodeport as port from citus_shards
    where shardid = get_shard_id_for_distribution_column('public.empresa', ${empresa}::int8)`)
  return row?.port ?? 0
}

function assertUnavailable({ headers, json, status, text }: TestAnswer): void {
  assert.equal(status, 503, text)
  assert.equal(json.errors[0].code, 'UNAVAILABLE')
  assert.equal(headers.get('retry-after'), '1')
}

test('with a node dead the service starts, serves the companies of the others, and all once it is back', async () => {
  const environment = { DATABASE_URL: erp.database.url, DATA_DIR: erp.dataDir, LOG_LEVEL: 'fatal' }
  // Sessions by the clock of real processes.
  const earlier = await startErpProcess(environment)
  const number = elsewhereId - 1
  const body = { usuario: `admin@OTRA${number}`, password: `otra-clave-${number}` }
  const other = await exchange(`${earlier.url}${API}/auth/login`, 'POST', { body })
  assert.equal(other.status, 200, other.text)
  const mine = { headers: { authorization: earlier.authorization } }
  const theirs = { headers: { authorization: `Bearer ${other.json.data.token}` } }
  await node.kill()
  const service = spawnErp(environment)
  try {
    const url = await service.listens
    const department = (who: typeof mine, clave: string) =>
      exchange(`${url}${API}/Departamento`, 'POST', {
        ...who,
        body: { clave, nombre: 'Con un nodo caído' },
      })
    const list = (who: typeof mine, model: string) => exchange(`${url}${API}/${model}`, 'GET', who)
    const made = await department(theirs, 'ALLA')
    assert.equal(made.status, 201, made.text)
    assert.equal((await list(theirs, 'Departamento')).json.data.length, 1)
    assert.equal((await list(theirs, 'Moneda')).status, 200)
    assertUnavailable(await department(mine, 'ACA'))
    assertUnavailable(await list(mine, 'Departamento'))
    // Whose name it is, any company may know.
    assertUnavailable(await exchange(`${url}${API}/auth/login`, 'POST', { body: ADMIN }))
    assert.equal((await exchange(`${url}/health`, 'GET', {})).status, 200)
    await node.start()
    await eventually('the company is served again', async () => {
      const { status } = await list(mine, 'Departamento')
      return status === 200
    })
    assert.equal((await department(mine, 'ACA')).status, 201)
    const login = await exchange(`${url}${API}/auth/login`, 'POST', { body: ADMIN })
    assert.equal(login.status, 200, login.text)
  } finally {
    await node.start()
    service.child.kill('SIGTERM')
    await service.exited
    await earlier.stop()
  }
})

interface Whole {
  readonly id: number
  readonly estado: string
  readonly firmas: number
  readonly polizas: number
  readonly partidas: number
  readonly auditoria: number
  readonly salidas: number
}

/** Purchases of the first company with all that their authorization writes, on the node and on the coordinator. */
async function wholes(ids: readonly number[]): Promise<readonly Whole[]> {
  return await erp.owner.query<Whole>(sql`
    select c.id, c.estado,
      (select count(*) from public.compra_autorizacion a where a.empresa_id = 1 and a.compra = c.id) as firmas,
      (select count(*) from public.poliza p where p.empresa_id = 1 and p.registro = c.id::text) as polizas,
      (select count(*) from public.poliza p join public.poliza_partida l on l.empresa_id = p.empresa_id
        and l.poliza = p.id where p.empresa_id = 1 and p.registro = c.id::text) as partidas,
      (select count(*) from public.registro_auditoria r where r.empresa_id = 1 and r.registro = c.id::text
        and r.operacion = 'accion') as auditoria,
      0 as salidas
    from public.compra c where c.empresa_id = 1 and c.id = any(${ids}::int8[]) order by c.id`)
}

async function announced(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await erp.owner.query<{ id: number; salidas: number }>(sql`
    select registro::int8 as id, count(*) as salidas from oficina.salida
    where empresa_id = 1 and modelo = 'Compra' and registro = any(${ids.map(String)}::text[]) group by 1`)
  return new Map(rows.map(({ id, salidas }) => [id, salidas]))
}

test('a node that is killed under authorizations costs 503 to be tried again, and leaves each whole or untouched', async () => {
  const done: number[] = []
  const all: number[] = []
  const refused: TestAnswer[] = []
  const wrong: string[] = []
  const state = { isOver: false }
  const work = async () => {
    while (!state.isOver) {
      const id = await company.purchase('10.00').catch(() => undefined)
      if (id === undefined) continue
      all.push(id)
      const answer = await company.actOn('autorizar_compra', id)
      if (answer.status === 200) done.push(id)
      else if (answer.status === 503 && answer.headers.get('retry-after') === '1') {
        refused.push(answer)
      } else wrong.push(`${answer.status} ${answer.text}`)
    }
  }
  const elsewhere = { answered: 0, wrong: [] as string[] }
  const read = async () => {
    while (!state.isOver) {
      const answer = await there.get(`${API}/Departamento`)
      if (answer.status === 200) elsewhere.answered += 1
      else elsewhere.wrong.push(answer.text)
    }
  }
  const working = Promise.all([...Array.from({ length: CLIENTS }, work), read()])
  try {
    for (let round = 1; round <= 4; round += 1) {
      const before = { done: done.length, refused: refused.length, answered: elsewhere.answered }
      await eventually('purchases are authorized', () => done.length >= before.done + 5)
      await node.kill()
      await eventually('others are answered', () => elsewhere.answered >= before.answered + 3)
      await node.start()
    }
    const back = done.length
    await eventually('purchases are authorized again', () => done.length >= back + 5)
  } finally {
    state.isOver = true
  }
  await working
  assert.deepEqual(wrong, [])
  assert.deepEqual(elsewhere.wrong, [])
  // What a node had prepared when it was killed is decided by the coordinator when it is back.
  await eventually('nothing is undecided', async () => {
    const left = await node.query('select gid from pg_prepared_xacts')
    return left.length === 0
  })
  const announcements = await announced(all)
  const rows = (await wholes(all)).map((row) => ({
    ...row,
    salidas: announcements.get(row.id) ?? 0,
  }))
  assert.equal(rows.length, all.length)
  for (const { id, ...row } of rows) {
    const one = row.estado === 'autorizada' ? 1 : 0
    assert.deepEqual(
      row,
      {
        estado: one === 1 ? 'autorizada' : 'iniciada',
        firmas: one,
        polizas: one,
        partidas: 2 * one,
        auditoria: one,
        salidas: one,
      },
      String(id),
    )
  }
  const isDone = new Set(rows.filter(({ estado }) => estado === 'autorizada').map(({ id }) => id))
  assert.deepEqual(
    done.filter((id) => !isDone.has(id)),
    [],
    'acknowledged, but gone',
  )
  // Once it is back, what was refused can be done.
  const open = all.filter((id) => !isDone.has(id))
  const answer = open.length === 0 ? undefined : await company.act('autorizar_compra', open)
  assert.ok(answer === undefined || answer.json.meta.succeeded === open.length, answer?.text ?? '')
})

test('a cluster that decides late what a lost node left undecided is told of at the start', async () => {
  const startWith = async (interval: string) => {
    await cluster.coordinator.query(`alter system set citus.recover_2pc_interval = '${interval}'`)
    await cluster.coordinator.query('select pg_reload_conf()')
    const service = spawnErp({
      DATABASE_URL: erp.database.url,
      DATA_DIR: erp.dataDir,
      LOG_LEVEL: 'warn',
    })
    try {
      await service.listens
      return service.log()
    } finally {
      service.child.kill('SIGTERM')
      await service.exited
    }
  }
  assert.match(await startWith('1min'), /locked up to 60 s .*citus\.recover_2pc_interval/)
  assert.match(await startWith('-1'), /locked for ever .*citus\.recover_2pc_interval/)
  assert.doesNotMatch(await startWith('5s'), /recover_2pc_interval/)
})
