import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'

import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { assertStockWhole, warehousing, type Warehousing } from './stock-fixture.ts'

// A service of its own: it looks at the stock of all.

// Deep: it takes random sequences of movements by several at once.

let erp: ErpTest
let company: Warehousing

before(async () => {
  erp = await startOwnErp()
  company = await warehousing(erp, erp.admin)
})

after(() => erp.stop())

interface Result {
  readonly ok: boolean
  readonly errors?: readonly { readonly code: string }[]
}

test('fifty callers at once take no more of an article than is there', async () => {
  const almacen = await company.warehouse()
  for (const metodo of ['PROM', 'PEPS']) {
    const articulo = await company.article(metodo)
    await company.move('entrada', almacen, {
      lines: [{ articulo, cantidad: '20', costo_unitario: '7.77' }],
    })
    const drafts = await Promise.all(
      Array.from({ length: 50 }, () =>
        company.draft('salida', almacen, { lines: [{ articulo, cantidad: '1' }] }),
      ),
    )
    const answers = await Promise.all(drafts.map((id) => company.act('aplicar_movimiento', [id])))
    const codes = answers.map(({ json }) => {
      const [result]: readonly Result[] = json.data.results
      return result?.ok === true ? 'ok' : result?.errors?.[0]?.code
    })
    assert.deepEqual(
      [
        codes.filter((code) => code === 'ok').length,
        codes.filter((code) => code === 'OUT_OF_STOCK').length,
      ],
      [20, 30],
    )
    const { cantidad, importe } = await company.stock(articulo, almacen)
    assert.deepEqual([cantidad, importe], [0, 0])
  }
  await assertStockWhole(erp)
})

test('the first movements of an article, many at once, make one row and lose none', async () => {
  const articulo = await company.article('PROM')
  const almacen = await company.warehouse()
  const drafts = await Promise.all(
    Array.from({ length: 12 }, () =>
      company.draft('entrada', almacen, {
        lines: [{ articulo, cantidad: '1', costo_unitario: '2' }],
      }),
    ),
  )
  await Promise.all(drafts.map((id) => company.act('aplicar_movimiento', [id])))
  assert.equal((await company.rows(articulo, almacen)).length, 1)
  assert.equal((await company.stock(articulo, almacen)).cantidad, 12)
  await assertStockWhole(erp)
})

test('movements between two warehouses in both directions at once all succeed', async () => {
  const [one, other] = [await company.warehouse(), await company.warehouse()]
  const articles = await Promise.all(
    ['PROM', 'PEPS', 'PROM'].map((metodo) => company.article(metodo)),
  )
  for (const almacen of [one, other]) {
    await company.move('entrada', almacen, {
      lines: articles.map((articulo) => ({ articulo, cantidad: '50', costo_unitario: '3.33' })),
    })
  }
  const drafts = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const [from, to] = index % 2 === 0 ? [one, other] : [other, one]
      const lines = articles.map((articulo) => ({ articulo, cantidad: '2' }))
      return company.draft('traspaso', from, {
        lines: index % 3 === 0 ? lines.toReversed() : lines,
        more: { almacen_destino: to },
      })
    }),
  )
  const answers = await Promise.all(drafts.map((id) => company.act('aplicar_movimiento', [id])))
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json.meta.succeeded]),
    answers.map(() => [200, 1]),
  )
  const all = await Promise.all(articles.map((articulo) => company.stock(articulo, one)))
  assert.deepEqual(
    all.map(({ cantidad }) => cantidad),
    [50, 50, 50],
  )
  await assertStockWhole(erp)
})

