import { described } from '@oficina/api/kinds.ts'
import { required } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'

import { apiError } from '../errors.ts'
import { diotText } from '../fiscal/diot.ts'
import { booksName } from '../fiscal/electronic-accounting.ts'
import { id as idKind } from '../query/parameters.ts'
import { findDiotLines } from '../store/diot-store.ts'
import { findBooksPeriod } from '../store/electronic-accounting-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { endpoint } from './endpoint.ts'
import { demandWhole, REPORT } from './reports.ts'

/**
 * The DIOT of a month for upload.
 * @source docs/decisions/0253-erp-books.md
 */
export const diot = endpoint({
  ...REPORT,
  path: '/api/v1/reports/diot',
  summary: 'DIOT of a month as text for upload: 54 columns, a line for each DiotOperacion',
  sendsFile: true,
  demands: (exchange) => {
    for (const name of ['DiotOperacion', 'PeriodoContable']) demandWhole(exchange, name)
  },
  query: { periodo: required(described(idKind, 'A PeriodoContable.')) },
  answers: { 200: { description: 'The text.', content: { 'text/plain': { schema: {} } } } },
  failures: [404, 422],
  handle: async ({ tools, reply, caller, values }) => {
    const { empresa } = caller
    const found = await writeAs(tools.database, empresa, async (tx) => {
      const head = await findBooksPeriod(tx, empresa, values.periodo)
      if (head === undefined) {
        throw apiError('NOT_FOUND', `There is no PeriodoContable with id ${values.periodo}.`)
      }
      return { head, lines: await findDiotLines(tx, empresa, values.periodo) }
    })
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', contentDisposition(`${booksName(found.head, 'DIOT')}.txt`))
      .header('x-content-type-options', 'nosniff')
      .send(diotText(found.lines))
  },
})
