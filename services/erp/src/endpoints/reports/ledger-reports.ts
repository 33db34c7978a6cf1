import { described } from '@oficina/api/kinds.ts'
import { optional, required, type Values } from '@oficina/api/parameter.ts'

import { notFound } from '../../actions/not-found.ts'
import { momentOf } from '../../actions/write-tools.ts'
import type { Asking } from '../../http/context.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { choice, date } from '../../query/parameters.ts'
import { readLedger, readPartyBalances } from '../../store/reports/ledger-store.ts'
import { findPeriodDays } from '../../store/reports/report-store.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { answerOf } from './report-answer.ts'
import {
  accountColumns,
  column,
  daysOf,
  hiddenId,
  named,
  NATURE,
  PERIOD,
  PERIOD_ALTERNATIVES,
  PERIOD_PARAMETERS,
  total,
  UP_TO,
} from './report-columns.ts'
import { reference } from './report-references.ts'
import { demandWhole, modelNamed, reportEndpoint, seesWords, wholly } from './report.ts'

const LEDGER = {
  cuenta: required(reference('CuentaContable')),
  ...PERIOD,
  cliente: optional(reference('Cliente', 'Only the lines of this Cliente.')),
  proveedor: optional(reference('Proveedor', 'Only the lines of this Proveedor.')),
  ...PAGING,
}

/** What a report on the lines of entries adds up. */
const ENTRIES = wholly('PolizaPartida', 'Poliza', 'CuentaContable')

