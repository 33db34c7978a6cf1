import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Tx } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

import { readIncomeStatement, readVat } from '../../../src/store/reports/statement-store.ts'
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
const LINES = 75

/** Pages of tables and indexes that PostgreSQL reads for a report, by a planner that has no statistics of them. */
async function pagesRead(read: (tx: Tx) => Promise<unknown>): Promise<number> {
  const pages: number[] = []
  await erp.owner.transaction(async (tx) => {
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
    // Such a report asks one statement by `query`, and nothing else of a transaction.
    await read(explaining as unknown as Tx)
  })
  assert.equal(pages.length, 1)
  return pages[0] ?? 0
}

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

const accountOf = async (clave: string): Promise<number> =>
  (await erp.admin.get(`${API}/CuentaContable?clave=${clave}`)).json.data[0].id

async function sellForCash(): Promise<void> {
  const [due, income] = [await accountOf('208-01'), await accountOf('401-01')]
  const line = (index: number, more: object) => ({ partida: index, moneda: company.peso, ...more })
  const poliza = await company.create('Poliza', {
    fecha: '2026-03-02',
    tipo: 1,
    periodo: await company.period(3),
    concepto: 'Ventas de contado',
    partidas: [
      line(1, { cuenta_contable: company.cash, cargo: String(2 * LINES) }),
      ...Array.from({ length: 2 * LINES }, (_, index) =>
        line(index + 2, { cuenta_contable: index % 2 === 0 ? due : income, abono: '1' }),
      ),
    ],
  })
  const applied = await company.actOn('aplicar', poliza)
  assert.equal(applied.status, 200, applied.text)
}

test('the reports of a young company read its entries once, not once for each account', async () => {
  await sellForCash()
  const path = (report: string) => `${API}/reports/${report}?desde=${DAYS.from}&hasta=${DAYS.to}`
  const vat = (await erp.admin.get(path('vat'))).json.meta
  const income = (await erp.admin.get(path('income-statement'))).json.meta
  assert.deepEqual([vat.trasladado_cobrado, income.ingresos], [LINES, LINES])
  const pages = {
    vat: await pagesRead((tx) => readVat(tx, erp.empresaId, DAYS)),
    income: await pagesRead((tx) => readIncomeStatement(tx, erp.empresaId, DAYS)),
  }
  // Joined line by line to accounts, they were 809,193 and 775; now 496 and 331.
  assert.ok(pages.vat < 1_500 && pages.income < 550, JSON.stringify(pages))
})
