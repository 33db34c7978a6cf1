import type { ErrorEntry } from '../../../../errors.ts'
import { ADVANCE_INVOICED, ADVANCE_UNUSABLE } from '../../../../messages/invoiced-advances.ts'
import type { Message } from '../../../../messages/message.ts'
import type { AdvanceRow } from '../load-advances.ts'
import type { AdvancedInvoice } from '../store/advance-cfdi-store.ts'
import type { ReceivableRow } from '../store/open-receivable-store.ts'

/** The SAT knows of it, or may. */
const STANDING: ReadonlySet<string> = new Set(['por_timbrar', 'vigente', 'por_cancelar'])

type Invoiced = Pick<AdvanceRow, 'cfdi' | 'cfdi.estado' | 'folio' | 'tasa_iva'>

/** Whether timbrar_anticipo invoiced it, and the invoice is not refused or cancelled. */
export function isInvoiced({ tasa_iva: tasa, 'cfdi.estado': estado }: Invoiced): boolean {
  return tasa !== null && isStanding(estado)
}

export function isStanding(estado: string | null): boolean {
  return STANDING.has(estado ?? '')
}

/** Why an advance that has its invoice cannot be taken back, or null. */
export function invoicedProblem(row: Invoiced): ErrorEntry | null {
  if (!isInvoiced(row)) return null
  const { folio, cfdi, 'cfdi.estado': state } = row
  const message = ADVANCE_INVOICED({ folio, cfdi: cfdi ?? '', state: state ?? '' })
  return { code: 'INVALID_STATE', field: 'cfdi', message }
}

/**
 * Why an advance that has its invoice cannot pay a receivable, or null: the final invoice names that of the advance, is
 * for the same RFC and in the same currency.
 */
export function payingProblem(
  row: AdvanceRow,
  facts: { readonly receivable: ReceivableRow; readonly invoice: AdvancedInvoice | null },
): ErrorEntry | null {
  if (!isInvoiced(row)) return null
  const { receivable, invoice } = facts
  const { folio, cfdi, 'cfdi.estado': state } = row
  const of = { folio, receivable: receivable.folio }
  if (state !== 'vigente') {
    const message = ADVANCE_UNUSABLE.notInForce({ folio, cfdi: cfdi ?? '', state: state ?? '' })
    return { code: 'INVALID_STATE', field: 'cfdi', message }
  }
  if (invoice?.estado !== 'vigente' || !invoice.anticipos.includes(cfdi ?? ''))
    return wrong(ADVANCE_UNUSABLE.notNamed(of))
  const rfc = row['cfdi.rfc_receptor'] ?? ''
  if (invoice.rfc !== rfc)
    return wrong(ADVANCE_UNUSABLE.ofOtherRfc({ ...of, rfc, other: invoice.rfc }))
  if (receivable.moneda === row.moneda) return null
  const { 'moneda.clave': currency } = row
  const other = receivable.moneda_clave
  return wrong(ADVANCE_UNUSABLE.inOtherCurrency({ ...of, currency, other }))
}

function wrong(message: Message): ErrorEntry {
  return { code: 'VALIDATION', field: 'cuenta', message }
}
