import { described } from '@oficina/api/kinds.ts'
import { optional, type Values } from '@oficina/api/parameter.ts'
import type { Tx } from '@oficina/kit/database.ts'

import { momentOf } from '../../actions/write-tools.ts'
import type { Asking } from '../../http/context.ts'
import { date } from '../../query/parameters.ts'
import { findPeriodDays } from '../../store/reports/report-store.ts'
import {
  readBalanceSheet,
  readIncomeStatement,
  readVat,
  type Days,
} from '../../store/reports/statement-store.ts'
import { reportAs, type EmpresaId } from '../../store/tenant-database.ts'
import type { ReportAnswer } from './report-answer.ts'
import {
  accountColumns,
  column,
  daysOf,
  hiddenId,
  LEDGER_OF_ROW,
  PERIOD,
  PERIOD_ALTERNATIVES,
  PERIOD_PARAMETERS,
  total,
  UP_TO,
} from './report-columns.ts'
import { demandWhole, reportEndpoint, wholly } from './report.ts'

/** Amounts go out as the database wrote them, digit for digit: a client adds the rows up against the sums. */
function statementOf<Name extends string>(
  report: Readonly<Record<Name | 'rows', string>>,
  of: { readonly days: Readonly<Record<string, string>>; readonly names: readonly Name[] },
): ReportAnswer {
  const days = JSON.stringify(of.days).slice(1, -1)
  const amounts = of.names.map((name) => `"${name}":${report[name]}`).join(',')
  return { rows: report.rows, meta: `{${days},${amounts}}` }
}

/** A report on the days that the query names. */
async function inDays<Report>(
  exchange: Asking,
  values: Values<typeof PERIOD>,
  read: (tx: Tx, empresa: EmpresaId, days: Days) => Promise<Report>,
) {
  const { tools, caller } = exchange
  if (values.periodo !== undefined) demandWhole(exchange, 'PeriodoContable')
  return await reportAs(tools.reads, caller.empresa, async (tx) => {
    const days = await daysOf(values, (id) => findPeriodDays(tx, caller.empresa, id))
    const report = await read(tx, caller.empresa, days)
    return { days: { desde: days.from, hasta: days.to }, report }
  })
}

const ENTRIES = wholly('PolizaPartida', 'Poliza', 'CuentaContable')
const TREE = { level: 'nivel', parent: 'padre', key: 'cuenta' }

const SHEET = ['activo', 'pasivo', 'capital', 'resultado', 'diferencia'] as const

