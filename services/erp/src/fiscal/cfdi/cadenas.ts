import { COMPROBANTE, type UnsealedComprobante } from './structure/comprobante.ts'
import { TIMBRE, type Timbre } from './structure/timbre.ts'
import { cadenaOf } from './xml/cadena.ts'
import { toTree } from './xml/tree.ts'

/** What is sealed of a CFDI: its values and the number of the certificate, in the SAT's order. */
export function cadenaOriginal(
  comprobante: UnsealedComprobante & { readonly NoCertificado: string },
): string {
  return cadenaOf(COMPROBANTE, toTree(COMPROBANTE, comprobante))
}

/** What the PAC seals of its stamp; it stands on the printed form. */
export function cadenaTimbre(timbre: Timbre): string {
  return cadenaOf(TIMBRE, toTree(TIMBRE, timbre))
}
