import { required } from '@oficina/api/parameter.ts'

import { leaveReport } from '../actions/report-mails/leave-report.ts'
import { nextRun } from '../actions/report-mails/rhythm.ts'
import { enqueueReport } from '../actions/report-mails/send-reports.ts'
import { apiError, type ApiError } from '../errors.ts'
import type { Asking } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { NO_REPORT_MAIL, REPORT_MAILS_AT_MOST, STILL_ON_THE_WAY } from '../messages/report-mails.ts'
import {
  changeReportMail,
  deleteReportMail,
  findReportMail,
  findZone,
  insertReportMail,
  isReportPending,
  listReportMails,
  type ReportMailRow,
} from '../store/report-mail-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { empty, ROWS, success } from './answers.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { demandPerson } from './factors.ts'
import { idOf, optionalText } from './kinds.ts'
import {
  contentOf,
  demandSendable,
  NEW_SENDING,
  peopleOf,
  SENDING_BODY,
} from './report-mail-content.ts'
import { mailedReports } from './reports/mailed-reports.ts'

// Of one company; a daily one of each is more than anybody reads.
const MAX_SENDINGS = 100

const OWN = { auth: 'bearer', tag: 'reports', demands: demandPerson } as const
const BY_ID = { id: idOf('Id of the sending.', noSending) }
const ID = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

/** THE list of endpoints, which the list of reports is among. */
type Routes = () => readonly Endpoint[]

/** @source docs/decisions/0285-erp-reports-as-files.md */
export function reportMailsEndpoint(routes: Routes): Endpoint {
  return endpoint({
    ...OWN,
    method: 'GET',
    path: '/api/v1/reportes/envios',
    summary:
      'Reports sent by mail: the caller’s own and those that he receives; all for administrators',
    query: {},
    answers: { 200: success(ROWS) },
    failures: [422],
    handle: async (exchange) => sendData(exchange.reply, await listed(exchange, routes())),
  })
}

export function sendReportEndpoint(routes: Routes): Endpoint {
  return endpoint({
    ...OWN,
    method: 'POST',
    path: '/api/v1/reportes/envios',
    summary: 'Have a report that the caller may read sent by mail, daily, weekly or monthly',
    body: { reporte: required(optionalText()), ...SENDING_BODY },
    answers: { 201: success(ID) },
    failures: [404, 422],
    handle: async (exchange) => {
      const { caller, reply, tools, values } = exchange
      const { reporte = '', ...given } = values
      const nombre = mailedReports(routes()).get(reporte)?.report?.label.es ?? reporte
      const destinatarios = [caller.usuarioId]
      const content = contentOf(given, { ...NEW_SENDING, reporte, nombre, destinatarios })
      await demandSendable(exchange, routes(), content)
      const id = await writeAs(tools.database, caller.empresa, async (tx) => {
        const siguiente = nextRun(content, tools.now(), await findZone(tx, caller.empresa))
        const now = new Date(tools.now())
        return await insertReportMail(tx, caller, {
          ...content,
          siguiente,
          now,
          most: MAX_SENDINGS,
        })
      })
      if (id === undefined) {
        throw apiError('VALIDATION', REPORT_MAILS_AT_MOST({ most: MAX_SENDINGS }))
      }
      return sendData(reply.code(201), { id: Number(id) })
    },
  })
}

export function changeReportMailEndpoint(routes: Routes): Endpoint {
  return endpoint({
    ...OWN,
    method: 'PUT',
    path: '/api/v1/reportes/envios/:id',
    summary: 'Change what is given of a sending; only its owner or an administrator may',
    named: BY_ID,
    body: SENDING_BODY,
    answers: { 200: success(ID) },
    failures: [404, 422],
    handle: async (exchange) => {
      const { caller, reply, tools, values } = exchange
      const { id, ...given } = values
      const content = contentOf(given, await ownSending(exchange, id))
      // One that is only paused needs no rights: whoever lost them must still be able to stop it.
      if (content.activo) await demandSendable(exchange, routes(), content)
      await writeAs(tools.database, caller.empresa, async (tx) => {
        const siguiente = nextRun(content, tools.now(), await findZone(tx, caller.empresa))
        await changeReportMail(tx, caller.empresa, { ...content, id, siguiente })
      })
      return sendData(reply, { id: Number(id) })
    },
  })
}

