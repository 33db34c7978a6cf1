import { optional, type Values } from '@oficina/api/parameter.ts'

import type { Rhythm } from '../actions/report-mails/rhythm.ts'
import { apiError } from '../errors.ts'
import type { Asking } from '../http/context.ts'
import { demand } from '../identity/rights.ts'
import { PDF_WITHOUT_DOCUMENTS } from '../messages/report-files.ts'
import { DAY_OF_RHYTHM, RECEIVER_REQUIRED, RECEIVER_UNKNOWN } from '../messages/report-mails.ts'
import {
  findReportPeople,
  type ReportMailContent,
  type ReportPersonRow,
} from '../store/report-mail-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import type { Endpoint } from './endpoint.ts'
import { optionalText } from './kinds.ts'
import {
  ACTIVE,
  DAY,
  FORMAT_KIND,
  FREQUENCY,
  HOUR,
  PARAMETERS,
  RANGE,
  RECEIVERS,
} from './report-mail-kinds.ts'
import { askMailed, mailedReports } from './reports/mailed-reports.ts'
import { modelNamed } from './reports/report.ts'

const MAX_NAME = 100

/** What a person decides of a sending; all of it may be left out. */
export const SENDING_BODY = {
  nombre: optional(optionalText(MAX_NAME)),
  parametros: optional(PARAMETERS),
  rango: optional(RANGE),
  formato: optional(FORMAT_KIND),
  frecuencia: optional(FREQUENCY),
  dia: optional(DAY),
  hora: optional(HOUR),
  destinatarios: optional(RECEIVERS),
  activo: optional(ACTIVE),
}

/** What a new sending is unless it says otherwise. */
export const NEW_SENDING = {
  parametros: {},
  rango: null,
  formato: 'xlsx',
  frecuencia: 'mensual',
  dia: null,
  hora: 8,
  activo: true,
} as const

/** What is given of a sending, the rest as it was. @throws ApiError VALIDATION */
export function contentOf(
  given: Values<typeof SENDING_BODY>,
  old: ReportMailContent,
): ReportMailContent {
  const kept: ReportMailContent = {
    nombre: old.nombre,
    reporte: old.reporte,
    parametros: old.parametros,
    // Other parameters come without the days of before.
    rango: given.parametros === undefined ? old.rango : null,
    formato: old.formato,
    frecuencia: old.frecuencia,
    dia: given.frecuencia === undefined ? old.dia : null,
    hora: old.hora,
    destinatarios: old.destinatarios,
    activo: old.activo,
  }
  const told = Object.entries(given).filter(([, value]) => value !== undefined)
  const content: ReportMailContent = { ...kept, ...Object.fromEntries(told) }
  return { ...content, dia: dayOf(content) }
}

/** @throws ApiError VALIDATION for a day that a week or a month does not have */
function dayOf({ frecuencia, dia }: Rhythm): number | null {
  if (frecuencia === 'diaria') return null
  const most = frecuencia === 'semanal' ? DAYS_OF_A_WEEK : DAYS_OF_A_MONTH
  if (dia !== null && dia > most) throw apiError('VALIDATION', DAY_OF_RHYTHM({ most }), 'dia')
  return dia ?? 1
}

const DAYS_OF_A_WEEK = 7
const DAYS_OF_A_MONTH = 31

/** A report that the caller may read as it is asked for, for people whom he may name. @throws ApiError */
export async function demandSendable(
  exchange: Asking,
  routes: readonly Endpoint[],
  content: ReportMailContent,
): Promise<void> {
  const { caller, tools } = exchange
  if (content.destinatarios.length === 0) {
    throw apiError('VALIDATION', RECEIVER_REQUIRED(), 'destinatarios')
  }
  if (content.formato === 'pdf' && tools.joined.documents === undefined) {
    throw apiError('CONFIGURATION_INCOMPLETE', PDF_WITHOUT_DOCUMENTS(), 'formato')
  }
  await askMailed(mailedReports(routes), exchange, content).ask({ page: 1, per_page: 1 })
  if (content.destinatarios.some((id) => id !== caller.usuarioId)) {
    demand(caller.rights, modelNamed(tools.registry, 'Usuario'), 'leer')
  }
  const people = await peopleOf(exchange, content.destinatarios)
  for (const id of content.destinatarios) {
    const person = people.get(id)
    if (person !== undefined && person.activo && person.correo !== null) continue
    throw apiError('VALIDATION', RECEIVER_UNKNOWN({ id }), 'destinatarios')
  }
}

export async function peopleOf(
  { caller, tools }: Asking,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReportPersonRow>> {
  return await writeAs(tools.database, caller.empresa, (tx) =>
    findReportPeople(tx, caller.empresa, ids),
  )
}
