import { described } from '@oficina/api/kinds.ts'
import { optional, required, type Values } from '@oficina/api/parameter.ts'

import { notFound } from '../actions/not-found.ts'
import { momentOf } from '../actions/write-tools.ts'
import type { Exchange } from '../http/context.ts'
import { pagesMeta, sendRaw } from '../http/envelope.ts'
import { PAGING } from '../query/listing-request.ts'
import { choice, date, id as idKind } from '../query/parameters.ts'
import { readLedger, readPartyBalances } from '../store/ledger-store.ts'
import { findPeriodDays } from '../store/report-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { PAGES, ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { daysOf, demandWhole, modelNamed, PERIOD, REPORT, seesWords } from './reports.ts'

const LEDGER = {
  cuenta: required(described(idKind, 'A CuentaContable.')),
  ...PERIOD,
  cliente: optional(described(idKind, 'Only the lines of this Cliente.')),
  proveedor: optional(described(idKind, 'Only the lines of this Proveedor.')),
  ...PAGING,
}

const AMOUNT = { type: 'number' } as const

/** The models that a report on the lines of entries adds up. */
function demandEntries(exchange: Exchange): void {
  for (const name of ['PolizaPartida', 'Poliza', 'CuentaContable']) demandWhole(exchange, name)
}

/** @source docs/decisions/0213-erp-reports.md */
export const ledgerReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/ledger',
  summary: 'The lines of an account with its balance after each, also of one customer or supplier',
  demands: demandEntries,
  query: LEDGER,
  answers: {
    200: success(ROWS, {
      type: 'object',
      required: ['desde', 'hasta', 'saldo_inicial', 'cargos', 'abonos', 'saldo_final', 'total'],
      properties: {
        saldo_inicial: AMOUNT,
        cargos: AMOUNT,
        abonos: AMOUNT,
        saldo_final: AMOUNT,
        total: { type: 'integer' },
      },
    }),
  },
  failures: [404, 422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    if (values.periodo !== undefined) demandWhole(exchange, 'PeriodoContable')
    const ledger = await writeAs(tools.database, caller.empresa, async (tx) => {
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
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"data":${rows},"meta":${meta},"errors":null}`)
  },
})

function ledgerQuery(exchange: Exchange, values: Values<typeof LEDGER>) {
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

export const partyBalancesReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/party-balances',
  summary: 'What each supplier or customer owes or is owed by the entries, by account',
  demands: demandEntries,
  query: {
    tercero: required(choice(['cliente', 'proveedor'])),
    cuenta: optional(
      described(
        idKind,
        'Only this CuentaContable, with what stands on it without cliente or proveedor.',
      ),
    ),
    hasta: optional(described(date, 'To the end of this day; today when absent.')),
    ...PAGING,
  },
  answers: { 200: success(ROWS, PAGES) },
  failures: [422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
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
    const { total, rows } = await writeAs(tools.database, caller.empresa, (tx) =>
      readPartyBalances(tx, caller.empresa, query),
    )
    return sendRaw(reply, rows, { hasta: to, ...pagesMeta(total, values) })
  },
})
