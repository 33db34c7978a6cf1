import type { Result } from '@oficina/kit/result.ts'

import type { CfdiIdentity } from '../fiscal/cfdi/qr.ts'
import type { Timbre } from '../fiscal/cfdi/structure/timbre.ts'
import type { Message } from '../messages/message.ts'

/**
 * Whoever certifies CFDI for the SAT. Every call may be made again with the same values when its answer was lost: nothing
 * is stamped or cancelled twice.
 * @source docs/decisions/0241-erp-cfdi.md
 */
export interface Pac {
  stamp(request: StampRequest): Promise<Result<Stamped, PacFailure>>
  cancel(request: CancelRequest): Promise<Result<CancelReceipt, PacFailure>>
  /** Whether it lets us in, asked anew; nothing is stamped. */
  signIn(): Promise<Result<null, PacFailure>>
}

export interface StampRequest {
  /** Sealed. */
  readonly xml: string
  /** The same for every attempt at the same document, up to 100 characters. */
  readonly customId: string
}

export interface Stamped {
  /** The document with its stamp: what is to be kept, and not what was sent. */
  readonly xml: string
  readonly timbre: Timbre
  /**
   * `earlier`: it was stamped before, and this is that stamp. `other`: another document was stamped under this `customId`,
   * and this is that one.
   */
  readonly origin: 'new' | 'earlier' | 'other'
}

export interface CancelRequest {
  readonly rfcEmisor: string
  readonly uuid: string
  /** A key of the SAT's four reasons; 01 names the UUID that replaces it. */
  readonly motivo: '01' | '02' | '03' | '04'
  readonly folioSustitucion?: string
}

export interface CancelReceipt {
  /** 201: the request was received, and what comes of it the SAT's status tells. 202: it was cancelled before. */
  readonly code: '201' | '202'
  readonly acuse: string
}

export type PacFailure =
  /** The PAC refuses; nothing was stamped or cancelled, and asking again gives the same. */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: Message | string }
  /** Whether anything was done is not known; to be asked again. */
  | { readonly kind: 'unavailable'; readonly message: Message }
  /** The PAC does not let us in, or the address is not one; an operator is needed. */
  | { readonly kind: 'misconfigured'; readonly message: Message }

/** The SAT's registers of CFDI and of certificates. */
export interface Sat {
  status(identity: CfdiIdentity): Promise<Result<CfdiStatus, Message>>
  /** A certificate by its number, in DER. */
  certificate(noCertificado: string): Promise<Result<Uint8Array, Message>>
}

/** What the SAT says of a CFDI, in its own words. */
export interface CfdiStatus {
  readonly codigo: string
  readonly estado: 'Vigente' | 'Cancelado' | 'No Encontrado'
  readonly esCancelable: string
  /** Empty when nobody asked to cancel it. */
  readonly estatusCancelacion: string
  /** 200 and 201: neither party is on the list of 69-B; 100, 101 and 104: one is. */
  readonly validacionEfos: string
}
