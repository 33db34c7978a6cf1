import type { ErrorEntry } from '../../../../errors.ts'
import type { VerifiedCfdi } from '../received/verify-received.ts'
import { invoiceAmounts, type InvoiceAmounts } from './invoice-amounts.ts'

/** What a supplier asks money for: a CFDI, or an invoice from abroad as somebody typed it. */
export interface InvoiceDocument {
  /** Null: whoever issued it has no CFDI. */
  readonly cfdi: VerifiedCfdi | null
  /** As people call it. */
  readonly numero: string
  /** `YYYY-MM-DD`. */
  readonly fecha: string
  /** A key of the SAT's catalog. */
  readonly moneda: string
  /** Null: it says none. */
  readonly tipoCambio: string | null
  readonly amounts: InvoiceAmounts
}

const MAX_NUMBER = 40

/** A CFDI as an invoice. Its number is the UUID where the issuer gave it neither series nor folio. */
export function documentOf(cfdi: VerifiedCfdi): InvoiceDocument {
  const { comprobante, uuid } = cfdi
  const parts = [comprobante.Serie, comprobante.Folio].flatMap((part) => part ?? [])
  return {
    cfdi,
    numero: parts.length === 0 ? uuid : parts.join('-').slice(0, MAX_NUMBER),
    fecha: comprobante.Fecha.slice(0, 10),
    moneda: comprobante.Moneda,
    tipoCambio: comprobante.TipoCambio ?? null,
    amounts: invoiceAmounts(comprobante),
  }
}

/** What the supplier's document made somebody aware of before it was compared with anything. */
export function warningsOf({ cfdi }: InvoiceDocument): readonly ErrorEntry[] {
  return cfdi?.warnings ?? []
}
