import type { ErrorEntry } from '../../../../errors.ts'
import { REPLACED_NOT_IN_FORCE, REPLACED_OF_OTHER } from '../../../../messages/invoiced-sales.ts'
import type { Message } from '../../../../messages/message.ts'
import type { InvoiceSale } from '../store/invoice-store.ts'
import type { ReplacedSale } from '../store/replaced-sale-store.ts'

/** Why a sale cannot name the CFDI of the one that it replaces, or null. */
export function replacedProblem(sale: InvoiceSale, replaced: ReplacedSale): ErrorEntry | null {
  const { folio } = replaced
  if (replaced.uuid === null || replaced.cfdi_estado !== 'vigente')
    return wrong(REPLACED_NOT_IN_FORCE({ folio }))
  if (replaced.rfc_receptor === sale.rfc) return null
  const other = replaced.rfc_receptor ?? ''
  return wrong(REPLACED_OF_OTHER({ folio, other, own: sale.rfc }))
}

function wrong(message: Message): ErrorEntry {
  return { code: 'VALIDATION', field: 'sustituye', message }
}
