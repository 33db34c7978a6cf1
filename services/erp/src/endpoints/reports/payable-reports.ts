import { optional } from '@oficina/api/parameter.ts'

import { readPayablesAgeing } from '../../actions/business/cuentas-por-pagar/store/payable-ageing-store.ts'
import { momentOf } from '../../actions/write-tools.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { ageingAnswer } from './ageing-answer.ts'
import { AGE_COLUMNS, AGE_TOTAL, AGE_TOTALS, named } from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, seesWords, wholly } from './report.ts'

/** @source docs/decisions/0213-erp-reports.md */
export const payablesAgeingReport = reportEndpoint({
  path: 'payables-ageing',
  summary: 'What is owed to suppliers by how long it has been due',
  query: { ...PAGING, proveedor: optional(reference('Proveedor', 'Only of this Proveedor.')) },
  failures: [422],
  report: {
    label: { es: 'Antigüedad de saldos de proveedores', en: 'Ageing of payables' },
    help: {
      es: 'Lo que se debe a los proveedores hoy, por cuánto hace que venció.',
      en: 'What is owed to suppliers today, by how long it has been due.',
    },
    module: 'cuentas-por-pagar',
    rights: wholly('CuentaPorPagar'),
    parameters: {
      proveedor: {
        label: { es: 'Proveedor', en: 'Supplier' },
        help: { es: 'Sólo de este proveedor.', en: 'Only of this supplier.' },
      },
    },
    answer: {
      columns: [...named('proveedor', 'Proveedor', ['Proveedor', 'Supplier']), ...AGE_COLUMNS],
      totals: [AGE_TOTAL, ...AGE_TOTALS],
      days: ['hasta'],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const { today } = momentOf(tools.now())
    const ageing = await reportAs(tools.reads, caller.empresa, (tx) =>
      readPayablesAgeing(tx, caller.empresa, {
        proveedor: values.proveedor ?? null,
        to: today,
        isNamed: seesWords(exchange, 'Proveedor'),
        page: values.page,
        perPage: values.per_page,
      }),
    )
    return ageingAnswer(ageing, { ...pagesMeta(ageing.total, values), hasta: today })
  },
})
