import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { openDatabase } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { startPooler, type Pooler, type PoolerOptions } from '@oficina/testkit/pooler.ts'

import { APP_ROLE } from '../../src/schema/ddl.ts'
import { distributedDatabase } from '../../src/store/distributed-database.ts'
import { empresaId, readAs } from '../../src/store/tenant-database.ts'
import { startErpProcess, type ErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// What PgBouncer must take from a client that sets up its session, if it is to keep none of it.
const FORGOTTEN = 'options, statement_timeout, idle_in_transaction_session_timeout'
const PATH = '/api/v1/Departamento'

let erp: ErpTest
let pooler: Pooler

before(async () => {
  erp = await startOwnErp()
  pooler = await startPooler({ serverUrl: erp.database.url })
})
after(async () => {
  await pooler.stop()
  await erp.stop()
})

async function startBehind(own: Pooler, directUrl?: string): Promise<ErpProcess> {
  return await startErpProcess({
    DATABASE_URL: own.through(erp.database.url),
    ...(directUrl !== undefined && { DATABASE_DIRECT_URL: directUrl }),
    DATABASE_POOL_SIZE: '20',
    DATA_DIR: erp.dataDir,
    LOG_LEVEL: 'warn',
  })
}

async function withPooler<T>(options: Partial<PoolerOptions>, work: (own: Pooler) => Promise<T>) {
  const own = await startPooler({ serverUrl: erp.database.url, ...options })
  try {
    return await work(own)
  } finally {
    await own.stop()
  }
}

test('behind a pooler in transaction mode, callers share connections and see their own company only', async (t) => {
  const service = await startBehind(pooler, erp.database.url)
  t.after(() => service.stop())
  const other = await erp.otherCompany()
  await other.post(PATH, { clave: 'AJENO', nombre: 'De otra empresa' })
  // The other company's own session, by the clock of this process.
  const login = await exchange(`${service.url}/api/v1/auth/login`, 'POST', {
    body: { usuario: 'admin@OTRA1', password: 'otra-clave-1' },
  })
  assert.equal(login.status, 200, login.text)
  const theirs = (index: number) =>
    index % 2 === 0
      ? { headers: { authorization: `Bearer ${login.json.data.token}` }, total: 1 }
      : { headers: { authorization: service.authorization }, total: 60 }
  const made = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      service.send('POST', PATH, { clave: `P${index}`, nombre: 'Por turnos' }),
    ),
  )
  assert.deepEqual([...new Set(made.map(({ status }) => status))], [201])
  const lists = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const { headers, total } = theirs(index)
      const answer = await exchange(`${service.url}${PATH}`, 'GET', { headers })
      return answer.json.meta?.total === total ? 'own' : answer.text
    }),
  )
  assert.deepEqual([...new Set(lists)], ['own'])
  const exported = await service.send('GET', `${PATH}?format=csv`)
  assert.equal(exported.text.trim().split('\n').length, 61)
  // Only the pooler does not come by the socket: four connections, whoever asks.
  const [row] = await erp.owner.query<{ pooled: number }>(
    sql`select count(*)::int as pooled from pg_stat_activity
        where datname = current_database() and client_addr is not null and application_name in ('oficina-erp', 'oficina-erp-counters')`,
  )
  assert.ok((row?.pooled ?? 9) <= 4, String(row?.pooled))
})

const HALVES: readonly {
  readonly what: string
  readonly pooling: Partial<PoolerOptions>
  readonly direct?: (own: Pooler) => string
  readonly says: RegExp
}[] = [
  {
    what: 'a pooler without DATABASE_DIRECT_URL',
    pooling: {},
    says: /set DATABASE_DIRECT_URL to PostgreSQL itself/,
  },
  {
    what: 'a pooler that forgets the settings of sessions without DATABASE_DIRECT_URL',
    pooling: { ignored: FORGOTTEN },
    says: /set DATABASE_DIRECT_URL to PostgreSQL itself/,
  },
  {
    what: 'a DATABASE_DIRECT_URL that names the pooler',
    pooling: {},
    direct: (own) => own.through(erp.database.url),
    says: /DATABASE_DIRECT_URL names a connection pooler: it must name PostgreSQL itself/,
  },
  {
    what: 'a DATABASE_DIRECT_URL that names a pooler which forgets the settings of sessions',
    pooling: { ignored: FORGOTTEN },
    direct: (own) => own.through(erp.database.url),
    says: /DATABASE_DIRECT_URL names a connection pooler: it must name PostgreSQL itself/,
  },
  {
    what: 'a DATABASE_DIRECT_URL that names another database',
    pooling: {},
    direct: () => erp.database.url.replace(/\/test_\w+/, '/postgres'),
    says: /DATABASE_DIRECT_URL names another database/,
  },
]

for (const { direct, pooling, says, what } of HALVES) {
  test(`${what} keeps the service from starting, with the reason`, async () => {
    await withPooler(pooling, async (own) => {
      await assert.rejects(startBehind(own, direct?.(own)), says)
    })
  })
}

test('with a pooler in session mode the service starts and says what to set', async () => {
  const said = await withPooler({ mode: 'session' }, async (own) => {
    const service = await startBehind(own, erp.database.url)
    await service.stop()
    return service.log()
  })
  assert.match(said, /with pool_mode = transaction it would need fewer/)
})

test('what reads on a cluster in a transaction of its own needs nothing that a shared connection would keep', async (t) => {
  const database = openDatabase({
    url: pooler.through(erp.database.url),
    directUrl: erp.database.url,
    poolSize: 20,
    log: createLog({ service: 'test', level: 'silent', format: 'json' }),
    applicationName: 'test',
    sessionSettings: { role: APP_ROLE, search_path: 'public' },
  })
  t.after(() => database.close())
  const made = await erp.admin.post(PATH, { clave: 'UNICO', nombre: 'Leído por todas' })
  assert.equal(made.status, 201, made.text)
  const own = sql`select nombre from departamento where clave = 'UNICO'`
  const distributed = distributedDatabase(database, 'one company')
  for (let turn = 0; turn < 5; turn += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => readAs<object>(distributed, empresaId(1), own)),
    )
    for (const rows of answers) assert.deepEqual(rows, [{ nombre: 'Leído por todas' }])
  }
})
