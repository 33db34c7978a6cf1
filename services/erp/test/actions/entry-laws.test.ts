import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ADMIN } from '../admin.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { books, type Books } from './entry-fixture.ts'
import { API } from './purchase-fixture.ts'

// A service of its own: its laws hold for all rows of the database.

// Deep: it takes random sequences of entries.

const RUNS = Number(process.env['ENTRY_RUNS'] ?? 3)
const MONTHS = [1, 2, 3] as const

let erp: ErpTest
let ledger: Books
let second: Awaited<ReturnType<ErpTest['secondServer']>>
/** Two users of two processes. */
let users: readonly HttpClient[]
let periods: readonly number[]

before(async () => {
  erp = await startOwnErp()
  ledger = await books(erp, erp.admin)
  second = await erp.secondServer()
  const login = await second.client.post(`${API}/auth/login`, ADMIN)
  const authorization = `Bearer ${login.json.data.token}`
  users = [erp.admin, second.client.with({ authorization })]
  periods = await Promise.all(MONTHS.map((month) => ledger.period(month)))
})

after(async () => {
  await second.stop()
  await erp.stop()
})

/** What may be refused; anything else is a fault. */
const REFUSALS = new Set([
  'INVALID_STATE',
  'ENTRY_UNBALANCED',
  'PERIOD_CLOSED',
  'PENDING_DOCUMENTS',
  'VALIDATION',
])

function assertUnderstood(answer: TestAnswer): void {
  const { errors, data } = answer.json
  const failed: readonly { readonly errors?: readonly { code: string }[] }[] = data?.results ?? []
  const codes = [...(errors ?? []), ...failed.flatMap((one) => one.errors ?? [])].map(
    ({ code }: { code: string }) => code,
  )
  const strange = codes.filter((code) => !REFUSALS.has(code))
  assert.deepEqual(strange, [], answer.text)
}

