import { described } from '@oficina/api/kinds.ts'
import { optional, type Values } from '@oficina/api/parameter.ts'

import {
  readAgeing,
  readUntold,
} from '../../actions/business/cuentas-por-cobrar/store/receivable-report-store.ts'
import { momentOf } from '../../actions/write-tools.ts'
import type { Asking } from '../../http/context.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { date } from '../../query/parameters.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { ageingAnswer } from './ageing-answer.ts'
import { answerOf } from './report-answer.ts'
import {
  AGE_COLUMNS,
  AGE_TOTAL,
  AGE_TOTALS,
  column,
  CURRENCY,
  hiddenId,
  named,
  OVERDUE_ON,
} from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, seesWords, wholly } from './report.ts'

const OF_CUSTOMER = { ...PAGING, cliente: optional(reference('Cliente', 'Only of this Cliente.')) }

const CUSTOMER = {
  cliente: {
    label: { es: 'Cliente', en: 'Customer' },
    help: { es: 'Sólo de este cliente.', en: 'Only of this customer.' },
  },
}

function queryOf(exchange: Asking, values: Values<typeof OF_CUSTOMER>, to: string) {
  return {
    cliente: values.cliente ?? null,
    to,
    isNamed: seesWords(exchange, 'Cliente'),
    page: values.page,
    perPage: values.per_page,
  }
}

/** @source docs/decisions/0213-erp-reports.md */
export const receivablesAgeingReport = reportEndpoint({
  path: 'receivables-ageing',
  summary: 'What customers owe by how long it has been due, and what it is worth in the books',
  query: OF_CUSTOMER,
  failures: [422],
  report: {
    label: { es: 'Antigüedad de saldos de clientes', en: 'Ageing of receivables' },
    help: {
      es: 'Lo que deben los clientes hoy, por cuánto hace que venció.',
      en: 'What customers owe today, by how long it has been due.',
    },
    module: 'cuentas-por-cobrar',
    rights: wholly(
      'CuentaPorCobrar',
      'CuentaPorCobrarParcialidad',
      'CobroClienteAplicacion',
      'AplicacionNotaCredito',
    ),
    parameters: CUSTOMER,
    answer: {
      columns: [...named('cliente', 'Cliente', ['Cliente', 'Customer']), ...AGE_COLUMNS],
      totals: [AGE_TOTAL, ...AGE_TOTALS],
      days: ['hasta'],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const { today } = momentOf(tools.now())
    const query = queryOf(exchange, values, today)
    const ageing = await reportAs(tools.reads, caller.empresa, (tx) =>
      readAgeing(tx, caller.empresa, query),
    )
    return ageingAnswer(ageing, { ...pagesMeta(ageing.total, values), hasta: today })
  },
})

/** @source docs/decisions/0213-erp-reports.md */
export const untoldCollectionsReport = reportEndpoint({
  path: 'pending-collection-complements',
  summary: 'Money of customers whose complement of payment is overdue at the SAT, the oldest first',
  query: {
    ...OF_CUSTOMER,
    hasta: optional(described(date, 'Overdue on this day; today when absent.')),
  },
  failures: [422],
  report: {
    label: { es: 'Cobros sin complemento de pago', en: 'Collections without a complement' },
    help: {
      es: 'Dinero de clientes cuyo complemento de pago está vencido ante el SAT.',
      en: 'Money of customers whose complement of payment is overdue at the SAT.',
    },
    module: 'cuentas-por-cobrar',
    rights: wholly('CobroCliente', 'CobroClienteAplicacion', 'CuentaPorCobrar', 'Cfdi'),
    parameters: { ...CUSTOMER, hasta: OVERDUE_ON },
    answer: {
      columns: [
        hiddenId('cobro', 'CobroCliente', ['Cobro', 'Collection']),
        column('text', 'folio', ['Folio', 'Number'], {
          opens: { model: 'CobroCliente', id: { row: 'cobro' } },
        }),
        column('date', 'fecha', ['Fecha', 'Date']),
        ...named('cliente', 'Cliente', ['Cliente', 'Customer']),
        CURRENCY,
        column('money', 'importe', ['Importe', 'Amount'], { currency: 'moneda_str' }),
        column('choice', 'complemento_estado', ['Complemento', 'Complement'], {
          field: { model: 'Cfdi', name: 'estado' },
        }),
        column('date', 'vence', ['Vencía', 'Was due']),
        column('integer', 'dias', ['Días de atraso', 'Days overdue']),
      ],
      days: ['hasta'],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const to = values.hasta ?? momentOf(tools.now()).today
    const query = queryOf(exchange, values, to)
    const { total, rows } = await reportAs(tools.reads, caller.empresa, (tx) =>
      readUntold(tx, caller.empresa, query),
    )
    return answerOf(rows, { hasta: to, ...pagesMeta(total, values) })
  },
})
