import { optional } from '@oficina/api/parameter.ts'

import { readSalesToDeliver } from '../../actions/business/ventas/store/sales-to-deliver-store.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { SALES_TO_DELIVER_MODELS } from './delivery-models.ts'
import { answerOf } from './report-answer.ts'
import { column, hiddenId, named } from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, seesWords, wholly } from './report.ts'

/** @source docs/decisions/0213-erp-reports.md */
export const salesToDeliverReport = reportEndpoint({
  path: 'sales-to-deliver',
  summary: 'Sales of which articles are still to be delivered, the first to be delivered first',
  query: {
    ...PAGING,
    almacen: optional(reference('Almacen', 'Only what leaves this Almacen.')),
    cliente: optional(reference('Cliente', 'Only sales to this Cliente.')),
  },
  failures: [422],
  report: {
    label: { es: 'Ventas por entregar', en: 'Sales to deliver' },
    help: {
      es: 'Las ventas de las que falta entregar artículos, primero las que antes se prometieron.',
      en: 'The sales of which articles are still to be delivered, what was promised first comes first.',
    },
    module: 'ventas',
    rights: wholly(...SALES_TO_DELIVER_MODELS),
    parameters: {
      almacen: { label: { es: 'Almacén', en: 'Warehouse' } },
      cliente: { label: { es: 'Cliente', en: 'Customer' } },
    },
    answer: {
      columns: [
        hiddenId('venta', 'Venta', ['Venta', 'Sale']),
        column('text', 'folio', ['Venta', 'Sale'], {
          opens: { model: 'Venta', id: { row: 'venta' } },
        }),
        column('date', 'fecha', ['Fecha', 'Date']),
        ...named('cliente', 'Cliente', ['Cliente', 'Customer']),
        ...named('almacen', 'Almacen', ['Almacén', 'Warehouse']),
        column('date', 'fecha_entrega', ['Entrega', 'Delivery']),
        column('integer', 'partidas', ['Partidas por entregar', 'Lines to deliver']),
        column('integer', 'empezadas', ['Entregadas en parte', 'Partly delivered']),
      ],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const { almacen = null, cliente = null, page, per_page: perPage } = values
    const isNamed = {
      cliente: seesWords(exchange, 'Cliente'),
      almacen: seesWords(exchange, 'Almacen'),
    }
    const { total, rows } = await reportAs(tools.reads, caller.empresa, (tx) =>
      readSalesToDeliver(tx, caller.empresa, { almacen, cliente, isNamed, page, perPage }),
    )
    return answerOf(rows, pagesMeta(total, values))
  },
})