const dayOf = (month: number, day: number) =>
  `2026-${String(MONTHS[month]).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const day = fc.integer({ min: 1, max: 28 })
const month = fc.integer({ min: 0, max: MONTHS.length - 1 })
const chosen = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('apply' as const), of: chosen }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('reverse' as const), of: chosen, month, day }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), month }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), month }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const entry = fc.record({
  month,
  day,
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  // Now and then an entry that cannot be applied.
  off: fc.constantFrom(0, 0, 0, 0, 1),
})

function take(client: HttpClient, ids: readonly number[], one: Step): Promise<TestAnswer> {
  const period = (index: number, action: string, inputs: object) =>
    client.post(`${API}/PeriodoContable/${periods[index]}/actions/${action}`, inputs)
  const named = (of: readonly number[]) => ({ ids: of.map((index) => ids[index % ids.length]) })
  switch (one.kind) {
    case 'apply':
      return client.post(`${API}/Poliza/actions/aplicar`, named(one.of))
    case 'reverse': {
      const fecha = dayOf(one.month, one.day)
      return client.post(`${API}/Poliza/actions/reversar`, { ...named(one.of), fecha })
    }
    case 'close':
      return period(one.month, 'cerrar_periodo', {})
    case 'reopen':
      return period(one.month, 'reabrir_periodo', { motivo: 'Por la prueba' })
  }
}

const asText = (cents: number) => (cents / 100).toFixed(2)

function draftOf(of: { month: number; day: number; amount: number; off: number }) {
  const lines = [
    { cargo: asText(of.amount) },
    { cuenta_contable: ledger.sales, abono: asText(of.amount + of.off) },
  ]
  return ledger.draft(lines, { fecha: dayOf(of.month, of.day), periodo: periods[of.month] })
}

/** Drafts would keep the periods of the next run from being closed. */
async function discardDrafts(): Promise<void> {
  await erp.owner.execute(sql`
    delete from public.poliza_partida l using public.poliza p
    where p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado = 'borrador'`)
  await erp.owner.execute(sql`delete from public.poliza where estado = 'borrador'`)
}

/** What an entry says, without the state that a reversal changes. */
async function contents(): Promise<ReadonlyMap<number, string>> {
  const rows = await erp.allRows<{ id: number; content: string }>(sql`
    select p.id, (to_jsonb(p) - 'estado' - 'version' - 'modificado_en')::text || (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]')::text from public.poliza_partida l
      where l.empresa_id = p.empresa_id and l.poliza = p.id) as content
    from public.poliza p where p.estado in ('aplicada', 'reversada')`)
  return new Map(rows.map(({ id, content }) => [id, content]))
}

async function assertLaws(before: ReadonlyMap<number, string>): Promise<void> {
  const none = async (what: string, rows: Promise<readonly object[]>) =>
    assert.deepEqual(await rows, [], what)
  await none(
    'every applied entry balances, in its period',
    erp.allRows(sql`
      select p.id from public.poliza p
      join public.periodo_contable q on q.empresa_id = p.empresa_id and q.id = p.periodo
      left join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
      where p.estado in ('aplicada', 'reversada')
      group by p.empresa_id, p.id, q.fecha_inicio, q.fecha_fin
      having coalesce(sum(l.cargo), -1) <> coalesce(sum(l.abono), -2) or sum(l.cargo) <> p.total_cargo
        or p.total_cargo <> p.total_abono or p.fecha not between q.fecha_inicio and q.fecha_fin`),
  )
  await none(
    'an entry is reversed once, and says so',
    erp.allRows(sql`
      select p.id from public.poliza p
      left join public.poliza r on r.empresa_id = p.empresa_id and r.poliza_reversa = p.id
      group by p.empresa_id, p.id having count(r.id) <> case when p.estado = 'reversada' then 1 else 0 end`),
  )
  await none(
    'nothing was posted in a closed period after its balances were written',
    erp.allRows(sql`
      select q.id from public.periodo_contable q
      where q.empresa_id = ${erp.empresaId} and q.estado = 'cerrado'
        and (select coalesce(sum(s.cargos), 0) from public.saldo_cuenta s where s.empresa_id = ${erp.empresaId} and s.periodo = q.id)
          <> (select coalesce(sum(p.total_cargo), 0) from public.poliza p where p.empresa_id = ${erp.empresaId}
            and p.periodo = q.id and p.estado in ('aplicada', 'reversada'))`),
  )
  await none(
    'each entry has a row in the audit log for each thing that happened to it',
    erp.allRows(sql`
      select p.id from public.poliza p
      where p.estado <> case (select count(*) from public.registro_auditoria a
          join public.modelo_sistema m on m.id = a.modelo and m.nombre = 'Poliza'
          where a.empresa_id = ${erp.empresaId} and a.registro = p.id::text and a.operacion = 'accion')
        when 0 then 'borrador' when 1 then 'aplicada' when 2 then 'reversada' end`),
  )
  const folios = await erp.owner.query<{ serie: string; folios: readonly number[] }>(sql`
    select substr(folio, 1, 8) as serie, array_agg(substr(folio, 9)::int order by folio) as folios
    from public.poliza where folio is not null group by 1`)
  for (const { serie, folios: numbers } of folios) {
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      `${serie} has no gaps`,
    )
  }
  const now = await contents()
  for (const [id, content] of before) {
    assert.equal(now.get(id), content, `Poliza ${id} was applied and has changed`)
  }
}

test('whatever is applied, reversed, closed and reopened at once by several users, the books hold', async () => {
  const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 5,
  })
  const entries = fc.array(entry, { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(entries, rounds, async (drafts, steps) => {
      const ids = await Promise.all(drafts.map(draftOf))
      for (const round of steps) {
        const before = await contents()
        const answers = await Promise.all(
          round.map((one, index) => take(users[index % users.length] ?? erp.admin, ids, one)),
        )
        for (const answer of answers) assertUnderstood(answer)
        await assertLaws(before)
      }
      await discardDrafts()
    }),
    { numRuns: RUNS },
  )
})

test('of many who apply and reverse the same entries at once, each succeeds once for each entry', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => draftOf({ month: 1, day: 3, amount: 100, off: 0 })),
  )
  for (const period of periods.toReversed()) {
    await erp.admin.post(`${API}/PeriodoContable/${period}/actions/reabrir_periodo`, {
      motivo: 'Por la prueba',
    })
  }
  const before = await contents()
  for (const action of ['aplicar', 'reversar']) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, caller) => {
        const turned = [...ids.slice(caller % 10), ...ids.slice(0, caller % 10)]
        const client = users[caller % users.length] ?? erp.admin
        const fecha = action === 'reversar' ? { fecha: '2026-03-15' } : {}
        return client.post(`${API}/Poliza/actions/${action}`, { ids: turned, ...fecha })
      }),
    )
    for (const answer of answers) assertUnderstood(answer)
    const done = answers.reduce((sum, { json }) => sum + Number(json.meta.succeeded), 0)
    assert.equal(done, ids.length, action)
  }
  await assertLaws(before)
})
