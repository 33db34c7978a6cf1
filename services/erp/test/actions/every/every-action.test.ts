import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { ACTIONS } from '../../../src/actions/business/action-list.ts'
import { ADMIN } from '../../admin.ts'
import { startErpProcess, type ErpProcess } from '../../erp-process.ts'
import { API } from '../purchase-fixture.ts'
import { prepareAll, withoutCase, type Prepared } from './cases.ts'
import { assertLaws } from './laws.ts'
import { world, type World } from './world.ts'

// Deep: it kills actions in their middle, and calls them twice at once: a seventh of them in each turn.
// A process of its own: it takes as long as a batch of others.

const PARTS = 7

let here: World

before(async () => {
  here = await world()
})

after(() => here.stop())

/** Whether a call did what it should. */
function isDone({ status, json }: TestAnswer): boolean {
  return status === 200 && (json.meta?.failed ?? 0) === 0
}

test('every action has a case', () => {
  assert.deepEqual(withoutCase(), [], 'see services/erp/test/actions/every')
})

test('two who call an action on the same record at once, by two processes, have one effect', async () => {
  const calls = await prepareAll(here, inTurn(ACTIONS.all, PARTS))
  const second = await here.on.erp.secondServer()
  const login = await second.client.post(`${API}/auth/login`, ADMIN)
  const other = second.client.with({ authorization: `Bearer ${login.json.data.token}` })
  const wrong: string[] = []
  for (const { name, action, call, path, body } of calls) {
    // An action without a record makes another one each time, unless it is the same request.
    const key = { 'idempotency-key': `dos-${name}` }
    const headers = { ...call.headers, ...(action.mode === 'native' ? key : {}) }
    const answers = await Promise.all(
      [here.on.erp.admin, other].map((client) => client.send('POST', path, { headers, body })),
    )
    const texts = answers.map(({ text }) => text)
    const done = answers.filter(isDone).length
    const isRight =
      action.mode === 'native'
        ? done >= 1 && texts[0] === texts[1]
        : done === (call.isRepeatable === true ? 2 : 1)
    if (!isRight) wrong.push(`${name}: ${texts.join('\n')}`)
  }
  await second.stop()
  assert.deepEqual(wrong, [])
  await assertOnce(calls)
  await assertLaws(here.on.erp)
})

/** Each action on a record stands in the audit log once. */
async function assertOnce(calls: readonly Prepared[]): Promise<void> {
  const rows = await here.on.erp.owner.query<{
    nombre: string
    registro: string
    veces: number
  }>(sql`
    select m.nombre || '.' || a.nombre as nombre, r.registro, count(*)::int4 as veces
    from public.registro_auditoria r join public.modelo_sistema m on m.id = r.modelo
    join public.accion_sistema a on a.id = r.accion
    where r.operacion = 'accion' group by m.nombre, a.nombre, r.registro, r.empresa_id`)
  const found = new Map<string, number>()
  for (const { nombre, registro, veces } of rows) found.set(`${nombre} ${registro}`, veces)
  const wrong = calls
    .filter(({ call }) => call.isRepeatable !== true)
    .flatMap(({ name, call: { ids, deeds = 1 } }) =>
      ids.map((id) => [`${name} ${id}`, deeds] as const),
    )
    .filter(([key, deeds]) => found.get(key) !== deeds)
    .map(([key]) => `${key}: ${found.get(key) ?? 0}`)
  assert.deepEqual(wrong, [], 'in the audit log once')
}

/** How many of the calls are under way in one life of the process. */
const AT_ONCE = 24

/** Whatever is written may stop there, in its transaction, while the test holds the lock. */
async function placeStops(): Promise<void> {
  await here.on.erp.owner.execute(sql`
    create function public.tropiezo() returns trigger language plpgsql as $$
    begin
      if random() < 0.3 then perform pg_advisory_xact_lock_shared(4711); end if;
      return null;
    end $$`)
  await here.on.erp.owner.execute(sql`
    do $$
    declare tabla record;
    begin
      for tabla in select c.oid::regclass as nombre from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'oficina') and pg_relation_size(c.oid) > 0
      loop
        execute format('create trigger tropiezo after insert or update or delete on %s
          for each statement execute function public.tropiezo()', tabla.nombre);
      end loop;
    end $$`)
}

