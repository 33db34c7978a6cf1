import { optional } from '@oficina/api/parameter.ts'

import { readKardex } from '../../actions/business/inventario/store/kardex-store.ts'
import { apiError } from '../../errors.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { FROM_AFTER_TO } from '../../messages/reports.ts'
import { IS_REQUIRED } from '../../messages/requests.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { date } from '../../query/parameters.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { column, hiddenId, named, total } from './report-columns.ts'
import { reference } from './report-references.ts'
import { reportEndpoint, seesWords, wholly } from './report.ts'

const NUMBERS = [
  'existencia_previa',
  'saldo_previo',
  'existencia_inicial',
  'saldo_inicial',
  'existencia_final',
  'saldo_final',
] as const

/** @source docs/decisions/0213-erp-reports.md */
export const kardexReport = reportEndpoint({
  path: 'kardex',
  summary: 'What entered and left of an article, with the quantity and the value after each',
  query: {
    ...PAGING,
    articulo: optional(reference('Articulo', 'An Articulo; required.')),
    almacen: optional(reference('Almacen', 'An Almacen; all of them where it is left out.')),
    desde: optional(date),
    hasta: optional(date),
  },
  failures: [422],
  report: {
    label: { es: 'Kardex', en: 'Stock ledger' },
    help: {
      es: 'Lo que entró y salió de un artículo, con la existencia y el valor después de cada movimiento.',
      en: 'What entered and left of an article, with the quantity and the value after each movement.',
    },
    module: 'inventario',
    rights: wholly('MovimientoInventarioPartida', 'MovimientoInventario', 'Articulo', 'Almacen'),
    parameters: {
      articulo: { label: { es: 'Artículo', en: 'Article' }, isNeeded: true },
      almacen: {
        label: { es: 'Almacén', en: 'Warehouse' },
        help: { es: 'Sin él, todos.', en: 'All of them where it is left out.' },
      },
      desde: { label: { es: 'Desde', en: 'From' } },
      hasta: { label: { es: 'Hasta', en: 'To' } },
    },
    answer: {
      columns: [
        column('instant', 'fecha', ['Fecha', 'Date']),
        hiddenId('movimiento', 'MovimientoInventario', ['Movimiento', 'Movement']),
        column('text', 'folio', ['Movimiento', 'Movement'], {
          opens: { model: 'MovimientoInventario', id: { row: 'movimiento' } },
        }),
        column('choice', 'estado', ['Estado', 'State'], {
          field: { model: 'MovimientoInventario', name: 'estado' },
        }),
        column('integer', 'partida', ['Partida', 'Line']),
        ...named('concepto', 'ConceptoInventario', ['Concepto', 'Concept']),
        column('text', 'referencia', ['Referencia', 'Reference']),
        ...named('almacen', 'Almacen', ['Almacén', 'Warehouse']),
        ...named('ubicacion', 'UbicacionAlmacen', ['Ubicación', 'Location']),
        ...named('lote', 'Lote', ['Lote', 'Lot']),
        ...named('serie', 'SerieArticulo', ['Serie', 'Serial number']),
        column('quantity', 'entrada', ['Entrada', 'In']),
        column('quantity', 'salida', ['Salida', 'Out']),
        column('quantity', 'existencia', ['Existencia', 'Stock']),
        column('money', 'costo_unitario', ['Costo unitario', 'Unit cost']),
        column('money', 'valor', ['Valor', 'Value']),
        column('money', 'saldo', ['Saldo', 'Balance']),
      ],
      totals: [
        total('existencia_previa', ['Existencia sin movimientos', 'Stock without movements'], {
          type: 'quantity',
        }),
        total('saldo_previo', ['Valor sin movimientos', 'Value without movements']),
        total('existencia_inicial', ['Existencia inicial', 'Opening stock'], { type: 'quantity' }),
        total('saldo_inicial', ['Saldo inicial', 'Opening balance']),
        total('existencia_final', ['Existencia final', 'Closing stock'], {
          type: 'quantity',
          column: 'existencia',
        }),
        total('saldo_final', ['Saldo final', 'Closing balance'], { column: 'saldo' }),
      ],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const { articulo, almacen, desde: from, hasta: to, page, per_page: perPage } = values
    if (articulo === undefined) {
      throw apiError('INVALID_PARAMETER', IS_REQUIRED({ field: 'articulo' }), 'articulo')
    }
    if (from !== undefined && to !== undefined && from > to) {
      throw apiError('INVALID_PARAMETER', FROM_AFTER_TO(), 'desde')
    }
    const kardex = await reportAs(tools.reads, caller.empresa, (tx) =>
      readKardex(tx, caller.empresa, {
        articulo,
        almacen: almacen ?? null,
        from: from ?? null,
        to: to ?? null,
        page,
        perPage,
        words: {
          concepts: seesWords(exchange, 'ConceptoInventario'),
          locations: seesWords(exchange, 'UbicacionAlmacen'),
          lots: seesWords(exchange, 'Lote'),
          serials: seesWords(exchange, 'SerieArticulo'),
        },
      }),
    )
    const pages = JSON.stringify(pagesMeta(kardex.total, values)).slice(1, -1)
    // A client adds these up against the rows, so they keep every digit too.
    const ends = NUMBERS.map((name) => `"${name}":${kardex[name]}`).join(',')
    return { rows: kardex.rows, meta: `{${pages},${ends}}` }
  },
})
