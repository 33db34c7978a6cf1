import { choiceInput, textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import type { CancelRequest } from '../../../pac/pac.ts'
import type { ActionInputs } from '../../../query/action-request.ts'
import type { ActionContext } from '../action.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import {
  findReplacement,
  insertCancellations,
  lockIssuedCfdis,
  type IssuedCfdi,
  type Replacement,
} from './store/cancellation-store.ts'
import { changeCfdis } from './store/cfdi-store.ts'

const MOTIVES = ['01', '02', '03', '04'] as const
type Motive = CancelRequest['motivo']

/** What the SAT wants to know of a cancellation. */
export const CANCEL_INPUTS = [
  choiceInput({
    name: 'motivo_sat',
    label: 'Motivo ante el SAT',
    help: '01 errores con relación (con folio_sustitucion), 02 sin relación, 03 no se llevó a cabo, 04 está en una factura global. 02 donde falta.',
    required: false,
    choices: MOTIVES,
  }),
  textInput({
    name: 'folio_sustitucion',
    label: 'Folio de sustitución',
    help: 'Con el motivo 01: el UUID de la factura que la sustituye.',
    required: false,
    minLength: 36,
    length: 36,
  }),
]

export interface CancelReason {
  readonly motivo: Motive
  readonly sustituto: Replacement | null
}

/** Why CFDI are to be cancelled, as the inputs say it; or what is wrong with them. */
export async function cancelReason(
  { tx, caller }: ActionContext,
  inputs: ActionInputs,
): Promise<CancelReason | ErrorEntry> {
  const motivo = MOTIVES.find((one) => one === inputs.get('motivo_sat')) ?? '02'
  const sent = inputs.get('folio_sustitucion')
  const uuid = typeof sent === 'string' ? sent.toUpperCase() : null
  if (uuid === null) {
    if (motivo !== '01') return { motivo, sustituto: null }
    return wrong('is required with motivo_sat 01: the UUID of the invoice that replaces it.')
  }
  if (motivo !== '01') return wrong('is only for motivo_sat 01.')
  const sustituto = await findReplacement(tx, caller.empresa, uuid)
  if (sustituto === null)
    return wrong(`is ${uuid}, which is no CFDI in force that the company issued.`)
  return { motivo, sustituto }
}

function wrong(rest: string): ErrorEntry {
  const field = 'folio_sustitucion'
  return { code: 'VALIDATION', field, message: `${field} ${rest}` }
}

/** A record whose CFDI is to be cancelled. */
interface Cancelled {
  readonly modelo: string
  readonly registro: string
  readonly cfdi: string
  /** What becomes of what was delivered, where something was. */
  readonly mercancia?: string
}

// As long as whoever asks has the request to himself.
const OWN_MS = 2 * 60_000

/**
 * Commits that the CFDI of some records are to be cancelled, so that they will be: the PAC is asked afterwards, by
 * `followCancellations` or by whoever finds them. Answers what keeps some of them, by record.
 */
export async function requestCancellations(
  context: ActionContext,
  wanted: readonly Cancelled[],
  { motivo, sustituto }: CancelReason,
): Promise<ReadonlyMap<string, ErrorEntry>> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const isSeen = seenBy(context)
  const issued = await lockIssuedCfdis(
    tx,
    empresa,
    wanted.map(({ cfdi }) => cfdi),
  )
  const refused = new Map<string, ErrorEntry>()
  const ready = wanted.flatMap((one) => {
    const cfdi = issued.get(one.cfdi)
    const problem = problemOf(one, cfdi, isSeen) ?? replacementProblem(sustituto, cfdi)
    if (problem !== null) refused.set(one.registro, problem)
    return problem !== null || cfdi === undefined ? [] : [{ ...one, issued: cfdi }]
  })
  if (ready.length === 0) return refused
  const { numbers } = await takeNumbering(tx, empresa, {
    counters: new Map([['cfdi_cancelacion', ready.length]]),
    series: [],
  })
  await changeCfdis(tx, empresa, {
    ids: ready.map(({ cfdi }) => cfdi),
    estado: 'por_cancelar',
    now: moment.now,
  })
  await insertCancellations(tx, empresa, {
    rows: ready.map(({ modelo, registro, mercancia, issued: cfdi }) => ({
      cancelacion: String(numbers('cfdi_cancelacion')),
      cfdi: cfdi.id,
      modelo,
      registro,
      rfc_emisor: cfdi.rfc_emisor,
      rfc_receptor: cfdi.rfc_receptor,
      uuid: cfdi.uuid ?? '',
      total: cfdi.total,
      fin_sello: cfdi.fin_sello,
      motivo,
      sustituto: sustituto?.uuid ?? null,
      sustituto_id: sustituto?.id ?? null,
      mercancia: mercancia ?? null,
    })),
    usuarioId: caller.usuarioId,
    now: moment.now,
    until: new Date(Date.parse(moment.now) + OWN_MS).toISOString(),
  })
  return refused
}

function problemOf(
  { modelo, registro, cfdi }: Cancelled,
  issued: IssuedCfdi | undefined,
  isSeen: IsSeen,
): ErrorEntry | null {
  const record = `${modelo} ${registro}`
  if (issued?.estado === 'por_cancelar') {
    const message = `${record}: the cancellation of Cfdi ${cfdi} was asked for already, and waits for its answer.`
    return { code: 'INVALID_STATE', field: 'cfdi', message }
  }
  if (issued?.estado !== 'vigente' || issued.uuid === null) {
    const message = `${record} has no CFDI in force: Cfdi ${cfdi} is ${issued?.estado ?? 'not there'}.`
    return { code: 'INVALID_STATE', field: 'cfdi', message }
  }
  if (issued.referidos.length === 0) return null
  const ids = issued.referidos.map(Number)
  const { dependents, names } = toldDependents([{ modelo: 'Cfdi', count: ids.length, ids }], isSeen)
  const message = `${record}: other CFDI in force refer to Cfdi ${cfdi}: ${names}; cancel these first.`
  return { code: 'HAS_DEPENDENTS', message, dependents }
}

/** The SAT takes only a substitute that names what it replaces, to the same receiver. */
function replacementProblem(
  sustituto: Replacement | null,
  issued: IssuedCfdi | undefined,
): ErrorEntry | null {
  if (sustituto === null || issued === undefined) return null
  if (sustituto.rfc_receptor !== issued.rfc_receptor)
    return wrong(
      `is ${sustituto.uuid}, which is for ${sustituto.rfc_receptor}, and what it is to replace is for ${issued.rfc_receptor}.`,
    )
  if (sustituto.reemplaza.includes((issued.uuid ?? '').toUpperCase())) return null
  return wrong(
    `is ${sustituto.uuid}, which does not name ${issued.uuid ?? ''} by the relation 04: invoice the substitute with sustituye first.`,
  )
}
