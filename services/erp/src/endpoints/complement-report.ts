import { described } from '@oficina/api/kinds.ts'
import { optional } from '@oficina/api/parameter.ts'

import { readMissingComplements } from '../actions/business/cuentas-por-pagar/store/complement-store.ts'
import { momentOf } from '../actions/write-tools.ts'
import { pagesMeta, sendRaw } from '../http/envelope.ts'
import { PAGING } from '../query/listing-request.ts'
import { date, id as idKind } from '../query/parameters.ts'
import { writeAs } from '../store/tenant-database.ts'
import { PAGES, ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { demandWhole, REPORT, seesWords } from './reports.ts'

/** @source docs/decisions/0213-erp-reports.md */
export const pendingComplementsReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/pending-payment-complements',
  summary: 'Payments to suppliers whose complement of payment is overdue, the oldest first',
  demands: (exchange) => {
    const models = ['PagoProveedor', 'PagoProveedorAplicacion', 'CuentaPorPagar', 'Cfdi']
    for (const name of models) demandWhole(exchange, name)
  },
  query: {
    ...PAGING,
    proveedor: optional(described(idKind, 'Only payments to this Proveedor.')),
    hasta: optional(described(date, 'Overdue on this day; today when absent.')),
  },
  answers: { 200: success(ROWS, PAGES) },
  failures: [422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    const to = values.hasta ?? momentOf(tools.now()).today
    const query = {
      to,
      proveedor: values.proveedor ?? null,
      isNamed: seesWords(exchange, 'Proveedor'),
      page: values.page,
      perPage: values.per_page,
    }
    const { total, rows } = await writeAs(tools.database, caller.empresa, (tx) =>
      readMissingComplements(tx, caller.empresa, query),
    )
    return sendRaw(reply, rows, { hasta: to, ...pagesMeta(total, values) })
  },
})
