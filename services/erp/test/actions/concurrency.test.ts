import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, entriesOf, purchasing, type Purchasing } from './purchase-fixture.ts'

let erp: ErpTest
let company: Purchasing
let budgetLine: number

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
  budgetLine = (await company.budget(2, '1000000.00')).partida
})

after(() => erp.stop())

/** What must hold of a company's purchases, books and budget at any moment. */
async function assertWhole(): Promise<void> {
  const unbalanced = await erp.owner.query(sql`
    select p.folio from public.poliza p
    left join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    group by p.empresa_id, p.id, p.folio, p.total_cargo
    having coalesce(sum(l.cargo), -1) <> coalesce(sum(l.abono), -2) or coalesce(sum(l.cargo), -1) <> p.total_cargo`)
  assert.deepEqual(unbalanced, [], 'every entry balances')
  const open = await erp.owner.query(sql`
    select c.id, c.estado, count(p.id) as entradas from public.compra c
    left join public.poliza p on p.empresa_id = c.empresa_id and p.registro = c.id::text and p.origen = 'compras'
      and p.poliza_reversa is null
      and not exists (select from public.poliza r where r.empresa_id = p.empresa_id and r.poliza_reversa = p.id)
    group by c.empresa_id, c.id, c.estado
    having count(p.id) <> case when c.estado in ('autorizada', 'recibida', 'recibida_parcial') then 1 else 0 end`)
  assert.deepEqual(
    open,
    [],
    'a purchase has one entry that counts while it is authorized, and none otherwise',
  )
  const twice = await erp.owner.query(sql`
    select poliza_reversa from public.poliza where poliza_reversa is not null
    group by empresa_id, poliza_reversa having count(*) > 1`)
  assert.deepEqual(twice, [], 'no entry is reversed twice')
  const [money] = await erp.owner.query<{
    comprometido: string
    vigente: string
    autorizado: string
  }>(sql`
    select b.comprometido::text as comprometido,
      (select coalesce(sum(importe - importe_liberado), 0) from public.compromiso_presupuesto
        where empresa_id = ${erp.empresaId} and presupuesto_partida = b.id and estado = 'vigente')::numeric(18, 2)::text as vigente,
      (select coalesce(sum(p.importe), 0) from public.compra c join public.compra_partida p
        on p.empresa_id = ${erp.empresaId} and p.compra = c.id
        where c.empresa_id = ${erp.empresaId} and c.estado = 'autorizada' and p.partida_presupuesto = b.id)::numeric(18, 2)::text as autorizado
    from public.presupuesto_partida b where b.empresa_id = ${erp.empresaId} and b.id = ${budgetLine}`)
  assert.equal(money?.comprometido, money?.vigente, 'the budget is the sum of open commitments')
  assert.equal(money?.comprometido, money?.autorizado, 'and of the purchases that are authorized')
  const signatures = await erp.owner.query(sql`
    select c.id from public.compra c left join public.compra_autorizacion a
      on a.empresa_id = c.empresa_id and a.compra = c.id and a.estado = 'autorizada'
    group by c.empresa_id, c.id, c.estado
    having (count(a.id) > 0) <> (c.estado in ('en_autorizacion', 'autorizada'))`)
  assert.deepEqual(
    signatures,
    [],
    'approvals stand exactly while a purchase is submitted or authorized',
  )
  const folios = await erp.owner.query<{ folio: string }>(
    sql`select folio from public.poliza where origen = 'compras' order by id`,
  )
  const numbers = folios
    .map(({ folio }) => Number(folio.split('-').at(-1)))
    .toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
    'folios have no gaps',
  )
}

function charged(importe: string): Promise<number> {
  return company.purchase(importe, { partida: { partida_presupuesto: budgetLine } })
}

interface Result {
  readonly id: number
  readonly ok: boolean
  readonly errors?: readonly { readonly code: string }[]
}

test('of two callers at once one wins, and the other gets INVALID_STATE', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await charged('10.00')
    const answers = await Promise.all([
      company.actOn('autorizar_compra', id),
      company.actOn('autorizar_compra', id),
    ])
    const codes = new Set(answers.map(({ json }) => json.errors?.[0]?.code ?? 'ok'))
    assert.deepEqual(codes, new Set(['INVALID_STATE', 'ok']))
    assert.equal((await entriesOf(erp, id)).length, 1)
  }
  await assertWhole()
})

