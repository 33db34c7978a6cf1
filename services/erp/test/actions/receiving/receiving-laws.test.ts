import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ADMIN } from '../../admin.ts'
import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'
import { assertBooksWhole, receiving, type Receiving } from './receiving-fixture.ts'

// A service of its own: a second process works beside it.

// Deep: it takes random sequences of receipts.

const RUNS = Number(process.env['RECEIVING_RUNS'] ?? 3)

let erp: ErpTest
let company: Receiving
let second: Awaited<ReturnType<ErpTest['secondServer']>>
/** Two users of two processes. */
let users: readonly HttpClient[]
let cuenta: number
let dollar: number
let articles: readonly number[]

before(async () => {
  erp = await startOwnErp()
  company = await receiving(erp)
  second = await erp.secondServer()
  const login = await second.client.post(`${API}/auth/login`, ADMIN)
  users = [erp.admin, second.client.with({ authorization: `Bearer ${login.json.data.token}` })]
  cuenta = (await erp.admin.get(`${API}/CuentaContable?clave=601-84`)).json.data[0].id
  dollar = (await erp.admin.get(`${API}/Moneda?clave=USD`)).json.data[0].id
  const methods = await erp.admin.get(`${API}/MetodoCosteo?per_page=50`)
  const layers = methods.json.data.find((one: { clave: string }) => one.clave === 'PEPS').id
  articles = [await company.article(), await company.article({ metodo_costeo: layers })]
  await company.budget(cuenta, '9000000')
})

after(async () => {
  await second.stop()
  await erp.stop()
})

const line = fc.record({
  kind: fc.constantFrom(0, 1, 2),
  cantidad: fc.integer({ min: 1, max: 9_000 }),
  precio: fc.integer({ min: 1, max: 99_999_999 }),
})
const purchase = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  isForeign: fc.boolean(),
})
const which = fc.nat({ max: 20 })
const part = fc.integer({ min: 1, max: 4 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('receive' as const), which, part, line: which }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('return' as const), which, part }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), which }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What may be refused; anything else is a fault. */
const REFUSALS = new Set([
  'INVALID_STATE',
  'OUT_OF_TOLERANCE',
  'OUT_OF_STOCK',
  'HAS_DEPENDENTS',
  'VALIDATION',
])

function assertUnderstood(answer: TestAnswer): void {
  const { errors, data } = answer.json
  const failed: readonly { readonly errors?: readonly { code: string }[] }[] = data?.results ?? []
  const codes = [...(errors ?? []), ...failed.flatMap((one) => one.errors ?? [])].map(
    ({ code }: { code: string }) => code,
  )
  assert.deepEqual(
    codes.filter((code) => !REFUSALS.has(code)),
    [],
    answer.text,
  )
}

const motivo = 'Por la prueba'
const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

async function idsOf(model: string): Promise<readonly number[]> {
  const { json } = await erp.admin.get(`${API}/${model}?per_page=100&sort=-id`)
  return json.data.map(({ id }: { id: number }) => id)
}

async function take(client: HttpClient, orders: readonly number[], one: Step): Promise<void> {
  const order = at(orders, one.which)
  const act = async (
    model: string,
    action: string,
    ids: readonly (number | undefined)[],
    inputs: object,
  ) => {
    if (ids.includes(undefined)) return
    assertUnderstood(await client.post(`${API}/${model}/actions/${action}`, { ids, ...inputs }))
  }
  switch (one.kind) {
    case 'receive': {
      const ordered = at(await company.lines(order ?? 0), one.line)
      const cantidad = (Number(ordered?.['cantidad']) / one.part).toFixed(6)
      const partidas = [{ partida: ordered?.['partida'], cantidad }]
      return await act('Compra', 'recibir_compra', [order], { partidas })
    }
    case 'all':
      return await act('Compra', 'recibir_compra', orders, {})
    case 'cancel': {
      const receipts = await idsOf('RecepcionCompra')
      return await act(
        'RecepcionCompra',
        'cancelar_recepcion',
        [at(receipts, one.which), receipts[0]],
        { motivo },
      )
    }
    case 'return':
      return await giveBack(client, one)
    case 'restore':
      return await act(
        'DevolucionCompra',
        'cancelar_devolucion',
        [at(await idsOf('DevolucionCompra'), one.which)],
        { motivo },
      )
    case 'close':
      return await act('Compra', 'cerrar_compra', [order], { motivo })
  }
}