/** @source docs/decisions/0213-erp-reports.md */
export const balanceSheetReport = reportEndpoint({
  path: 'balance-sheet',
  summary: 'Balance sheet: assets, liabilities and capital at the end of a day',
  query: { hasta: optional(described(date, 'To the end of this day; today when absent.')) },
  failures: [422],
  report: {
    label: { es: 'Balance general', en: 'Balance sheet' },
    help: {
      es: 'Lo que la empresa tiene y debe al final de un día.',
      en: 'What the company has and owes at the end of a day.',
    },
    module: 'contabilidad',
    rights: ENTRIES,
    parameters: { hasta: UP_TO },
    answer: {
      columns: [
        column('choice', 'seccion', ['Sección', 'Section'], {
          choices: {
            activo: { es: 'Activo', en: 'Assets' },
            pasivo: { es: 'Pasivo', en: 'Liabilities' },
            capital: { es: 'Capital', en: 'Equity' },
          },
        }),
        ...accountColumns({ model: 'CuentaContable', id: { row: 'cuenta' } }),
        hiddenId('padre', 'CuentaContable', ['Cuenta superior', 'Account above']),
        column('integer', 'nivel', ['Nivel', 'Level'], { isHidden: true }),
        column('text', 'rubro_str', ['Rubro', 'Heading']),
        column('money', 'saldo', ['Saldo', 'Balance']),
      ],
      totals: [
        total('activo', ['Activo', 'Assets']),
        total('pasivo', ['Pasivo', 'Liabilities']),
        total('capital', ['Capital', 'Equity']),
        total('resultado', ['Resultado del ejercicio', 'Result of the year']),
        total('diferencia', ['Diferencia', 'Difference']),
      ],
      days: ['hasta'],
      groups: ['seccion'],
      tree: TREE,
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const hasta = values.hasta ?? momentOf(tools.now()).today
    const sheet = await reportAs(tools.reads, caller.empresa, (tx) =>
      readBalanceSheet(tx, caller.empresa, hasta),
    )
    return statementOf(sheet, { days: { hasta }, names: SHEET })
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
export const incomeStatementReport = reportEndpoint({
  path: 'income-statement',
  summary: 'Income statement: what was earned and spent in some days and since the year began',
  query: PERIOD,
  failures: [404, 422],
  report: {
    label: { es: 'Estado de resultados', en: 'Income statement' },
    help: {
      es: 'Lo que la empresa ganó y gastó en unos días, y desde que empezó el ejercicio.',
      en: 'What the company earned and spent in some days, and since the year began.',
    },
    module: 'contabilidad',
    rights: ENTRIES,
    parameters: PERIOD_PARAMETERS,
    alternatives: PERIOD_ALTERNATIVES,
    answer: {
      columns: [
        column('choice', 'seccion', ['Sección', 'Section'], {
          choices: {
            ingreso: { es: 'Ingresos', en: 'Income' },
            costo: { es: 'Costos', en: 'Costs' },
            gasto: { es: 'Gastos', en: 'Expenses' },
          },
        }),
        ...accountColumns(LEDGER_OF_ROW),
        hiddenId('padre', 'CuentaContable', ['Cuenta superior', 'Account above']),
        column('integer', 'nivel', ['Nivel', 'Level'], { isHidden: true }),
        column('money', 'importe', ['Importe', 'Amount']),
        column('money', 'acumulado', ['Acumulado', 'Year to date']),
      ],
      totals: [
        total('ingresos', ['Ingresos', 'Income'], { column: 'importe' }),
        total('costos', ['Costos', 'Costs'], { column: 'importe' }),
        total('gastos', ['Gastos', 'Expenses'], { column: 'importe' }),
        total('utilidad', ['Utilidad', 'Profit'], { column: 'importe' }),
        total('ingresos_acumulados', ['Ingresos', 'Income'], { column: 'acumulado' }),
        total('costos_acumulados', ['Costos', 'Costs'], { column: 'acumulado' }),
        total('gastos_acumulados', ['Gastos', 'Expenses'], { column: 'acumulado' }),
        total('utilidad_acumulada', ['Utilidad', 'Profit'], { column: 'acumulado' }),
      ],
      days: ['desde', 'hasta'],
      groups: ['seccion'],
      tree: TREE,
    },
  },
  answer: async (exchange) => {
    const { days, report } = await inDays(exchange, exchange.values, readIncomeStatement)
    return statementOf(report, { days, names: INCOME })
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

const VAT_CONCEPTS = {
  trasladado_cobrado: { es: 'IVA trasladado cobrado', en: 'VAT charged and collected' },
  acreditable_pagado: { es: 'IVA acreditable pagado', en: 'Creditable VAT paid' },
  retenido_por_clientes: { es: 'IVA retenido por clientes', en: 'VAT withheld by customers' },
  retenido_a_proveedores: { es: 'IVA retenido a proveedores', en: 'VAT withheld from suppliers' },
  trasladado_no_cobrado: { es: 'IVA trasladado no cobrado', en: 'VAT charged, not collected yet' },
  acreditable_pendiente: { es: 'IVA acreditable pendiente', en: 'Creditable VAT, not paid yet' },
  actos_cobrados: { es: 'Actos cobrados', en: 'Supplies collected' },
  actos_pagados: { es: 'Actos pagados', en: 'Purchases paid' },
}

/** The rate of acts, or what they are beside a rate. */
const VAT_RATES = {
  16: { es: '16 %', en: '16%' },
  8: { es: '8 % (región fronteriza)', en: '8% (border region)' },
  0: { es: '0 %', en: '0%' },
  exento: { es: 'Exento', en: 'Exempt' },
  no_objeto: { es: 'No objeto', en: 'Not subject' },
  importacion_bienes: { es: 'Importación de bienes', en: 'Goods from abroad' },
  importacion_servicios: { es: 'Importación de servicios', en: 'Services from abroad' },
  importacion_exenta: { es: 'Importación exenta', en: 'Exempt import' },
  no_objeto_extranjero: { es: 'No objeto, en el extranjero', en: 'Not subject, abroad' },
  sin_desglose: { es: 'Sin desglose', en: 'No breakdown' },
}

/** @source docs/decisions/0213-erp-reports.md */
export const vatReport = reportEndpoint({
  path: 'vat',
  summary: 'The IVA of some days as it was cashed and paid, by account and by rate',
  query: PERIOD,
  failures: [404, 422],
  report: {
    label: { es: 'IVA del periodo', en: 'VAT of the period' },
    help: {
      es: 'El IVA que se cobró y se pagó, por cuenta y con sus bases por tasa, y lo que queda a cargo o a favor.',
      en: 'The VAT that was collected and paid, by account and with its bases by rate, and what is due or recoverable.',
    },
    module: 'fiscal',
    rights: ENTRIES,
    parameters: PERIOD_PARAMETERS,
    alternatives: PERIOD_ALTERNATIVES,
    answer: {
      columns: [
        column('choice', 'concepto', ['Concepto', 'Concept'], { choices: VAT_CONCEPTS }),
        ...accountColumns(LEDGER_OF_ROW),
        column('text', 'codigo', ['Código agrupador', 'SAT code']),
        column('choice', 'tasa', ['Tasa', 'Rate'], { choices: VAT_RATES }),
        column('money', 'base', ['Base', 'Base']),
        column('money', 'saldo_inicial', ['Saldo inicial', 'Opening balance']),
        column('money', 'cargos', ['Cargos', 'Debits']),
        column('money', 'abonos', ['Abonos', 'Credits']),
        column('money', 'importe', ['Importe', 'Amount']),
        column('money', 'saldo_final', ['Saldo final', 'Closing balance']),
      ],
      totals: [
        total('trasladado_cobrado', ['Trasladado cobrado', 'Charged and collected']),
        total('acreditable_pagado', ['Acreditable pagado', 'Creditable and paid']),
        total('retenido_por_clientes', ['Retenido por clientes', 'Withheld by customers']),
        total('retenido_a_proveedores', ['Retenido a proveedores', 'Withheld from suppliers']),
        total('a_cargo', ['A cargo', 'Due']),
        total('a_favor', ['A favor', 'Recoverable']),
      ],
      days: ['desde', 'hasta'],
      groups: ['concepto'],
    },
  },
  answer: async (exchange) => {
    const { days, report } = await inDays(exchange, exchange.values, readVat)
    return statementOf(report, { days, names: VAT })
  },
})
