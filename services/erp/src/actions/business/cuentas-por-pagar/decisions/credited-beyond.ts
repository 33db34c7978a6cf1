import type { ErrorEntry } from '../../../../errors.ts'
import { amountText, cents } from '../../cents.ts'
import type { ChargedAmounts } from '../store/credited-invoice-store.ts'
import { taxSum, type InvoiceAmounts } from './invoice-amounts.ts'
import { IEPS, IVA } from './invoice-entry.ts'

const WORDS: Readonly<Record<keyof ChargedAmounts, string>> = {
  neto: 'before taxes',
  iva: 'of IVA',
  ieps: 'of IEPS',
  retenciones: 'of what is withheld',
}

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
    const asks = `The CFDI credits ${amountText(asked[name])} ${WORDS[name]} of CuentaPorPagar ${facts.folios.join(', ')}`
    const message = `${asks}, of whose ${amountText(charged)} there ${amountText(before)} was credited before: ${amountText(left)} is left.`
    return { code: 'CFDI_REJECTED', field: 'CfdiRelacionados', message }
  }
  return null
}
