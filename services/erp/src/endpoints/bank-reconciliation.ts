import { described } from '@oficina/api/kinds.ts'
import { optional } from '@oficina/api/parameter.ts'

import { bankReconciliation } from '../actions/business/tesoreria/bank-reconciliation.ts'
import { momentOf } from '../actions/write-tools.ts'
import { apiError } from '../errors.ts'
import { pagesMeta } from '../http/envelope.ts'
import { PAGING } from '../query/listing-request.ts'
import { date, id as idKind } from '../query/parameters.ts'
import { writeAs } from '../store/tenant-database.ts'
import { PAGES, ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { demandWhole, REPORT } from './reports.ts'

const MODELS = [
  'CuentaBancaria',
  'EstadoCuentaBancario',
  'EstadoCuentaBancarioRenglon',
  'MovimientoBancario',
  'ConciliacionBancaria',
  'ConciliacionBancariaPartida',
]
const FIGURES = [
  'saldo_banco',
  'saldo_libros',
  'depositos_transito',
  'cheques_transito',
  'cargos_banco',
  'abonos_banco',
  'diferencia',
] as const

/** @source docs/decisions/0256-erp-bank-reconciliation.md */
export const bankReconciliationReport = endpoint({
  ...REPORT,
  path: '/api/v1/reports/bank-reconciliation',
  summary:
    'The balance of an account by its bank and by the books, and what explains the difference',
  demands: (exchange) => {
    for (const name of MODELS) demandWhole(exchange, name)
  },
  query: {
    ...PAGING,
    cuenta_bancaria: optional(described(idKind, 'A CuentaBancaria; required.')),
    hasta: optional(described(date, 'The day at whose end; today when absent.')),
  },
  answers: {
    200: success(ROWS, {
      allOf: [
        PAGES,
        { properties: Object.fromEntries(FIGURES.map((name) => [name, { type: 'number' }])) },
      ],
    }),
  },
  failures: [404, 422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    const { cuenta_bancaria: cuenta, page, per_page: perPage } = values
    if (cuenta === undefined) {
      throw apiError('INVALID_PARAMETER', 'cuenta_bancaria is required.', 'cuenta_bancaria')
    }
    const hasta = values.hasta ?? momentOf(tools.now()).today
    const found = await writeAs(tools.database, caller.empresa, (tx) =>
      bankReconciliation(tx, caller.empresa, { cuenta, hasta, page, perPage }),
    )
    if (found === null) {
      throw apiError('NOT_FOUND', `There is no CuentaBancaria with id ${cuenta}.`)
    }
    const pages = JSON.stringify(pagesMeta(found.total, values)).slice(1, -1)
    const days = JSON.stringify({ hasta, hasta_banco: found.hastaBanco }).slice(1, -1)
    // A client adds these up against the rows, so they keep every digit.
    const figures = FIGURES.map((name) => `"${name}":${found.figures[name]}`).join(',')
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"data":[${found.rows.join(',')}],"meta":{${days},${figures},${pages}},"errors":null}`)
  },
})