const RUNS = Number(process.env['STOCK_RUNS'] ?? 6)
const cost = fc.integer({ min: 0, max: 99_999 }).map((value) => (value / 1000).toFixed(3))
const amount = fc.integer({ min: 1, max: 12_000 }).map((value) => (value / 1000).toFixed(3))
const step = fc.oneof(
  fc.record({ kind: fc.constant('entrada' as const), amount, cost, at: fc.nat(1), of: fc.nat(3) }),
  fc.record({ kind: fc.constant('salida' as const), amount, cost, at: fc.nat(1), of: fc.nat(3) }),
  fc.record({ kind: fc.constant('traspaso' as const), amount, cost, at: fc.nat(1), of: fc.nat(3) }),
  fc.record({
    kind: fc.constant('cancelar' as const),
    amount,
    cost,
    at: fc.nat(20),
    of: fc.nat(3),
  }),
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Place {
  readonly warehouses: readonly number[]
  readonly articles: readonly number[]
  /** The movements that were applied and not taken back. */
  readonly done: number[]
}

async function run(
  { kind, amount: cantidad, cost: costo, at, of }: Step,
  here: Place,
): Promise<void> {
  const { warehouses, articles, done } = here
  if (kind === 'cancelar') {
    const [id] = done.splice(at % Math.max(done.length, 1), 1)
    if (id === undefined) return
    await company.act('cancelar_movimiento', [id], { motivo: 'Por la prueba' })
    return
  }
  const line = { articulo: articles[of] ?? 0, cantidad }
  const id = await company.draft(kind, warehouses[at] ?? 0, {
    lines: [kind === 'entrada' ? { ...line, costo_unitario: costo } : line],
    more: kind === 'traspaso' ? { almacen_destino: warehouses[1 - at] } : {},
  })
  const answer = await company.act('aplicar_movimiento', [id])
  const [result]: readonly Result[] = answer.json.data.results
  if (result?.ok === true) done.push(id)
  else assert.equal(result?.errors?.[0]?.code, 'OUT_OF_STOCK')
}

async function place(permite: boolean): Promise<Place> {
  const more = { permite_negativos: permite }
  return {
    warehouses: [await company.warehouse(more), await company.warehouse(more)],
    articles: await Promise.all(
      ['PROM', 'PEPS', 'ESTAN', 'UEPS'].map((metodo) =>
        company.article(metodo, { costo_estandar: '4.321' }),
      ),
    ),
    done: [],
  }
}

const steps = fc.array(step, { minLength: 4, maxLength: 20 })

test('whatever moves, and is taken back, lines add up to Existencia and layers to what is there', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (all, permite) => {
      const here = await place(permite)
      for (const one of all) {
        await run(one, here)
        await assertStockWhole(erp)
      }
    }),
    { numRuns: RUNS },
  )
})

test('the same holds of movements and their reversals at once', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (first, second) => {
      const here = await place(false)
      // Something to take, and to take back, before all of them meet.
      for (const one of first.filter(({ kind }) => kind === 'entrada')) await run(one, here)
      await Promise.all([...first, ...second].map((one) => run(one, here)))
      await assertStockWhole(erp)
    }),
    { numRuns: RUNS },
  )
})

test('taking everything back, the last first, leaves the stock that there was', async () => {
  const almacen = await company.warehouse()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(amount, cost, fc.boolean()), { minLength: 1, maxLength: 8 }),
      async (moves) => {
        for (const metodo of ['PROM', 'PEPS']) {
          const articulo = await company.article(metodo)
          const stocks = [await company.stock(articulo, almacen)]
          const done: number[] = []
          for (const [cantidad, costo, isEntry] of moves) {
            const id = await company.draft(isEntry ? 'entrada' : 'salida', almacen, {
              lines: [
                isEntry ? { articulo, cantidad, costo_unitario: costo } : { articulo, cantidad },
              ],
            })
            if ((await company.act('aplicar_movimiento', [id])).json.meta.succeeded === 0) continue
            done.push(id)
            stocks.push(await company.stock(articulo, almacen))
          }
          for (const id of done.toReversed()) {
            stocks.pop()
            const answer = await company.act('cancelar_movimiento', [id], {
              motivo: 'Por la prueba',
            })
            assert.equal(answer.json.meta.succeeded, 1, answer.text)
            const { cantidad, importe } = await company.stock(articulo, almacen)
            assert.deepEqual([cantidad, importe], [stocks.at(-1)?.cantidad, stocks.at(-1)?.importe])
          }
        }
      },
    ),
    { numRuns: RUNS },
  )
  await assertStockWhole(erp)
})
