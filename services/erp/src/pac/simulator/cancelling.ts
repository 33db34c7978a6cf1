import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { compare, decimal, times } from '../../fiscal/decimal.ts'
import type { Entry, Ledger } from './ledger.ts'

/** The state of a CFDI as the SAT's service of states says it. */
export interface EntryStatus {
  readonly estado: 'Vigente' | 'Cancelado'
  readonly esCancelable: 'Cancelable sin aceptación' | 'Cancelable con aceptación' | 'No cancelable'
  readonly estatusCancelacion:
    | ''
    | 'En proceso'
    | 'Cancelado sin aceptación'
    | 'Cancelado con aceptación'
    | 'Plazo vencido'
    | 'Solicitud rechazada'
}

const DAY_MS = 24 * 60 * 60_000
const DAYS_TO_ANSWER = 3
// Business days are told by the calendar of the country's centre, which is six hours behind.
const CENTRE_MS = 6 * 60 * 60_000

/** What has become of a CFDI by now: who does not answer in three business days has agreed. */
export function statusOf(ledger: Ledger, entry: Entry, nowMs: number): EntryStatus {
  const { cancelling } = entry
  const esCancelable = howCancelable(ledger, entry, nowMs)
  if (cancelling === undefined) return { estado: 'Vigente', esCancelable, estatusCancelacion: '' }
  const isDue = businessDaysAfter(cancelling.requestedAtMs, DAYS_TO_ANSWER) <= nowMs
  switch (cancelling.state) {
    case 'at-once':
      return cancelled('Cancelado sin aceptación', 'Cancelable sin aceptación')
    case 'accepted':
      return cancelled('Cancelado con aceptación', 'Cancelable con aceptación')
    case 'refused':
      return { estado: 'Vigente', esCancelable, estatusCancelacion: 'Solicitud rechazada' }
    case 'asked':
      return isDue
        ? cancelled('Plazo vencido', 'Cancelable con aceptación')
        : { estado: 'Vigente', esCancelable, estatusCancelacion: 'En proceso' }
  }
}

function cancelled(
  estatusCancelacion: EntryStatus['estatusCancelacion'],
  esCancelable: EntryStatus['esCancelable'],
): EntryStatus {
  return { estado: 'Cancelado', esCancelable, estatusCancelacion }
}

function howCancelable(ledger: Ledger, entry: Entry, nowMs: number): EntryStatus['esCancelable'] {
  const isReferredTo = ledger
    .referringTo(entry.uuid)
    .some((other) => statusOf(ledger, other, nowMs).estado === 'Vigente')
  if (isReferredTo || nowMs >= lastInstant(entry)) return 'No cancelable'
  return needsAcceptance(entry, nowMs) ? 'Cancelable con aceptación' : 'Cancelable sin aceptación'
}

const COMPANY_RFC_LENGTH = 12

/** The end of January of the next year; of what a person issued, that of April. */
function lastInstant({ rfcEmisor, stampedAtMs }: Entry): number {
  const year = new Date(stampedAtMs - CENTRE_MS).getUTCFullYear() + 1
  return Date.UTC(year, rfcEmisor.length === COMPANY_RFC_LENGTH ? 1 : 4, 1) + CENTRE_MS
}

const WITHOUT_ACCEPTANCE = new Set(['E', 'N', 'P', 'T'])
const GENERIC = new Set(['XAXX010101000', 'XEXX010101000'])
const SMALL = decimal('1000')

function needsAcceptance(entry: Entry, nowMs: number): boolean {
  if (WITHOUT_ACCEPTANCE.has(entry.kind) || GENERIC.has(entry.rfcReceptor)) return false
  if (nowMs <= businessDaysAfter(entry.stampedAtMs, 1)) return false
  return compare(times(decimal(entry.total), decimal(entry.tipoCambio)), SMALL) > 0
}

/** The same time of day so many business days later. */
function businessDaysAfter(ms: number, days: number): number {
  let at = ms
  for (let left = days; left > 0;) {
    at += DAY_MS
    const weekday = new Date(at - CENTRE_MS).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return at
}

export interface CancelCall {
  readonly rfcEmisor: string
  readonly uuid: string
  readonly motivo: string
  readonly folioSustitucion: string | undefined
  readonly nowMs: number
}

/** 208: the substitute is none. 212: "Relación no válida o inexistente". */
export type CancelCode = '201' | '202' | '203' | '204' | '205' | '208' | '212'

/** Takes a request to cancel as the SAT does; an error is a request that is none. */
export async function cancel(
  ledger: Ledger,
  call: CancelCall,
): Promise<Result<CancelCode, string>> {
  const { folioSustitucion, motivo, nowMs, rfcEmisor, uuid } = call
  if (!/^0[1-4]$/.test(motivo)) return fail('El motivo de cancelación debe ser 01, 02, 03 o 04.')
  if ((motivo === '01') !== (folioSustitucion !== undefined))
    return fail('El folio de sustitución va con el motivo 01 y con ningún otro.')
  const entry = ledger.byUuid(uuid)
  if (entry === undefined) return ok('205')
  if (entry.rfcEmisor !== rfcEmisor) return ok('203')
  const status = statusOf(ledger, entry, nowMs)
  if (status.estado === 'Cancelado') return ok('202')
  if (status.estatusCancelacion === 'En proceso') return ok('201')
  if (status.esCancelable === 'No cancelable') return ok('204')
  const problem = substituteProblem(ledger, entry, call)
  if (problem !== null) return ok(problem)
  const isAtOnce = status.esCancelable === 'Cancelable sin aceptación'
  await ledger.change(uuid, { requestedAtMs: nowMs, state: isAtOnce ? 'at-once' : 'asked' })
  return ok('201')
}

function substituteProblem(
  ledger: Ledger,
  entry: Entry,
  { folioSustitucion, nowMs }: CancelCall,
): CancelCode | null {
  if (folioSustitucion === undefined) return null
  const substitute = ledger.byUuid(folioSustitucion)
  if (substitute === undefined || statusOf(ledger, substitute, nowMs).estado !== 'Vigente')
    return '208'
  return isSubstitute(substitute, entry) ? null : '212'
}

/** A substitute names what it replaces by the relation 04, and is between the same two. */
function isSubstitute(substitute: Entry, entry: Entry): boolean {
  return (
    substitute.rfcEmisor === entry.rfcEmisor &&
    substitute.rfcReceptor === entry.rfcReceptor &&
    substitute.replaces.some((uuid) => uuid.toUpperCase() === entry.uuid.toUpperCase())
  )
}

/** The receiver's answer to a request; false when there is none to answer. */
export async function answerRequest(
  ledger: Ledger,
  {
    isAccepted,
    nowMs,
    uuid,
  }: { readonly uuid: string; readonly isAccepted: boolean; readonly nowMs: number },
): Promise<boolean> {
  const entry = ledger.byUuid(uuid)
  if (entry?.cancelling === undefined) return false
  if (statusOf(ledger, entry, nowMs).estatusCancelacion !== 'En proceso') return false
  const state = isAccepted ? 'accepted' : 'refused'
  await ledger.change(uuid, { ...entry.cancelling, state })
  return true
}
