import { described } from '@oficina/api/kinds.ts'
import { optional, type Values } from '@oficina/api/parameter.ts'

import {
  readAgeing,
  readUntold,
} from '../actions/business/cuentas-por-cobrar/store/receivable-report-store.ts'
import { momentOf } from '../actions/write-tools.ts'
import type { Exchange } from '../http/context.ts'
import { pagesMeta, sendRaw } from '../http/envelope.ts'
import { PAGING } from '../query/listing-request.ts'
import { date, id as idKind } from '../query/parameters.ts'
import { writeAs } from '../store/tenant-database.ts'
import { PAGES, ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { demandWhole, REPORT, seesWords } from './reports.ts'

const OF_CUSTOMER = { ...PAGING, cliente: optional(described(idKind, 'Only of this Cliente.')) }

function queryOf(exchange: Exchange, values: Values<typeof OF_CUSTOMER>, to: string) {
  return {
    cliente: values.cliente ?? null,
    to,
    isNamed: seesWords(exchange, 'Cliente'),
    page: values.page,
    perPage: values.per_page,
  }
}

/** @source docs/decisions/0213-erp-reports.md */
export const receivablesAgeingReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/receivables-ageing',
  summary: 'What customers owe by how long it has been due, and what it is worth in the books',
  demands: (exchange) => {
    const models = [
      'CuentaPorCobrar',
      'CuentaPorCobrarParcialidad',
      'CobroClienteAplicacion',
      'AplicacionNotaCredito',
    ]
    for (const name of models) demandWhole(exchange, name)
  },
  query: OF_CUSTOMER,
  answers: { 200: success(ROWS, PAGES) },
  failures: [422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    const { today } = momentOf(tools.now())
    const query = queryOf(exchange, values, today)
    const ageing = await writeAs(tools.database, caller.empresa, (tx) =>
      readAgeing(tx, caller.empresa, query),
    )
    const meta = { hasta: today, total_base: Number(ageing.total_base) }
    return sendRaw(reply, ageing.rows, { ...meta, ...pagesMeta(ageing.total, values) })
  },
})

/** @source docs/decisions/0213-erp-reports.md */
export const untoldCollectionsReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/pending-collection-complements',
  summary: 'Money of customers whose complement of payment is overdue at the SAT, the oldest first',
  demands: (exchange) => {
    const models = ['CobroCliente', 'CobroClienteAplicacion', 'CuentaPorCobrar', 'Cfdi']
    for (const name of models) demandWhole(exchange, name)
  },
  query: {
    ...OF_CUSTOMER,
    hasta: optional(described(date, 'Overdue on this day; today when absent.')),
  },
  answers: { 200: success(ROWS, PAGES) },
  failures: [422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    const to = values.hasta ?? momentOf(tools.now()).today
    const query = queryOf(exchange, values, to)
    const { total, rows } = await writeAs(tools.database, caller.empresa, (tx) =>
      readUntold(tx, caller.empresa, query),
    )
    return sendRaw(reply, rows, { hasta: to, ...pagesMeta(total, values) })
  },
})
