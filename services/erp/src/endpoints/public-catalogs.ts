import { required } from '@oficina/api/parameter.ts'

import { importPublished } from '../actions/catalogs/import-catalog.ts'
import { PUBLIC_CATALOGS } from '../actions/catalogs/layouts.ts'
import { apiError } from '../errors.ts'
import { FileProblem } from '../files/file-problem.ts'
import { clientSignal } from '../http/client-gone.ts'
import { sendData } from '../http/envelope.ts'
import { importTurn, spoolBody } from '../http/spooled-body.ts'
import { demand } from '../identity/rights.ts'
import { PUBLISHED_ENDING } from '../messages/files.ts'
import { THE_FILE } from '../messages/imports.ts'
import { anyText } from '../query/parameters.ts'
import { success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { modelNamed } from './reports/report.ts'

const ENDINGS = ['.xlsx', '.xls', '.csv', '.txt'] as const
const LOADS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['modelo', 'filas', 'sin_resolver'],
    properties: {
      modelo: { type: 'string' },
      filas: { type: 'integer', description: 'Up to date now.' },
      sin_resolver: {
        type: 'integer',
        description: 'References that led to nothing and were left empty.',
      },
    },
  },
}

/**
 * Loads the public catalogs that a publisher's file holds, which all companies of the installation share.
 * @source docs/decisions/0204-erp-imports.md, "Public catalogs"
 */
export const loadPublicCatalogs = endpoint({
  method: 'POST',
  path: '/api/v1/catalogs',
  auth: 'bearer',
  tag: 'records',
  summary: 'Load public catalogs from the file of the SAT or SEPOMEX',
  description:
    'catCFDI or the catalogs of Comercio Exterior as .xlsx or .csv, or CPdescarga.txt; every catalog that it holds is loaded. ' +
    'Known rows are updated, new ones added, none removed.',
  demands: ({ caller, tools }) => {
    for (const { model } of PUBLIC_CATALOGS.flatMap(({ loads }) => loads.flat())) {
      demand(caller.rights, modelNamed(tools.registry, model), 'crear')
    }
  },
  query: {
    nombre: required(
      anyText({ description: 'Of the file; its ending tells the format: .xlsx, .csv or .txt.' }),
    ),
  },
  takesFile: ['application/octet-stream'],
  ownBody: { description: 'The file.' },
  answers: { 200: success(LOADS) },
  failures: [413, 422],
  handle: async (exchange) => {
    const { tools, reply, values } = exchange
    const name = values.nombre
    const ending = ENDINGS.find((known) => name.toLowerCase().endsWith(known))
    if (ending === undefined) {
      throw apiError('INVALID_PARAMETER', PUBLISHED_ENDING({ endings: ENDINGS }), 'nombre')
    }
    const signal = clientSignal(reply)
    const file = await spoolBody(exchange, signal, ending)
    const giveBack = await importTurn(exchange, file, signal)
    try {
      const of = { path: file.path, name }
      const loads = await importPublished(tools.database, tools.registry, of)
      return sendData(
        reply,
        loads.map(({ model, rows, unresolved }) => ({
          modelo: model,
          filas: rows,
          sin_resolver: unresolved,
        })),
      )
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      throw apiError('VALIDATION', THE_FILE({ what: error.what }))
    } finally {
      giveBack()
      await file.remove()
    }
  },
})
