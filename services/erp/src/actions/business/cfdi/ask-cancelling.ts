import type { Message } from '../../../messages/message.ts'
import { RECEIVER_DISAGREES, SAT_SAYS } from '../../../messages/stamping-fates.ts'
import type { PacServices } from '../../../pac/open-pac.ts'
import type { CfdiStatus } from '../../../pac/pac.ts'
import { inParallel } from './in-parallel.ts'
import type { Cancellation } from './store/cancellation-store.ts'

/** What the PAC and the SAT say of a request to cancel. */
export type CancelAnswer = {
  readonly cancellation: Cancellation
  /** Of the PAC, when it has just taken the request. */
  readonly acuse: string | null
} & (
  | { readonly kind: 'cancelled'; readonly estado: 'aceptada' | 'plazo_vencido' }
  /** The receiver did not agree, or the PAC or the SAT refuse: it stays in force. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: Message | string }
  /** The SAT has the request, and the receiver has not answered. */
  | { readonly kind: 'asked'; readonly message: Message }
  /** Nobody answered. */
  | { readonly kind: 'unavailable'; readonly message: Message }
)

const AT_ONCE = 8

/** Asks to cancel CFDI, those of which the SAT has the request only for their states; outside of any transaction. */
export async function askCancelling(
  pac: PacServices,
  cancellations: readonly Cancellation[],
): Promise<readonly CancelAnswer[]> {
  return await inParallel(cancellations, AT_ONCE, (one) => askOne(pac, one))
}

async function askOne(
  { pac, sat }: PacServices,
  cancellation: Cancellation,
): Promise<CancelAnswer> {
  const { motivo, rfc_emisor: rfcEmisor, sustituto, uuid } = cancellation
  let acuse: string | null = null
  if (cancellation.estado === 'por_pedir') {
    const request = { rfcEmisor, uuid, motivo }
    const asked = await pac.cancel(
      sustituto === null ? request : { ...request, folioSustitucion: sustituto },
    )
    if (!asked.ok) {
      const { error } = asked
      return error.kind === 'rejected'
        ? { cancellation, acuse, ...error, kind: 'refused' }
        : { cancellation, acuse, kind: 'unavailable', message: error.message }
    }
    acuse = asked.value.acuse
  }
  const status = await sat.status({
    uuid,
    rfcEmisor,
    rfcReceptor: cancellation.rfc_receptor,
    total: cancellation.total,
    finSello: cancellation.fin_sello,
  })
  if (!status.ok) return { cancellation, acuse, kind: 'unavailable', message: status.error }
  return { cancellation, acuse, ...saidOf(status.value) }
}

type Said =
  | { readonly kind: 'cancelled'; readonly estado: 'aceptada' | 'plazo_vencido' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: Message }
  | { readonly kind: 'asked'; readonly message: Message }

function saidOf({ estado, estatusCancelacion }: CfdiStatus): Said {
  if (estado === 'Cancelado') {
    const isOverdue = estatusCancelacion === 'Plazo vencido'
    return { kind: 'cancelled', estado: isOverdue ? 'plazo_vencido' : 'aceptada' }
  }
  if (estatusCancelacion === 'Solicitud rechazada')
    return { kind: 'refused', code: '', message: RECEIVER_DISAGREES() }
  const said = estatusCancelacion === '' ? estado : estatusCancelacion
  return { kind: 'asked', message: SAT_SAYS({ said }) }
}
