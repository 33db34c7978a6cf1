import { required } from '@oficina/api/parameter.ts'

import { readSalesByDay } from '../../actions/business/ventas/store/sales-report-store.ts'
import { apiError } from '../../errors.ts'
import { FROM_AFTER_TO, SPAN_AT_MOST } from '../../messages/reports.ts'
import { date } from '../../query/parameters.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { column, FROM, TO, total } from './report-columns.ts'
import { reportEndpoint, wholly } from './report.ts'

const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** @source docs/decisions/0213-erp-reports.md */
export const salesByDayReport = reportEndpoint({
  path: 'sales-by-day',
  summary: 'The sales of each day, in the company’s currency',
  query: { desde: required(date), hasta: required(date) },
  failures: [422],
  report: {
    label: { es: 'Ventas por día', en: 'Sales by day' },
    help: {
      es: 'Las ventas confirmadas de cada día, en la moneda de la empresa.',
      en: 'The confirmed sales of each day, in the company’s currency.',
    },
    module: 'ventas',
    rights: wholly('Venta'),
    parameters: { desde: FROM, hasta: TO },
    answer: {
      columns: [
        column('date', 'fecha', ['Fecha', 'Date']),
        column('integer', 'ventas', ['Ventas', 'Sales']),
        column('money', 'total_base', ['Total', 'Total']),
      ],
      totals: [
        total('ventas', ['Ventas', 'Sales'], { type: 'integer', column: 'ventas' }),
        total('total_base', ['Total', 'Total'], { column: 'total_base' }),
      ],
      days: ['desde', 'hasta'],
    },
  },
  answer: async ({ tools, caller, values: { desde: from, hasta: to } }) => {
    if (from > to) {
      throw apiError('INVALID_PARAMETER', FROM_AFTER_TO(), 'desde')
    }
    if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS) {
      throw apiError('INVALID_PARAMETER', SPAN_AT_MOST({ days: MAX_DAYS }), 'hasta')
    }
    const sales = await reportAs(tools.reads, caller.empresa, (tx) =>
      readSalesByDay(tx, caller.empresa, { from, to }),
    )
    // Amounts go out as the database wrote them, digit for digit.
    const meta = `"desde":"${from}","hasta":"${to}","ventas":${sales.ventas},"total_base":${sales.total_base}`
    return { rows: sales.rows, meta: `{${meta}}` }
  },
})