/** @source docs/decisions/0213-erp-reports.md */
export const ledgerReport = reportEndpoint({
  path: 'ledger',
  summary: 'The lines of an account with its balance after each, also of one customer or supplier',
  query: LEDGER,
  failures: [404, 422],
  report: {
    label: { es: 'Auxiliar de cuenta', en: 'Account ledger' },
    help: {
      es: 'Los movimientos de una cuenta con su saldo después de cada uno.',
      en: 'The lines of an account with its balance after each.',
    },
    module: 'contabilidad',
    rights: ENTRIES,
    parameters: {
      cuenta: { label: { es: 'Cuenta', en: 'Account' } },
      ...PERIOD_PARAMETERS,
      cliente: {
        label: { es: 'Cliente', en: 'Customer' },
        help: {
          es: 'Sólo los movimientos de este cliente.',
          en: 'Only the lines of this customer.',
        },
      },
      proveedor: {
        label: { es: 'Proveedor', en: 'Supplier' },
        help: {
          es: 'Sólo los movimientos de este proveedor.',
          en: 'Only the lines of this supplier.',
        },
      },
    },
    alternatives: PERIOD_ALTERNATIVES,
    answer: {
      columns: [
        column('date', 'fecha', ['Fecha', 'Date']),
        hiddenId('poliza', 'Poliza', ['Póliza', 'Entry']),
        column('text', 'folio', ['Póliza', 'Entry'], {
          opens: { model: 'Poliza', id: { row: 'poliza' } },
        }),
        column('integer', 'partida', ['Partida', 'Line']),
        column('text', 'concepto', ['Concepto', 'Concept']),
        column('text', 'referencia', ['Referencia', 'Reference']),
        ...named('cliente', 'Cliente', ['Cliente', 'Customer']),
        ...named('proveedor', 'Proveedor', ['Proveedor', 'Supplier']),
        column('money', 'cargo', ['Cargo', 'Debit']),
        column('money', 'abono', ['Abono', 'Credit']),
        column('money', 'saldo', ['Saldo', 'Balance']),
      ],
      totals: [
        total('saldo_inicial', ['Saldo inicial', 'Opening balance']),
        total('cargos', ['Cargos', 'Debits'], { column: 'cargo' }),
        total('abonos', ['Abonos', 'Credits'], { column: 'abono' }),
        total('saldo_final', ['Saldo final', 'Closing balance'], { column: 'saldo' }),
      ],
      days: ['desde', 'hasta'],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    if (values.periodo !== undefined) demandWhole(exchange, 'PeriodoContable')
    const ledger = await reportAs(tools.reads, caller.empresa, async (tx) => {
      const days = await daysOf(values, (id) => findPeriodDays(tx, caller.empresa, id))
      const found = await readLedger(tx, caller.empresa, {
        ...ledgerQuery(exchange, values),
        ...days,
      })
      if (found === undefined)
        throw notFound(modelNamed(tools.registry, 'CuentaContable'), values.cuenta)
      return { days, ...found }
    })
    const { days, rows, total, saldo_inicial: before, cargos, abonos, saldo_final: after } = ledger
    // Amounts go out as the database wrote them, digit for digit.
    const amounts = `"saldo_inicial":${before},"cargos":${cargos},"abonos":${abonos},"saldo_final":${after}`
    const pages = JSON.stringify(pagesMeta(total, values)).slice(1)
    const meta = `{"desde":"${days.from}","hasta":"${days.to}",${amounts},${pages}`
    return { rows, meta }
  },
})

function ledgerQuery(exchange: Asking, values: Values<typeof LEDGER>) {
  return {
    account: values.cuenta,
    cliente: values.cliente ?? null,
    proveedor: values.proveedor ?? null,
    words: { cliente: seesWords(exchange, 'Cliente'), proveedor: seesWords(exchange, 'Proveedor') },
    page: values.page,
    perPage: values.per_page,
  }
}

const MODELS = { cliente: 'Cliente', proveedor: 'Proveedor' } as const

export const partyBalancesReport = reportEndpoint({
  path: 'party-balances',
  summary: 'What each supplier or customer owes or is owed by the entries, by account',
  query: {
    tercero: required(choice(['cliente', 'proveedor'])),
    cuenta: optional(
      reference(
        'CuentaContable',
        'Only this CuentaContable, with what stands on it without cliente or proveedor.',
      ),
    ),
    hasta: optional(described(date, 'To the end of this day; today when absent.')),
    ...PAGING,
  },
  failures: [422],
  report: {
    label: { es: 'Saldos de clientes y proveedores', en: 'Balances of customers and suppliers' },
    help: {
      es: 'Lo que cada cliente o proveedor debe o se le debe según las pólizas, por cuenta.',
      en: 'What each customer or supplier owes or is owed by the entries, by account.',
    },
    module: 'contabilidad',
    rights: ENTRIES,
    parameters: {
      tercero: {
        label: { es: 'De', en: 'Of' },
        default: { kind: 'value', value: 'cliente' },
        choices: {
          cliente: { es: 'Clientes', en: 'Customers' },
          proveedor: { es: 'Proveedores', en: 'Suppliers' },
        },
      },
      cuenta: {
        label: { es: 'Cuenta', en: 'Account' },
        help: {
          es: 'Sólo esta cuenta, con lo que tiene sin cliente ni proveedor.',
          en: 'Only this account, with what stands on it without customer or supplier.',
        },
      },
      hasta: UP_TO,
    },
    answer: {
      columns: [
        ...named('tercero', { parameter: 'tercero', models: MODELS }, [
          'Cliente o proveedor',
          'Customer or supplier',
        ]),
        ...accountColumns({
          report: 'ledger',
          parameters: { cuenta: { row: 'cuenta' }, hasta: { meta: 'hasta' } },
        }),
        NATURE,
        column('money', 'cargos', ['Cargos', 'Debits']),
        column('money', 'abonos', ['Abonos', 'Credits']),
        column('money', 'saldo', ['Saldo', 'Balance']),
      ],
      days: ['hasta'],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const { tercero: party, page, per_page: perPage } = values
    const to = values.hasta ?? momentOf(tools.now()).today
    const query = {
      party,
      to,
      account: values.cuenta ?? null,
      isNamed: seesWords(exchange, MODELS[party]),
      page,
      perPage,
    }
    const { total, rows } = await reportAs(tools.reads, caller.empresa, (tx) =>
      readPartyBalances(tx, caller.empresa, query),
    )
    return answerOf(rows, { hasta: to, ...pagesMeta(total, values) })
  },
})
