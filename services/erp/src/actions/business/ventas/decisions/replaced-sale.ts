import type { ErrorEntry } from '../../../../errors.ts'
import type { InvoiceSale } from '../store/invoice-store.ts'
import type { ReplacedSale } from '../store/replaced-sale-store.ts'

/** Why a sale cannot name the CFDI of the one that it replaces, or null. */
export function replacedProblem(sale: InvoiceSale, replaced: ReplacedSale): ErrorEntry | null {
  const wrong = (text: string): ErrorEntry => {
    const field = 'sustituye'
    return { code: 'VALIDATION', field, message: `${field}: Venta ${replaced.folio} ${text}` }
  }
  if (replaced.uuid === null || replaced.cfdi_estado !== 'vigente')
    return wrong('has no CFDI in force.')
  if (replaced.rfc_receptor === sale.rfc) return null
  return wrong(`was invoiced to ${replaced.rfc_receptor ?? ''}, and this one is for ${sale.rfc}.`)
}
