import { choiceInput, textInput } from '../../../dictionary/action-description.ts'
import type { RowModel } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import {
  CANCELLING_ASKED,
  NO_CFDI_IN_FORCE,
  OTHERS_REFER_TO_IT,
  SUBSTITUTE,
} from '../../../messages/cancelled-cfdi.ts'
import type { Message } from '../../../messages/message.ts'
import type { CancelRequest } from '../../../pac/pac.ts'
import type { ActionInputs } from '../../../query/action-request.ts'
import { findCatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import type { Later } from '../later.ts'
import { deedOf } from '../record-deeds.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import {
  findReplacement,
  insertCancellations,
  lockIssuedCfdis,
  type IssuedCfdi,
  type NewCancellation,
  type Replacement,
} from './store/cancellation-store.ts'

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
    return wrong(SUBSTITUTE.required())
  }
  if (motivo !== '01') return wrong(SUBSTITUTE.unwanted())
  const sustituto = await findReplacement(tx, caller.empresa, uuid)
  if (sustituto === null) return wrong(SUBSTITUTE.notInForce({ uuid }))
  return { motivo, sustituto }
}

function wrong(message: Message): ErrorEntry {
  return { code: 'VALIDATION', field: 'folio_sustitucion', message }
}

/** A record whose CFDI is to be cancelled. */
interface Cancelled {
  readonly modelo: RowModel
  readonly registro: string
  readonly folio: string
  readonly estado: string
  readonly cfdi: string
  /** The field in which the record names the CFDI, where that is another one. */
  readonly field?: string
  /** What becomes of what was delivered, where something was. */
  readonly mercancia?: 'regresa' | 'se_queda' | 'pasa_al_sustituto'
}

// As long as whoever asks has the request to himself.
const OWN_MS = 2 * 60_000

/**
 * Collects that the CFDI of some records are to be cancelled, so that they will be: once that is committed, the PAC is
 * asked by `followCancellations` or by whoever finds them. Answers what keeps some of them, by record.
 */
export async function requestCancellations(
  context: ActionContext,
  changes: Changes,
  wanted: readonly Cancelled[],
  why: CancelReason,
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
    const problem = problemOf(one, cfdi, isSeen) ?? replacementProblem(why.sustituto, cfdi)
    if (problem !== null) refused.set(one.registro, problem)
    return problem !== null || cfdi === undefined ? [] : [{ ...one, issued: cfdi }]
  })
  if (ready.length === 0) return refused
  const motives = await findCatalogIds(context, { MotivoCancelacionCfdi: [why.motivo] })
  const motivo = motives.get('MotivoCancelacionCfdi', why.motivo)
  const requests = ready.map((one) => ({
    one,
    id: request(context, changes, { one, motivo, why }),
  }))
  changes.also({
    write: () =>
      insertCancellations(tx, empresa, {
        rows: requests.map(({ one, id }) => rowOf(one, id.id, why)),
        usuarioId: caller.usuarioId,
        until: new Date(Date.parse(moment.now) + OWN_MS).toISOString(),
      }),
  })
  return refused
}

type Ready = Cancelled & { readonly issued: IssuedCfdi }

/** The Cfdi waits, its request is a CfdiCancelacion, and the record's state stays. */
function request(
  { caller, moment }: ActionContext,
  changes: Changes,
  of: { readonly one: Ready; readonly motivo: string; readonly why: CancelReason },
): Later {
  const { one, motivo, why } = of
  const { modelo, registro, folio, estado, field = 'cfdi' } = one
  changes.change('Cfdi', one.cfdi, { estado: 'por_cancelar' })
  const more = { [field]: 'por_cancelar', motivo_sat: why.motivo }
  changes.record(deedOf(modelo, { id: registro, folio, before: estado, after: estado, more }))
  return changes.insert('CfdiCancelacion', {
    cfdi: one.cfdi,
    fecha_solicitud: moment.now,
    motivo,
    sustituto: why.sustituto?.id ?? null,
    mercancia: one.mercancia ?? null,
    solicitada_por: caller.usuarioId,
    estado: 'solicitada',
  })
}

function rowOf(
  { modelo, registro, issued }: Ready,
  cancelacion: string,
  { motivo, sustituto }: CancelReason,
): NewCancellation {
  return {
    cancelacion,
    cfdi: issued.id,
    modelo,
    registro,
    rfc_emisor: issued.rfc_emisor,
    rfc_receptor: issued.rfc_receptor,
    uuid: issued.uuid ?? '',
    total: issued.total,
    fin_sello: issued.fin_sello,
    motivo,
    sustituto: sustituto?.uuid ?? null,
  }
}

function problemOf(
  { modelo, registro, cfdi }: Cancelled,
  issued: IssuedCfdi | undefined,
  isSeen: IsSeen,
): ErrorEntry | null {
  const of = { model: modelo, id: registro, cfdi }
  if (issued?.estado === 'por_cancelar') {
    return { code: 'INVALID_STATE', field: 'cfdi', message: CANCELLING_ASKED(of) }
  }
  if (issued?.estado !== 'vigente' || issued.uuid === null) {
    const message = NO_CFDI_IN_FORCE({ ...of, state: issued?.estado ?? null })
    return { code: 'INVALID_STATE', field: 'cfdi', message }
  }
  if (issued.referidos.length === 0) return null
  const ids = issued.referidos.map(Number)
  const { dependents, told: what } = toldDependents(
    [{ modelo: 'Cfdi', count: ids.length, ids }],
    isSeen,
  )
  const message = OTHERS_REFER_TO_IT({ ...of, what })
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
      SUBSTITUTE.ofOtherReceiver({
        uuid: sustituto.uuid,
        rfc: sustituto.rfc_receptor,
        replaced: issued.rfc_receptor,
      }),
    )
  if (sustituto.reemplaza.includes((issued.uuid ?? '').toUpperCase())) return null
  const replaced = issued.uuid ?? ''
  return wrong(SUBSTITUTE.notNaming({ uuid: sustituto.uuid, replaced }))
}