export const removeReportMail = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/api/v1/reportes/envios/:id',
  summary: 'Delete a sending; only its owner or an administrator may',
  named: BY_ID,
  answers: { 204: empty('No content.') },
  failures: [404],
  handle: async (exchange) => {
    const { caller, reply, tools, values } = exchange
    await ownSending(exchange, values.id)
    await writeAs(tools.database, caller.empresa, (tx) =>
      deleteReportMail(tx, caller.empresa, values.id),
    )
    return reply.code(204).send()
  },
})

export const leaveReportMail = endpoint({
  ...OWN,
  method: 'POST',
  path: '/api/v1/reportes/envios/:id/baja',
  summary: 'Receive a report no longer, which needs no right; nobody left to receive it pauses it',
  named: BY_ID,
  ignoresBody: true,
  answers: { 204: empty('No content.') },
  failures: [404],
  handle: async (exchange) => {
    const { caller, reply, tools, values } = exchange
    await leaveReport(tools, caller, values.id)
    return reply.code(204).send()
  },
})

export const sendReportNow = endpoint({
  ...OWN,
  method: 'POST',
  path: '/api/v1/reportes/envios/:id/enviar',
  summary: 'Send a report at once, besides its times',
  named: BY_ID,
  ignoresBody: true,
  answers: { 202: success(ID) },
  failures: [404, 409],
  handle: async (exchange) => {
    const { caller, reply, tools, values } = exchange
    await ownSending(exchange, values.id)
    await writeAs(tools.database, caller.empresa, async (tx) => {
      const sending = await findReportMail(tx, caller.empresa, values.id)
      if (sending === undefined) throw noSending(values.id)
      if (await isReportPending(tx, caller.empresa, values.id)) {
        throw apiError('INVALID_STATE', STILL_ON_THE_WAY(values))
      }
      await enqueueReport(tx, sending, tools.now())
    })
    return sendData(reply.code(202), { id: Number(values.id) })
  },
})

/** A sending of the caller, or of anybody to an administrator. @throws ApiError NOT_FOUND */
async function ownSending({ caller, tools }: Asking, id: string): Promise<ReportMailRow> {
  const found = await writeAs(tools.database, caller.empresa, (tx) =>
    findReportMail(tx, caller.empresa, id),
  )
  const isOwn = found?.dueno === caller.usuarioId || caller.rights.isAdministrator
  if (found === undefined || !isOwn) throw noSending(id)
  return found
}

function noSending(id: string): ApiError {
  return apiError('NOT_FOUND', NO_REPORT_MAIL({ id }))
}

async function listed(asking: Asking, routes: readonly Endpoint[]): Promise<readonly object[]> {
  const { caller, tools } = asking
  const { isAdministrator } = caller.rights
  const rows = await writeAs(tools.database, caller.empresa, (tx) =>
    listReportMails(tx, caller.empresa, { usuarioId: caller.usuarioId, all: isAdministrator }),
  )
  const ids = rows.flatMap(({ destinatarios, dueno }) => [dueno, ...destinatarios])
  const people = await peopleOf(asking, [...new Set(ids)])
  const person = (id: string) => ({ id: Number(id), nombre: people.get(id)?.nombre ?? null })
  const reports = mailedReports(routes)
  return rows.map(({ empresa_id: _company, ...row }) => ({
    ...row,
    id: Number(row.id),
    reporte_str: reports.get(row.reporte)?.report?.label ?? null,
    dueno: person(row.dueno),
    destinatarios: row.destinatarios.map(person),
    recibe: row.destinatarios.includes(caller.usuarioId),
    editable: row.dueno === caller.usuarioId || isAdministrator,
  }))
}
