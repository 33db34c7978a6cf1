import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { sql, type Sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startErpProcess, type ErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { ownDataDir } from '../own-data-dir.ts'
import { API, purchasing, type Purchasing } from './purchase-fixture.ts'

// A service of its own: it kills processes on its database.

// Deep: it kills processes.

let erp: ErpTest
let company: Purchasing
let dataDir: string

before(async () => {
  erp = await startOwnErp()
  company = await purchasing(erp, erp.admin)
  dataDir = await ownDataDir()
})

after(async () => {
  await erp.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The service as a process of its own on the test's database, which can be killed. */
function startProcess(environment: Readonly<Record<string, string>> = {}): Promise<ErpProcess> {
  return startErpProcess({ DATABASE_URL: erp.database.url, DATA_DIR: dataDir, ...environment })
}

async function kill(service: ErpProcess): Promise<void> {
  service.child.kill('SIGKILL')
  await service.stop()
}

function authorize(service: ErpProcess, ids: readonly number[]): Promise<TestAnswer> {
  return service.send('POST', `${API}/Compra/actions/autorizar_compra`, { ids })
}

/** Purchases dated today, since this process has the real clock. */
async function purchases(count: number): Promise<readonly number[]> {
  const fecha = '2026-03-02'
  return await Promise.all(
    Array.from({ length: count }, () => company.purchase('10.00', { compra: { fecha } })),
  )
}

interface Moment {
  readonly name: string
  comes(answer: Promise<string>): Promise<unknown>
}

/** When the process is killed: each is seen, not guessed. */
const MOMENTS: readonly Moment[] = [
  {
    name: 'in its transaction',
    comes: (answer) => Promise.race([answer, backend(sql`xact_start is not null`)]),
  },
  {
    name: 'after its first write',
    comes: (answer) => Promise.race([answer, backend(sql`backend_xid is not null`)]),
  },
  { name: 'as soon as it had answered', comes: (answer) => answer },
]

/** Waits for a connection of the service of which the condition holds. */
async function backend(condition: Sql): Promise<void> {
  await eventually('a connection of the service is there', async () => {
    const found = await erp.owner.query(sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'oficina-erp'
        and pid <> pg_backend_pid() and ${condition}`)
    return found.length > 0
  })
}

test('a process that is killed in the middle of a batch leaves whole records only', async () => {
  for (const moment of MOMENTS) {
    const ids = await purchases(40)
    const service = await startProcess()
    const answer = authorize(service, ids).then(
      () => 'answered',
      () => 'cut off',
    )
    await moment.comes(answer)
    await kill(service)
    await answer
    const rows = await eventuallySettled(ids)
    const kinds = new Set(rows.map((row) => JSON.stringify(row)))
    assert.equal(kinds.size, 1, `all or none, killed ${moment.name}: ${[...kinds].join(' ')}`)
    const [row] = rows
    assert.ok(row)
    const isDone = row.estado === 'autorizada'
    const one = isDone ? 1 : 0
    assert.deepEqual(row, {
      estado: isDone ? 'autorizada' : 'iniciada',
      firmas: one,
      polizas: one,
      partidas: 2 * one,
      auditoria: one,
      salidas: one,
    })
  }
})

interface Whole {
  readonly estado: string
  readonly firmas: number
  readonly polizas: number
  readonly partidas: number
  readonly auditoria: number
  readonly salidas: number
}

async function eventuallySettled(ids: readonly number[]): Promise<readonly Whole[]> {
  await settled()
  const rows = await erp.owner.query<Whole & { readonly id: number }>(sql`
    select c.id, c.estado,
      (select count(*) from public.compra_autorizacion a where a.empresa_id = ${erp.empresaId} and a.compra = c.id) as firmas,
      (select count(*) from public.poliza p where p.empresa_id = ${erp.empresaId} and p.registro = c.id::text) as polizas,
      (select count(*) from public.poliza p join public.poliza_partida l on l.empresa_id = ${erp.empresaId} and l.poliza = p.id
        where p.empresa_id = ${erp.empresaId} and p.registro = c.id::text) as partidas,
      (select count(*) from public.registro_auditoria r where r.empresa_id = ${erp.empresaId} and r.registro = c.id::text
        and r.operacion = 'accion') as auditoria
    from public.compra c where c.empresa_id = ${erp.empresaId} and c.id = any(${ids}::int8[]) order by c.id`)
  const sent = await erp.owner.query<{ registro: string; salidas: number }>(sql`
    select registro, count(*) as salidas from oficina.salida where empresa_id = ${erp.empresaId} group by registro`)
  const counts = new Map(sent.map(({ registro, salidas }) => [registro, salidas]))
  return rows.map(({ id, ...row }) => ({ ...row, salidas: counts.get(String(id)) ?? 0 }))
}

/** Waits until PostgreSQL has noticed that the client is gone. */
async function settled(): Promise<void> {
  await eventually('the connections are idle', async () => {
    const busy = await erp.owner.query(sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = 'oficina-erp'
        and state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()`)
    return busy.length === 0
  })
}

test('a process that is killed between commit and sending loses no mail: the next start sends it', async () => {
  // A mail server that never speaks holds the message in the middle of being sent.
  const accepted: object[] = []
  const silent = createServer((socket) => {
    accepted.push(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => {
    silent.listen(0, '127.0.0.1', done)
  })
  const address = silent.address()
  assert.ok(typeof address === 'object' && address !== null)
  // The fixture's own worker does not interfere: by its clock the mail is not due yet.
  const service = await startProcess({ SMTP_URL: `smtp://127.0.0.1:${address.port}` })
  const [id] = await purchases(1)
  assert.ok(id)
  assert.equal((await authorize(service, [id])).status, 200)
  await eventually('the mail server is called', () => accepted.length > 0)
  await kill(service)
  silent.close()
  const state = async () => {
    const [row] = await erp.owner.query<{ estado: string }>(
      sql`select estado from oficina.salida where registro = ${String(id)} order by id desc limit 1`,
    )
    return row?.estado
  }
  assert.equal(await state(), 'pendiente')
  const next = await startProcess()
  await eventually('the mail is sent', async () => (await state()) === 'enviada')
  assert.ok((await readdir(join(dataDir, 'mail'))).length > 0)
  await kill(next)
})
