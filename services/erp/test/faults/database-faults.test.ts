import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import pg from 'pg'
import { openDatabase, type Database } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@oficina/postgres/embedded-postgres.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startErpProcess, type ErpProcess } from '../erp-process.ts'
import { shareCaches } from '../own-data-dir.ts'

// Deep: it stops and kills database servers.

// A PostgreSQL of this file alone, because it is ended in every way that there is.

const API = '/api/v1'
const CLIENTS = 20
// Under two seconds on a machine that does nothing else. A connection that waits for its time limit takes longer than this.
const RETURN_MS = 9_000
// Each broken connection may fail one request before it is replaced, whatever the machine does.
const MOST_REFUSED = 20
const log = createLog({ service: 'test', level: 'silent', format: 'json' })

let folder: string
let postgres: EmbeddedPostgres
let databaseUrl: string
let erp: ErpProcess

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-faults-'))
  await shareCaches(folder)
  postgres = await startEmbeddedPostgres({ dataDir: folder, log, durability: 'throw-away' })
  databaseUrl = await postgres.ensureDatabase('oficina_erp')
  erp = await startErpProcess({ DATABASE_URL: databaseUrl, DATA_DIR: folder })
  const answer = await erp.send('POST', `${API}/Departamento`, { clave: 'UNO', nombre: 'Uno' })
  assert.equal(answer.status, 201, answer.text)
})

