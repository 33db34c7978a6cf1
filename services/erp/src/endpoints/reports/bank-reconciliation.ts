import { described } from '@oficina/api/kinds.ts'
import { optional } from '@oficina/api/parameter.ts'

import { bankReconciliation } from '../../actions/business/tesoreria/bank-reconciliation.ts'
import { momentOf } from '../../actions/write-tools.ts'
import { apiError } from '../../errors.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { IS_REQUIRED, NO_RECORD } from '../../messages/requests.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { date } from '../../query/parameters.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { column, hiddenId, TO, total } from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, wholly } from './report.ts'

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
export const bankReconciliationReport = reportEndpoint({
  path: 'bank-reconciliation',
  summary:
    'The balance of an account by its bank and by the books, and what explains the difference',
  query: {
    ...PAGING,
    cuenta_bancaria: optional(reference('CuentaBancaria', 'A CuentaBancaria; required.')),
    hasta: optional(described(date, 'The day at whose end; today when absent.')),
  },
  failures: [404, 422],
  report: {
    label: { es: 'Conciliación bancaria', en: 'Bank reconciliation' },
    help: {
      es: 'El saldo de una cuenta según su banco y según los libros, y lo que explica la diferencia.',
      en: 'The balance of an account by its bank and by the books, and what explains the difference.',
    },
    module: 'tesoreria',
    rights: wholly(...MODELS),
    parameters: {
      cuenta_bancaria: { label: { es: 'Cuenta bancaria', en: 'Bank account' }, isNeeded: true },
      hasta: {
        ...TO,
        help: {
          es: 'El día a cuyo cierre se comparan; sin él, hoy.',
          en: 'The day at whose end they are compared; today when absent.',
        },
      },
    },
    answer: {
      columns: [
        column('choice', 'origen', ['Origen', 'Origin'], {
          choices: {
            banco: { es: 'Banco', en: 'Bank' },
            libros: { es: 'Libros', en: 'Books' },
          },
        }),
        hiddenId('renglon', 'EstadoCuentaBancarioRenglon', ['Renglón', 'Statement line']),
        hiddenId('movimiento', 'MovimientoBancario', ['Movimiento', 'Movement']),
        column('text', 'folio', ['Folio', 'Number'], {
          opens: { model: 'MovimientoBancario', id: { row: 'movimiento' } },
        }),
        column('date', 'fecha', ['Fecha', 'Date']),
        column('text', 'descripcion', ['Descripción', 'Description']),
        column('text', 'referencia', ['Referencia', 'Reference']),
        column('text', 'clave_rastreo', ['Clave de rastreo', 'Tracking key']),
        column('choice', 'tipo', ['Tipo', 'Kind'], {
          choices: {
            deposito_transito: { es: 'Depósito en tránsito', en: 'Deposit in transit' },
            cheque_transito: { es: 'Cheque en tránsito', en: 'Outstanding cheque' },
            abono_banco: { es: 'Abono del banco', en: 'Credit by the bank' },
            cargo_banco: { es: 'Cargo del banco', en: 'Charge by the bank' },
          },
        }),
        column('money', 'importe', ['Importe', 'Amount']),
        column('references', 'propuestas', ['Propuestas', 'Proposals'], {
          references: 'MovimientoBancario',
        }),
      ],
      totals: [
        total('saldo_banco', ['Saldo según el banco', 'Balance by the bank']),
        total('saldo_libros', ['Saldo según libros', 'Balance by the books']),
        total('depositos_transito', ['Depósitos en tránsito', 'Deposits in transit']),
        total('cheques_transito', ['Cheques en tránsito', 'Outstanding cheques']),
        total('cargos_banco', ['Cargos del banco', 'Charges by the bank']),
        total('abonos_banco', ['Abonos del banco', 'Credits by the bank']),
        total('diferencia', ['Diferencia', 'Difference']),
      ],
      days: ['hasta', 'hasta_banco'],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const { cuenta_bancaria: cuenta, page, per_page: perPage } = values
    if (cuenta === undefined) {
      throw apiError(
        'INVALID_PARAMETER',
        IS_REQUIRED({ field: 'cuenta_bancaria' }),
        'cuenta_bancaria',
      )
    }
    const hasta = values.hasta ?? momentOf(tools.now()).today
    const found = await reportAs(tools.reads, caller.empresa, (tx) =>
      bankReconciliation(tx, caller.empresa, { cuenta, hasta, page, perPage }),
    )
    if (found === null) {
      throw apiError('NOT_FOUND', NO_RECORD({ model: 'CuentaBancaria', id: cuenta }))
    }
    const pages = JSON.stringify(pagesMeta(found.total, values)).slice(1, -1)
    const days = JSON.stringify({ hasta, hasta_banco: found.hastaBanco }).slice(1, -1)
    // A client adds these up against the rows, so they keep every digit.
    const figures = FIGURES.map((name) => `"${name}":${found.figures[name]}`).join(',')
    return { rows: `[${found.rows.join(',')}]`, meta: `{${days},${figures},${pages}}` }
  },
})