/** The service as a process of its own, on the test's clock, with a connection for each call. */
async function startProcess(): Promise<ErpProcess> {
  const { erp, simulated } = here.on
  const instant = `const real = Date.now, start = real(); Date.now = () => ${erp.clock.now()} + real() - start`
  return await startErpProcess({
    DATABASE_URL: erp.database.url,
    DATABASE_POOL_SIZE: String(2 * AT_ONCE),
    DATA_DIR: erp.dataDir,
    PAC_URL: simulated.url,
    PAC_USER: 'usuario',
    PAC_PASSWORD: 'una clave',
    PAC_URL_ALLOW: '127.0.0.1',
    SAT_STATUS_URL: `${simulated.url}/ConsultaCFDIService.svc`,
    SAT_CERTIFICATES_URL: `${simulated.url}/rccf`,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(instant)}`,
  })
}

/** Who repeats a request with its key has one effect of it. */
const keyOf = ({ name, call }: Prepared) => ({
  ...call.headers,
  'idempotency-key': `muerte-${name}`,
})

/** Calls all of them and kills the process when each has ended or stopped; returns how many it was in the middle of. */
async function liveAndDie(calls: readonly Prepared[]): Promise<number> {
  const { owner } = here.on.erp
  const service = await startProcess()
  const died = await owner.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(4711)`)
    const outstanding = new Set(calls)
    const answers = calls.map(async (one) => {
      const headers = { authorization: service.authorization, ...keyOf(one) }
      await exchange(service.url + one.path, 'POST', { headers, body: one.body }).catch(() => null)
      outstanding.delete(one)
    })
    const midway = await eventually('all that has not ended is stopped', async () => {
      // On another connection: within a transaction the view shows what it showed before.
      const [row] = await owner.query<Record<'parados' | 'activos' | 'a_medias', number>>(sql`
        select count(*) filter (where wait_event_type = 'Lock')::int4 as parados,
          count(*) filter (where wait_event_type is distinct from 'Lock' and state <> 'idle')::int4 as activos,
          count(*) filter (where backend_xid is not null)::int4 as a_medias
        from pg_stat_activity where datname = current_database() and application_name = 'oficina-erp'`)
      return row?.activos === 0 && row.parados >= outstanding.size && row.a_medias
    })
    service.child.kill('SIGKILL')
    await service.stop()
    await Promise.all(answers)
    return midway
  })
  await eventually('PostgreSQL has noticed', async () => {
    const busy = await owner.query(sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'oficina-erp'
        and state <> 'idle'`)
    return busy.length === 0
  })
  return died
}

test('of every action in whose middle a process was killed all is there or nothing, and it can be repeated', async () => {
  const calls = await prepareAll(here, inTurn(ACTIONS.all, PARTS))
  await placeStops()
  const lives = Math.ceil(calls.length / AT_ONCE)
  const midway: number[] = []
  for (let life = 0; life < lives; life += 1) {
    // Every so many, so that those of one life are not all of one module.
    midway.push(await liveAndDie(calls.filter((_, index) => index % lives === life)))
  }
  const killed = midway.reduce((sum, count) => sum + count, 0)
  assert.ok(killed > calls.length / 2, `in the middle of ${midway.join(', ')} of ${calls.length}`)
  const wrong: string[] = []
  for (const one of calls) {
    const headers = keyOf(one)
    const answer = await here.on.erp.admin.send('POST', one.path, { headers, body: one.body })
    if (!isDone(answer)) wrong.push(`${one.name}: ${answer.text}`)
  }
  assert.deepEqual(wrong, [])
  await assertOnce(calls)
  await assertLaws(here.on.erp)
})