/** Returns a part of a line of some receipt. */
async function giveBack(client: HttpClient, one: { which: number; part: number }): Promise<void> {
  const { json } = await erp.admin.get(`${API}/RecepcionCompraPartida?per_page=100&sort=-id`)
  const received: Record<string, unknown> | undefined = at(json.data, one.which)
  if (received === undefined) return
  const receipt = await company.read('RecepcionCompra', Number(received['recepcion']))
  const devolucion = await company.create('DevolucionCompra', {
    proveedor: receipt['proveedor'],
    motivo: 'defecto',
    moneda: receipt['moneda'],
    tipo_cambio: receipt['tipo_cambio'],
    fecha: '2026-03-02',
    partidas: [
      {
        recepcion_partida: received['id'],
        articulo: received['articulo'],
        cantidad: (Number(received['cantidad_aceptada']) / one.part).toFixed(6),
        unidad: received['unidad'],
        costo: received['costo'],
      },
    ],
  })
  for (const action of ['autorizar_devolucion', 'devolver_compra']) {
    const ids = { ids: [devolucion] }
    assertUnderstood(await client.post(`${API}/DevolucionCompra/actions/${action}`, ids))
  }
}

async function assertLaws(): Promise<void> {
  await assertStockWhole(erp)
  await assertBooksWhole(erp)
  const lines = await erp.owner.query(sql`
    select p.id, p.cantidad_recibida, r.cantidad from public.compra_partida p
    left join lateral (
      select coalesce(sum(l.cantidad_aceptada - l.cantidad_devuelta), 0) as cantidad
      from public.recepcion_compra_partida l join public.recepcion_compra h
        on h.empresa_id = l.empresa_id and h.id = l.recepcion and h.estado = 'aplicada'
      where l.empresa_id = p.empresa_id and l.compra_partida = p.id) r on true
    where p.cantidad_recibida <> r.cantidad`)
  assert.deepEqual(
    lines,
    [],
    'what stands received of a line is what receipts accepted less returns',
  )
  const states = await erp.owner.query(sql`
    select c.id, c.estado from public.compra c
    join lateral (select bool_and(cantidad_recibida >= cantidad) as todo, bool_or(cantidad_recibida > 0) as algo
      from public.compra_partida p where p.empresa_id = c.empresa_id and p.compra = c.id) p on true
    where c.estado not in ('cerrada', 'cancelada')
      and c.estado <> case when todo then 'recibida' when algo then 'recibida_parcial' else 'autorizada' end`)
  assert.deepEqual(states, [], 'a purchase is received as its lines are')
  const commitments = await erp.owner.query(sql`
    select c.id, c.estado, m.saldo from public.compra c
    join lateral (
      select coalesce(sum(l.cargo - l.abono), 0) as saldo,
        (array_agg(l.cargo order by p.id))[1] as comprometido from public.poliza p
      join public.modelo_sistema o on o.id = p.modelo and o.nombre = 'Compra'
      join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
      join public.cuenta_contable k on k.empresa_id = l.empresa_id and k.id = l.cuenta_contable and k.clave = '899-01'
      where p.empresa_id = c.empresa_id and p.registro = c.id::text) m on true
    where case c.estado when 'autorizada' then m.saldo <> m.comprometido
      when 'recibida_parcial' then m.saldo < 0 or m.saldo > m.comprometido
      else m.saldo <> 0 end`)
  assert.deepEqual(commitments, [], 'the memorandum stands for what is not received')
}

async function orderOf(of: {
  lines: readonly { kind: number; cantidad: number; precio: number }[]
  isForeign: boolean
}) {
  const money = of.isForeign ? { moneda: dollar, tipo_cambio: '17.123456' } : {}
  return await company.order(
    of.lines.map(({ kind, cantidad, precio }) => ({
      ...(kind === 2 ? { cuenta_contable: cuenta } : { articulo: articles[kind] ?? 0 }),
      cantidad: (cantidad / 1000).toFixed(3),
      precio: (precio / 1_000_000).toFixed(6),
    })),
    money,
  )
}

test('whatever two users receive, return, take back and close at once, stock, books and budget add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(purchase, { minLength: 2, maxLength: 3 }),
      fc.array(fc.tuple(step, step), { minLength: 4, maxLength: 10 }),
      async (purchases, steps) => {
        const orders: number[] = []
        for (const of of purchases) orders.push(await orderOf(of))
        for (const pair of steps) {
          await Promise.all(pair.map((one, index) => take(users[index] ?? erp.admin, orders, one)))
          await assertLaws()
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  )
})
