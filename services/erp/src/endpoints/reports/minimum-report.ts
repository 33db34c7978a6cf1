import { optional } from '@oficina/api/parameter.ts'

import { pagesMeta } from '../../http/envelope.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { readBelowMinimum } from '../../store/reports/minimum-store.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { MINIMUM_MODELS } from './minimum-models.ts'
import { answerOf } from './report-answer.ts'
import { column, named } from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, wholly } from './report.ts'

/** @source docs/decisions/0213-erp-reports.md */
export const belowMinimumReport = reportEndpoint({
  path: 'below-minimum',
  summary: 'Articles of which a warehouse has less than its minimum, what lacks most first',
  query: { ...PAGING, almacen: optional(reference('Almacen', 'Only of this Almacen.')) },
  failures: [422],
  report: {
    label: { es: 'Artículos bajo mínimo', en: 'Articles below minimum' },
    help: {
      es: 'Los artículos de los que un almacén tiene menos que su mínimo, primero los que más faltan.',
      en: 'The articles of which a warehouse has less than its minimum, what lacks most first.',
    },
    module: 'inventario',
    rights: wholly(...MINIMUM_MODELS),
    parameters: { almacen: { label: { es: 'Almacén', en: 'Warehouse' } } },
    answer: {
      columns: [
        ...named('articulo', 'Articulo', ['Artículo', 'Article']),
        ...named('almacen', 'Almacen', ['Almacén', 'Warehouse']),
        column('quantity', 'existencia', ['Existencia', 'Stock']),
        column('quantity', 'reservada', ['Apartada', 'Reserved']),
        column('quantity', 'en_transito', ['En tránsito', 'In transit']),
        column('quantity', 'minimo', ['Mínimo', 'Minimum']),
        column('quantity', 'maximo', ['Máximo', 'Maximum']),
        column('quantity', 'faltante', ['Falta', 'Missing']),
      ],
    },
  },
  answer: async ({ tools, caller, values }) => {
    const { almacen = null, page, per_page: perPage } = values
    const { total, rows } = await reportAs(tools.reads, caller.empresa, (tx) =>
      readBelowMinimum(tx, caller.empresa, { almacen, page, perPage }),
    )
    return answerOf(rows, pagesMeta(total, values))
  },
})