after(async () => {
  await erp.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The database as an administrator who looks on from outside. */
async function withAdmin<T>(work: (admin: Database) => Promise<T>): Promise<T> {
  const admin = openDatabase({ url: databaseUrl, poolSize: 2, log, applicationName: 'admin' })
  try {
    return await work(admin)
  } finally {
    await admin.close()
  }
}

/** Ends every connection of the service; the answer is how many there were. */
function terminateAll(): Promise<number> {
  return withAdmin(async (admin) => {
    const rows = await admin.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'oficina-erp%'`)
    return rows.length
  })
}

interface Seen {
  readonly statuses: Map<number, number>
  readonly wrong: string[]
}

/** Requests of every kind from many clients at once, until `isOver`. */
async function load(isOver: () => boolean): Promise<Seen> {
  const seen: Seen = { statuses: new Map(), wrong: [] }
  const requests = [
    () => erp.send('GET', `${API}/Moneda?q=peso`),
    () => erp.send('GET', `${API}/Departamento?sort=nombre`),
    () => erp.send('GET', `${API}/Departamento/1`),
    () => erp.send('PUT', `${API}/Departamento/1`, { nombre: 'Otro' }),
    () => erp.send('GET', `${API}/auth/permissions`),
    () => erp.send('GET', `${API}/reports/pending-approvals`),
    () => erp.send('POST', `${API}/Departamento`, { clave: 'UNO', nombre: 'Repetido' }),
  ]
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let index = client; !isOver(); index += 1) {
        const request = requests[index % requests.length]
        if (request === undefined) continue
        await request().then(
          (answer) => note(seen, answer),
          (error: unknown) => seen.wrong.push(`no answer: ${String(error)}`),
        )
      }
    }),
  )
  return seen
}

type Answer = Awaited<ReturnType<ErpProcess['send']>>

function note({ statuses, wrong }: Seen, { status, headers, text }: Answer): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const isExpected = [200, 409].includes(status)
  const isRetriable = status === 503 && headers.get('retry-after') !== null
  if (!isExpected && !isRetriable) wrong.push(`${status} ${text}`)
}

/** Runs the fault under load; afterwards every answer was right and the service is as before. */
async function survive(fault: () => Promise<void>): Promise<Seen> {
  const state = { isOver: false }
  const loading = load(() => state.isOver)
  try {
    await fault()
    await returned()
  } finally {
    state.isOver = true
  }
  const seen = await loading
  erp.assertAlive()
  assert.deepEqual(seen.wrong.slice(0, 5), [])
  return seen
}

/** Waits until the database answers, and then no longer than it may take until the service does. */
async function returned(): Promise<void> {
  await eventually('the database answers', async () => {
    await withAdmin((admin) => admin.query(sql`select 1`))
    return true
  })
  const deadlineMs = performance.now() + RETURN_MS
  const pending = new Set([`${API}/Moneda`, `${API}/Departamento`, `${API}/auth/permissions`])
  let refused = 0
  while (pending.size > 0) {
    for (const path of pending) {
      const { status } = await erp.send('GET', path)
      if (status === 200) pending.delete(path)
      else refused += 1
    }
    assert.ok(refused <= MOST_REFUSED, `${refused} refused`)
    assert.ok(performance.now() < deadlineMs, `still not answered: ${[...pending].join(', ')}`)
  }
  // All at once: more than there are connections.
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => erp.send('GET', `${API}/Departamento`)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
}

test('all connections ended at once, again and again, cost some requests a 503 and nothing else', async () => {
  let ended = 0
  const seen = await survive(async () => {
    for (let round = 0; round < 8; round += 1) ended += await terminateAll()
  })
  assert.ok(ended > 0)
  assert.ok((seen.statuses.get(200) ?? 0) > 0)
})

test('a server process of the database that is killed takes no request with it', async () => {
  await survive(async () => {
    const [backend] = await withAdmin((admin) =>
      admin.query<{ pid: number }>(
        sql`select pid from pg_stat_activity where application_name like 'oficina-erp%' limit 1`,
      ),
    )
    const watcher = await openWatcher()
    process.kill(backend?.pid ?? 0, 'SIGKILL')
    // PostgreSQL ends all others too, since one that was killed may have spoilt the memory that they share.
    await watcher.broken
  })
})

test('a database that is stopped and started again is missed only while it is away', async () => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    await survive(async () => {
      const before = postgres.pid() ?? 0
      process.kill(before, signal)
      await eventually('another server runs', () => {
        const pid = postgres.pid()
        return pid !== undefined && pid !== before
      })
    })
  }
})

test('a database that comes back without its last commits gives no number of the audit log twice', async () => {
  const change = async (index: number) => {
    const body = { nombre: `Cambio ${index}` }
    const answer = await erp.send('PUT', `${API}/Departamento/1`, body)
    assert.equal(answer.status, 200, answer.text)
  }
  await withAdmin(async (admin) => {
    // Until the service keeps numbers for later.
    for (let index = 1, kept = 0; kept < 2; index += 1) {
      await change(-index)
      const [row] = await admin.query<{ kept: number }>(sql`
        select ultimo - (select max(id) from public.registro_auditoria where empresa_id = 1) as kept
        from oficina.contador where empresa_id = 1 and tabla = 'registro_auditoria'`)
      kept = row?.kept ?? 0
    }
    // As after a failover to a standby that had not heard of them.
    await admin.execute(sql`
      update oficina.contador set ultimo = (select max(id) from public.registro_auditoria where empresa_id = 1)
      where empresa_id = 1 and tabla = 'registro_auditoria'`)
  })
  await terminateAll()
  await returned()
  // More than the rest of the old block and a new one.
  for (let index = 1; index <= 101; index += 1) await change(index)
})

test('a wait for a lock that is cancelled is a 503 that may be tried again', async () => {
  const answer = await withAdmin(async (admin) =>
    admin.transaction(async (tx) => {
      await tx.query(sql`select 1 from public.departamento where id = 1 for update`)
      const waiting = erp.send('PUT', `${API}/Departamento/1`, { nombre: 'Tarde' })
      await cancelWaiter(admin)
      return await waiting
    }),
  )
  assert.deepEqual([answer.status, answer.json.errors[0].code], [503, 'UNAVAILABLE'])
  assert.equal(answer.headers.get('retry-after'), '1')
  erp.assertAlive()
  assert.equal((await erp.send('PUT', `${API}/Departamento/1`, { nombre: 'Ahora' })).status, 200)
})

for (const state of ['40P01', '40001']) {
  test(`a write that ends in ${state} each of four times is a 503 that may be tried again`, async () => {
    const answer = await withAdmin(async (admin) => {
      // What a sequence counted stays when everything else is taken back.
      await admin.execute(sql`create sequence public.tries`)
      await admin.execute(sql`grant usage on sequence public.tries to public`)
      await admin.execute(
        trusted(`
        create function public.fail() returns trigger language plpgsql as $$ begin
          perform nextval('public.tries');
          raise exception 'others were first' using errcode = '${state}';
        end $$`),
      )
      await admin.execute(sql`
        create trigger fail before update on public.departamento
        for each row execute function public.fail()`)
      try {
        const put = await erp.send('PUT', `${API}/Departamento/1`, { nombre: `Con ${state}` })
        const tries = await admin.query(sql`select last_value from public.tries`)
        assert.deepEqual(tries, [{ last_value: 4 }])
        return put
      } finally {
        await admin.execute(sql`drop function public.fail() cascade`)
        await admin.execute(sql`drop sequence public.tries`)
      }
    })
    assert.deepEqual([answer.status, answer.json.errors[0].code], [503, 'UNAVAILABLE'])
    assert.equal(answer.headers.get('retry-after'), '1')
  })
}

test('a listing that the database breaks off is answered at once, and not run a second time', async () => {
  // The session is remembered by now, so the listing is its first look-up too.
  assert.equal((await erp.send('GET', `${API}/Departamento`)).status, 200)
  await withAdmin(async (admin) =>
    admin.transaction(async (tx) => {
      await tx.execute(sql`lock table public.departamento in access exclusive mode`)
      const waiting = erp.send('GET', `${API}/Departamento`)
      await cancelWaiter(admin)
      // The table is still locked: run again, it would wait for ever.
      assert.equal((await waiting).status, 503)
    }),
  )
  assert.equal((await erp.send('GET', `${API}/Departamento`)).status, 200)
})

/** A connection that tells when it is ended. */
async function openWatcher(): Promise<{ readonly broken: Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const broken = new Promise<void>((resolve) => {
    client.once('error', () => resolve())
  })
  return { broken }
}

async function cancelWaiter(admin: Database): Promise<void> {
  await eventually('somebody waits for a lock', async () => {
    const cancelled = await admin.query(sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where application_name like 'oficina-erp%' and wait_event_type = 'Lock'`)
    return cancelled.length > 0
  })
}
