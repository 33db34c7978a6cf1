import { described } from '@oficina/api/kinds.ts'
import { defaulted } from '@oficina/api/parameter.ts'

import { notFound } from '../../actions/not-found.ts'
import { findReachedForAll } from '../../actions/reachable-records.ts'
import { withWords } from '../../actions/trail-words.ts'
import type { Model } from '../../dictionary/types.ts'
import { modelOf, recordIdOf, viewOf, type Asking } from '../../http/context.ts'
import { pagesMeta } from '../../http/envelope.ts'
import { demand } from '../../identity/rights.ts'
import { PAGING } from '../../query/listing/listing-request.ts'
import { flag } from '../../query/parameters.ts'
import { readAuditTrail, type TrailLines } from '../../store/reports/audit-trail-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { modelo, recordId } from '../kinds.ts'
import { answerOf } from './report-answer.ts'
import { column, hiddenId, named } from './report-columns.ts'
import { reportEndpoint, seesWords } from './report.ts'

/** What happened to a record, newest first. */
export const auditTrailReport = reportEndpoint({
  path: 'audit-trail/:modelo/:id',
  summary: 'What happened to a record, newest first',
  demands: (exchange) => {
    demand(exchange.caller.rights, modelOf(exchange), 'leer')
    recordIdOf(exchange)
  },
  named: { modelo, id: recordId },
  query: {
    ...PAGING,
    lines: defaulted(described(flag, 'true tells what happened to its lines too.'), false),
  },
  failures: [404, 422],
  report: {
    label: { es: 'Historia de un registro', en: 'History of a record' },
    help: {
      es: 'Qué le pasó a un registro y quién lo hizo, lo último primero.',
      en: 'What happened to a record and who did it, the latest first.',
    },
    module: 'seguridad',
    rights: [{ model: 'RegistroAuditoria', right: 'leer', sees: 'some' }],
    parameters: {
      modelo: { label: { es: 'Modelo', en: 'Model' } },
      id: { label: { es: 'Registro', en: 'Record' } },
      lines: {
        label: { es: 'Con sus partidas', en: 'With its lines' },
        help: {
          es: 'También lo que les pasó a sus partidas.',
          en: 'What happened to its lines too.',
        },
        default: { kind: 'value', value: 'true' },
      },
    },
    answer: {
      columns: [
        hiddenId('id', 'RegistroAuditoria', ['Registro', 'Entry']),
        column('instant', 'fecha_hora', ['Fecha y hora', 'Date and time']),
        ...named('usuario', 'Usuario', ['Usuario', 'User']),
        column('text', 'modelo', ['Modelo', 'Model'], { isHidden: true }),
        column('integer', 'registro', ['Registro', 'Record'], { isHidden: true }),
        column('text', 'registro_str', ['Registro', 'Record']),
        column('choice', 'operacion', ['Operación', 'Operation'], {
          field: { model: 'RegistroAuditoria', name: 'operacion' },
        }),
        column('text', 'accion', ['Acción', 'Action']),
        column('text', 'motivo', ['Motivo', 'Reason']),
        column('json', 'antes', ['Antes', 'Before']),
        column('json', 'antes_str', ['Antes, en palabras', 'Before, in words'], { isHidden: true }),
        column('json', 'despues', ['Después', 'After']),
        column('json', 'despues_str', ['Después, en palabras', 'After, in words'], {
          isHidden: true,
        }),
        column('json', 'nombres', ['Nombres', 'Names'], { isHidden: true }),
        column('text', 'direccion_ip', ['Dirección', 'Address']),
        column('text', 'agente', ['Programa', 'Program'], { isHidden: true }),
        column('text', 'solicitud', ['Solicitud', 'Request'], { isHidden: true }),
      ],
    },
  },
  answer: async (exchange) => {
    const { tools, caller, values } = exchange
    const model = modelOf(exchange)
    const { id } = values
    const view = viewOf(exchange)
    const lines = values.lines ? trailLines(exchange, model) : []
    const shown = [model, ...lines.map((own) => own.model)]
    const trail = {
      model: model.name,
      recordId: id,
      lines,
      hidden: new Map(shown.map((one) => [one.name, view.hiddenOf(one)])),
      users: seesWords(exchange, 'Usuario') ? ('in words' as const) : ('by id' as const),
      page: values.page,
      perPage: values.per_page,
    }
    const { total, rows } = await writeAs(tools.database, caller.empresa, async (tx) => {
      const reach = { views: tools.views, caller, model }
      const reached = await findReachedForAll(tx, reach, { rights: ['leer'], ids: [id] })
      if (!reached.has(id)) throw notFound(model, id)
      const found = await readAuditTrail(tx, caller.empresa, trail)
      const by = { registry: view.registry, empresa: caller.empresa }
      return { total: found.total, rows: await withWords(tx, by, found.rows) }
    })
    return answerOf(rows, {
      model: model.name,
      id: Number(id),
      ...pagesMeta(total, values),
    })
  },
})

/** The kinds of lines of a document that the caller may read, and know to be its lines. */
function trailLines(exchange: Asking, { lines }: Model): readonly TrailLines[] {
  const view = viewOf(exchange)
  return lines.flatMap(({ model: name, field }): readonly TrailLines[] => {
    const model = view.registry.models.get(name)
    if (model === undefined || !model.fieldByName.has(field)) return []
    return [{ model, field, gone: view.seesWhole(model) ? 'shown' : 'left out' }]
  })
}
