import { described } from '@oficina/api/kinds.ts'
import { optional, type Values } from '@oficina/api/parameter.ts'
import type { Tx } from '@oficina/kit/database.ts'

import { momentOf } from '../actions/write-tools.ts'
import type { Exchange } from '../http/context.ts'
import { date } from '../query/parameters.ts'
import { findPeriodDays } from '../store/report-store.ts'
import {
  readBalanceSheet,
  readIncomeStatement,
  readVat,
  type Days,
} from '../store/statement-store.ts'
import { writeAs, type EmpresaId } from '../store/tenant-database.ts'
import { ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { daysOf, demandWhole, PERIOD, REPORT } from './reports.ts'

function demandEntries(exchange: Exchange): void {
  for (const name of ['PolizaPartida', 'Poliza', 'CuentaContable']) demandWhole(exchange, name)
}

/** The envelope of rows with days and sums beside them. */
function sums(names: readonly string[], days: readonly string[]) {
  return success(ROWS, {
    type: 'object',
    required: [...days, ...names],
    properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
  })
}

/** Amounts go out as the database wrote them, digit for digit: a client adds the rows up against the sums. */
function answerOf<Name extends string>(
  { reply }: Exchange,
  report: Readonly<Record<Name | 'rows', string>>,
  of: { readonly days: Readonly<Record<string, string>>; readonly names: readonly Name[] },
) {
  const days = JSON.stringify(of.days).slice(1, -1)
  const amounts = of.names.map((name) => `"${name}":${report[name]}`).join(',')
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"data":${report.rows},"meta":{${days},${amounts}},"errors":null}`)
}

/** A report on the days that the query names. */
async function inDays<Report>(
  exchange: Exchange,
  values: Values<typeof PERIOD>,
  read: (tx: Tx, empresa: EmpresaId, days: Days) => Promise<Report>,
) {
  const { tools, caller } = exchange
  if (values.periodo !== undefined) demandWhole(exchange, 'PeriodoContable')
  return await writeAs(tools.database, caller.empresa, async (tx) => {
    const days = await daysOf(values, (id) => findPeriodDays(tx, caller.empresa, id))
    const report = await read(tx, caller.empresa, days)
    return { days: { desde: days.from, hasta: days.to }, report }
  })
}

const SHEET = ['activo', 'pasivo', 'capital', 'resultado', 'diferencia'] as const

/** @source docs/decisions/0213-erp-reports.md */
export const balanceSheetReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/balance-sheet',
  summary: 'Balance sheet: assets, liabilities and capital at the end of a day',
  demands: demandEntries,
  query: { hasta: optional(described(date, 'To the end of this day; today when absent.')) },
  answers: { 200: sums(SHEET, ['hasta']) },
  failures: [422],
  handle: async (exchange) => {
    const { tools, caller, values } = exchange
    const hasta = values.hasta ?? momentOf(tools.now()).today
    const sheet = await writeAs(tools.database, caller.empresa, (tx) =>
      readBalanceSheet(tx, caller.empresa, hasta),
    )
    return answerOf(exchange, sheet, { days: { hasta }, names: SHEET })
  },
})

const INCOME = [
  'ingresos',
  'costos',
  'gastos',
  'utilidad',
  'ingresos_acumulados',
  'costos_acumulados',
  'gastos_acumulados',
  'utilidad_acumulada',
] as const

/** @source docs/decisions/0213-erp-reports.md */
export const incomeStatementReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/income-statement',
  summary: 'Income statement: what was earned and spent in some days and since the year began',
  demands: demandEntries,
  query: PERIOD,
  answers: { 200: sums(INCOME, ['desde', 'hasta']) },
  failures: [404, 422],
  handle: async (exchange) => {
    const { days, report } = await inDays(exchange, exchange.values, readIncomeStatement)
    return answerOf(exchange, report, { days, names: INCOME })
  },
})

const VAT = [
  'trasladado_cobrado',
  'acreditable_pagado',
  'retenido_por_clientes',
  'retenido_a_proveedores',
  'a_cargo',
  'a_favor',
] as const

/** @source docs/decisions/0213-erp-reports.md */
export const vatReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/vat',
  summary: 'The IVA of some days as it was cashed and paid, by account',
  demands: demandEntries,
  query: PERIOD,
  answers: { 200: sums(VAT, ['desde', 'hasta']) },
  failures: [404, 422],
  handle: async (exchange) => {
    const { days, report } = await inDays(exchange, exchange.values, readVat)
    return answerOf(exchange, report, { days, names: VAT })
  },
})
