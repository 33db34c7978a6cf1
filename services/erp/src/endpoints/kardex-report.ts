import { described } from '@oficina/api/kinds.ts'
import { optional } from '@oficina/api/parameter.ts'

import { readKardex } from '../actions/business/inventario/store/kardex-store.ts'
import { apiError } from '../errors.ts'
import { pagesMeta } from '../http/envelope.ts'
import { PAGING } from '../query/listing-request.ts'
import { date, id as idKind } from '../query/parameters.ts'
import { writeAs } from '../store/tenant-database.ts'
import { PAGES, ROWS, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { demandWhole, seesWords } from './reports.ts'

const NUMBERS = [
  'existencia_previa',
  'saldo_previo',
  'existencia_inicial',
  'saldo_inicial',
  'existencia_final',
  'saldo_final',
] as const

/** @source docs/decisions/0213-erp-reports.md */
export const kardexReport = endpoint({
  method: 'GET',
  auth: 'bearer',
  tag: 'reports',
  path: '/api/v1/reports/kardex',
  summary: 'What entered and left of an article, with the quantity and the value after each',
  demands: (exchange) => {
    const models = ['MovimientoInventarioPartida', 'MovimientoInventario', 'Articulo', 'Almacen']
    for (const name of models) demandWhole(exchange, name)
  },
  query: {
    ...PAGING,
    articulo: optional(described(idKind, 'An Articulo; required.')),
    almacen: optional(described(idKind, 'An Almacen; all of them where it is left out.')),
    desde: optional(date),
    hasta: optional(date),
  },
  answers: {
    200: success(ROWS, {
      allOf: [
        PAGES,
        { properties: Object.fromEntries(NUMBERS.map((name) => [name, { type: 'number' }])) },
      ],
    }),
  },
  failures: [422],
  handle: async (exchange) => {
    const { tools, reply, caller, values } = exchange
    const { articulo, almacen, desde: from, hasta: to, page, per_page: perPage } = values
    if (articulo === undefined) {
      throw apiError('INVALID_PARAMETER', 'articulo is required.', 'articulo')
    }
    if (from !== undefined && to !== undefined && from > to) {
      throw apiError('INVALID_PARAMETER', 'desde must not be after hasta.', 'desde')
    }
    const kardex = await writeAs(tools.database, caller.empresa, (tx) =>
      readKardex(tx, caller.empresa, {
        articulo,
        almacen: almacen ?? null,
        from: from ?? null,
        to: to ?? null,
        page,
        perPage,
        concepts: seesWords(exchange, 'ConceptoInventario') ? 'in words' : 'by id',
      }),
    )
    const pages = JSON.stringify(pagesMeta(kardex.total, values)).slice(1, -1)
    // A client adds these up against the rows, so they keep every digit too.
    const ends = NUMBERS.map((name) => `"${name}":${kardex[name]}`).join(',')
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"data":${kardex.rows},"meta":{${pages},${ends}},"errors":null}`)
  },
})
