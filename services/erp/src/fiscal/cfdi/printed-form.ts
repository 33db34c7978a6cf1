import { cadenaTimbre } from './cadenas.ts'
import { identityOf, verificationUrl } from './qr.ts'
import type { ReadComprobante } from './structure/comprobante.ts'
import type { Timbre } from './structure/timbre.ts'

/** What a printed CFDI must show besides the document's own values. */
export interface PrintedForm {
  readonly comprobante: ReadComprobante
  readonly timbre: Timbre
  /** For the QR code. */
  readonly verificationUrl: string
  readonly cadenaTimbre: string
  readonly selloCfdi: string
  readonly selloSat: string
  /** Of a stamp that has no validity, and whatever else the SAT has to say. */
  readonly leyenda: string | undefined
}

/** The data of the printed form; undefined before the CFDI is stamped. Amounts in words are the form's own business. */
export function printedForm(comprobante: ReadComprobante): PrintedForm | undefined {
  const timbre = comprobante.Complemento?.TimbreFiscalDigital
  if (timbre === undefined) return undefined
  return {
    comprobante,
    timbre,
    verificationUrl: verificationUrl(identityOf(comprobante, timbre)),
    cadenaTimbre: cadenaTimbre(timbre),
    selloCfdi: comprobante.Sello,
    selloSat: timbre.SelloSAT,
    leyenda: timbre.Leyenda,
  }
}
