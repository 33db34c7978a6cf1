import type { ErrorEntry } from '../../../../errors.ts'
import { CREDITED_BEYOND } from '../../../../messages/supplier-credits.ts'
import { amountText, cents } from '../../cents.ts'
import type { ChargedAmounts } from '../store/credited-invoice-store.ts'
import { taxSum, type InvoiceAmounts } from './invoice-amounts.ts'
import { IEPS, IVA } from './invoice-entry.ts'

/** Why a credit note takes more off than is left of what its invoices were charged, or null. */
export function creditedBeyond(
  amounts: InvoiceAmounts,
  facts: {
    readonly charged: ChargedAmounts
    readonly credited: ChargedAmounts
    /** Of the invoices that it names. */
    readonly folios: readonly string[]
  },
): ErrorEntry | null {
  const asked: Readonly<Record<keyof ChargedAmounts, bigint>> = {
    neto: amounts.subtotal - amounts.descuento,
    iva: taxSum(amounts, { impuesto: IVA, tipo: 'traslado' }),
    ieps: taxSum(amounts, { impuesto: IEPS, tipo: 'traslado' }),
    retenciones: amounts.retenciones,
  }
  for (const name of ['neto', 'iva', 'ieps', 'retenciones'] as const) {
    const [charged, before] = [cents(facts.charged[name]), cents(facts.credited[name])]
    const left = charged > before ? charged - before : 0n
    if (asked[name] <= left) continue
    const message = CREDITED_BEYOND({
      credited: name,
      asked: amountText(asked[name]),
      invoices: facts.folios,
      charged: amountText(charged),
      before: amountText(before),
      left: amountText(left),
    })
    return { code: 'CFDI_REJECTED', field: 'CfdiRelacionados', message }
  }
  return null
}
