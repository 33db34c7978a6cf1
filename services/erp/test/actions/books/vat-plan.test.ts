import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Database, Tx } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

import { readVat } from '../../../src/store/statement-store.ts'
import { startErp, type ErpTest } from '../../erp-service.ts'
import { books, type Books } from '../entry-fixture.ts'
import { API } from '../purchase-fixture.ts'

let erp: ErpTest
let company: Books

before(async () => {
  erp = await startErp()
  company = await books(erp, erp.admin)
})

after(() => erp.stop())

const DAYS = { from: '2026-03-01', to: '2026-03-31' }
const LINES = 20
// Joined line by line and account by account it was 45,785; accounts found first and entries added up once, 381.
const MOST_PAGES = 5_000

/** Pages of tables and indexes that PostgreSQL reads for the report, by a planner that has no statistics of them. */
async function pagesRead(database: Database): Promise<number> {
  const pages: number[] = []
  await database.transaction(async (tx) => {
    const explaining = {
      query: async ({ text, values }: Sql) => {
        const explain = `explain (analyze, buffers, format json) ${text}`
        const [row] = await tx.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>({
          text: explain,
          values,
        })
        const plan = row?.['QUERY PLAN'][0]?.Plan
        assert.ok(plan)
        pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
        return [{}]
      },
    }
    // The report asks one statement by `query`, and nothing else of a transaction.
    await readVat(explaining as unknown as Tx, erp.empresaId, DAYS)
  })
  assert.equal(pages.length, 1)
  return pages[0] ?? 0
}

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

test('the report on IVA of a young company reads its entries once, not once for each account', async () => {
  const [due] = (await erp.admin.get(`${API}/CuentaContable?clave=208-01`)).json.data
  const line = (index: number, more: object) => ({ partida: index, moneda: company.peso, ...more })
  const poliza = await company.create('Poliza', {
    fecha: '2026-03-02',
    tipo: 1,
    periodo: await company.period(3),
    concepto: 'Ventas de contado',
    partidas: [
      line(1, { cuenta_contable: company.cash, cargo: String(LINES) }),
      ...Array.from({ length: LINES }, (_, index) =>
        line(index + 2, { cuenta_contable: due.id, abono: '1' }),
      ),
    ],
  })
  const applied = await company.actOn('aplicar', poliza)
  assert.equal(applied.status, 200, applied.text)
  const { meta } = (await erp.admin.get(`${API}/reports/vat?desde=${DAYS.from}&hasta=${DAYS.to}`))
    .json
  assert.equal(meta.trasladado_cobrado, LINES)
  const pages = await pagesRead(erp.owner)
  assert.ok(pages < MOST_PAGES, `${pages} pages`)
})
