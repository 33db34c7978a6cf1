import { required } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'

import { apiError } from '../../errors.ts'
import { diotText } from '../../fiscal/diot.ts'
import { booksName } from '../../fiscal/electronic-accounting.ts'
import { NO_RECORD } from '../../messages/requests.ts'
import { findDiotLines } from '../../store/reports/diot-store.ts'
import { findBooksPeriod } from '../../store/reports/electronic-accounting-store.ts'
import { reportAs } from '../../store/tenant-database.ts'
import { MONTH } from './report-columns.ts'
import { reference } from './report-references.ts'
import { fileReportEndpoint, wholly } from './report.ts'

/**
 * The DIOT of a month for upload.
 * @source docs/decisions/0253-erp-books.md
 */
export const diot = fileReportEndpoint({
  path: 'diot',
  summary: 'DIOT of a month as text for upload: 54 columns, a line for each DiotOperacion',
  query: { periodo: required(reference('PeriodoContable')) },
  failures: [404, 422],
  report: {
    label: { es: 'DIOT', en: 'DIOT' },
    help: {
      es: 'La declaración de operaciones con terceros de un mes, lista para subir al SAT.',
      en: 'The declaration of operations with suppliers of a month, ready for the SAT.',
    },
    module: 'fiscal',
    rights: wholly('DiotOperacion', 'PeriodoContable'),
    parameters: { periodo: MONTH },
    answer: { file: { type: 'text/plain', end: 'txt' } },
  },
  handle: async ({ tools, reply, caller, values }) => {
    const { empresa } = caller
    const found = await reportAs(tools.reads, empresa, async (tx) => {
      const head = await findBooksPeriod(tx, empresa, values.periodo)
      if (head === undefined) {
        throw apiError('NOT_FOUND', NO_RECORD({ model: 'PeriodoContable', id: values.periodo }))
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
