import { described } from '@oficina/api/kinds.ts'
import { optional } from '@oficina/api/parameter.ts'

import { readMissingComplements } from '../../actions/business/cuentas-por-pagar/store/complement-store.ts'
import { momentOf } from '../../actions/write-tools.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { date } from '../../query/parameters.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { answerOf } from './report-answer.ts'
import { column, CURRENCY, hiddenId, named, OVERDUE_ON } from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, seesWords, wholly } from './report.ts'

/** @source docs/decisions/0213-erp-reports.md */
export const pendingComplementsReport = reportEndpoint({
  path: 'pending-payment-complements',
  summary: 'Payments to suppliers whose complement of payment is overdue, the oldest first',
  query: {
    ...PAGING,
    proveedor: optional(reference('Proveedor', 'Only payments to this Proveedor.')),
    hasta: optional(described(date, 'Overdue on this day; today when absent.')),
  },
  failures: [422],
  report: {
    label: { es: 'Pagos sin complemento de pago', en: 'Payments without a complement' },
    help: {
      es: 'Lo que se pagó a proveedores y cuyo complemento de pago está vencido.',
      en: 'What was paid to suppliers and whose complement of payment is overdue.',
    },
    module: 'cuentas-por-pagar',
    rights: wholly('PagoProveedor', 'PagoProveedorAplicacion', 'CuentaPorPagar', 'Cfdi'),
    parameters: {
      proveedor: {
        label: { es: 'Proveedor', en: 'Supplier' },
        help: { es: 'Sólo los pagos a este proveedor.', en: 'Only payments to this supplier.' },
      },
      hasta: OVERDUE_ON,
    },
    answer: {
      columns: [
        hiddenId('pago', 'PagoProveedor', ['Pago', 'Payment']),
        column('text', 'folio', ['Pago', 'Payment'], {
          opens: { model: 'PagoProveedor', id: { row: 'pago' } },
        }),
        column('date', 'fecha', ['Fecha', 'Date']),
        ...named('proveedor', 'Proveedor', ['Proveedor', 'Supplier']),
        hiddenId('cuenta', 'CuentaPorPagar', ['Cuenta por pagar', 'Payable']),
        column('text', 'cuenta_folio', ['Cuenta por pagar', 'Payable'], {
          opens: { model: 'CuentaPorPagar', id: { row: 'cuenta' } },
        }),
        column('text', 'numero_factura', ['Factura', 'Invoice']),
        column('text', 'uuid', ['UUID', 'UUID'], { isHidden: true }),
        CURRENCY,
        column('money', 'importe', ['Importe', 'Amount'], { currency: 'moneda_str' }),
        column('date', 'vence', ['Vencía', 'Was due']),
        column('integer', 'dias', ['Días de atraso', 'Days overdue']),
      ],
      days: ['hasta'],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const to = values.hasta ?? momentOf(tools.now()).today
    const query = {
      to,
      proveedor: values.proveedor ?? null,
      isNamed: seesWords(exchange, 'Proveedor'),
      page: values.page,
      perPage: values.per_page,
    }
    const { total, rows } = await reportAs(tools.reads, caller.empresa, (tx) =>
      readMissingComplements(tx, caller.empresa, query),
    )
    return answerOf(rows, { hasta: to, ...pagesMeta(total, values) })
  },
})
