import type { ErrorEntry } from '../../errors.ts'
import { NOT_SETTLED_BEFORE } from '../../messages/documents.ts'
import type { Message } from '../../messages/message.ts'

/** What is settled, as refusals call it, and the day from which it may be. */
interface Settled {
  readonly name: Message | string
  readonly fecha: string
}

/**
 * Why nothing settles an invoice on a day, or null: money that came or went before there was an invoice is an advance,
 * and its taxes would fall due in a month that is declared already.
 * @source docs/decisions/0249-erp-payments.md
 */
export function beforeInvoice(fecha: string, invoice: Settled): ErrorEntry | null {
  if (fecha >= invoice.fecha) return null
  const message = NOT_SETTLED_BEFORE({ fecha, day: invoice.fecha, document: invoice.name })
  return { code: 'VALIDATION', field: 'fecha', message }
}