test('50 callers who authorize the same 20 purchases authorize each once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => charged(`${index + 1}.25`)),
  )
  const second = await erp.secondServer()
  const token = (await second.client.post(`${API}/auth/login`, erp.adminLogin)).json.data.token
  const other = second.client.with({ authorization: `Bearer ${token}` })
  try {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, caller) => {
        // Each names them in another order: a batch that locked in the order of asking would deadlock.
        const turned = [...ids.slice(caller % 20), ...ids.slice(0, caller % 20)]
        const order = caller % 3 === 0 ? turned.toReversed() : turned
        return (caller % 2 === 0 ? erp.admin : other).post(
          `${API}/Compra/actions/autorizar_compra`,
          { ids: order },
        )
      }),
    )
    const results: readonly Result[] = answers.flatMap((answer) => answer.json.data.results)
    assert.equal(results.length, 1_000)
    assert.deepEqual(
      results
        .filter(({ ok }) => ok)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
      ids.toSorted((a, b) => a - b),
    )
    const codes = new Set(results.flatMap(({ errors }) => errors?.map(({ code }) => code) ?? []))
    assert.deepEqual([...codes], ['INVALID_STATE'])
  } finally {
    await second.stop()
  }
  await assertWhole()
})

test('budgets are not spent twice by batches at once', async () => {
  const [row] = await erp.owner.query<{ usado: string }>(
    sql`select comprometido::text as usado from public.presupuesto_partida where id = ${budgetLine}`,
  )
  const used = Number(row?.usado ?? 0)
  await company.update('PresupuestoPartida', budgetLine, { importe: (used + 50).toFixed(2) })
  const control = await company.create('ControlPresupuesto', {
    clave: 'TOPE',
    nombre: 'Tope',
    alcance: 'anual',
    respuesta: 'bloquear',
    activo: true,
  })
  const ids = await Promise.all(Array.from({ length: 10 }, () => charged('10.00')))
  const answers = await Promise.all(ids.map((id) => company.act('autorizar_compra', [id])))
  const codes: readonly string[] = answers.map(
    ({ json }) => json.data.results[0].errors?.[0].code ?? 'ok',
  )
  assert.equal(codes.filter((code) => code === 'ok').length, 5)
  assert.equal(codes.filter((code) => code === 'BUDGET_EXCEEDED').length, 5)
  await company.update('ControlPresupuesto', control, { activo: false })
  await company.update('PresupuestoPartida', budgetLine, { importe: '1000000.00' })
  await assertWhole()
})

const ACTIONS = ['autorizar_compra', 'cambiar_iniciada', 'cancelar_compra'] as const
const NEXT: Readonly<Record<(typeof ACTIONS)[number], Readonly<Record<string, string>>>> = {
  autorizar_compra: { iniciada: 'autorizada' },
  cambiar_iniciada: { autorizada: 'iniciada' },
  cancelar_compra: { iniciada: 'cancelada', autorizada: 'cancelada' },
}

test('whatever sequence of actions runs, every state is reached by the table, books balance and budgets add up', async () => {
  const step = fc.record({
    action: fc.constantFrom(...ACTIONS),
    of: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const ids = await Promise.all(['1.01', '20.20', '300.30', '0.99', '7.77'].map(charged))
      const states = ids.map(() => 'iniciada')
      for (const { action, of } of steps) {
        const inputs = action === 'cancelar_compra' ? { motivo: 'Por la prueba' } : {}
        const chosen = of.map((index) => ids[index] ?? 0)
        const answer = await company.act(action, chosen, inputs)
        for (const [place, index] of of.entries()) {
          const next = NEXT[action][states[index] ?? '']
          const result: Result = answer.json.data.results[place]
          assert.equal(result.ok, next !== undefined, answer.text)
          if (next === undefined) assert.equal(result.errors?.[0]?.code, 'INVALID_STATE')
          states[index] = next ?? states[index] ?? ''
        }
      }
      assert.deepEqual(await Promise.all(ids.map((id) => company.state(id))), states)
      await assertWhole()
    }),
    { numRuns: 12 },
  )
})
