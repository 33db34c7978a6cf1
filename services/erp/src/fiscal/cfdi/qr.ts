import { escapeText } from '@oficina/xml/xml-text.ts'

import { decimal, decimalText, rounded } from '../decimal.ts'
import type { ReadComprobante } from './structure/comprobante.ts'
import type { Timbre } from './structure/timbre.ts'

const VERIFIER = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx'
const SEAL_CHARACTERS = 8

/** What tells one CFDI from all others, to the SAT. */
export interface CfdiIdentity {
  readonly uuid: string
  readonly rfcEmisor: string
  readonly rfcReceptor: string
  readonly total: string
  /** The last eight characters of the seal. */
  readonly finSello: string
}

export function identityOf(
  { Emisor, Receptor, Sello, Total }: ReadComprobante,
  { UUID }: Timbre,
): CfdiIdentity {
  return {
    uuid: UUID,
    rfcEmisor: Emisor.Rfc,
    rfcReceptor: Receptor.Rfc,
    total: Total,
    finSello: sealEnd(Sello),
  }
}

/** What the SAT compares of a seal. */
export function sealEnd(sello: string): string {
  return sello.slice(-SEAL_CHARACTERS)
}

/** The address that the QR code of the printed form holds, where anybody may ask the SAT whether the CFDI is valid. */
export function verificationUrl(identity: CfdiIdentity): string {
  const { finSello, rfcEmisor, rfcReceptor, total, uuid } = identity
  const [re, rr] = [rfcEmisor, rfcReceptor].map(encodeURIComponent)
  // The seal's end as it is: its + and = may stand in a query, and the SAT reads them so.
  return `${VERIFIER}?id=${uuid}&re=${re}&rr=${rr}&tt=${totalText(total)}&fe=${finSello}`
}

/** The expression by which the SAT's service of states is asked. */
export function statusExpression(identity: CfdiIdentity): string {
  const { finSello, rfcEmisor, rfcReceptor, total, uuid } = identity
  // An & of an RFC is told from one between the parts by being written as XML writes it.
  const [re, rr] = [rfcEmisor, rfcReceptor].map(escapeText)
  return `?re=${re}&rr=${rr}&tt=${totalText(total)}&id=${uuid}&fe=${finSello}`
}

/** With six decimals, as the SAT compares it. */
function totalText(total: string): string {
  return decimalText(rounded(decimal(total), 6))
}
