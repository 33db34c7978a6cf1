import type { ErrorEntry } from '../../errors.ts'

/** What is settled, as refusals call it, and the day from which it may be. */
interface Settled {
  readonly name: string
  readonly fecha: string
}

/**
 * Why nothing settles an invoice on a day, or null: money that came or went before there was an invoice is an advance,
 * and its taxes would fall due in a month that is declared already.
 * @source docs/decisions/0249-erp-payments.md
 */
export function beforeInvoice(fecha: string, invoice: Settled): ErrorEntry | null {
  if (fecha >= invoice.fecha) return null
  const message = `fecha is ${fecha}, but ${invoice.name} is of ${invoice.fecha}: that is the first day on which it is settled.`
  return { code: 'VALIDATION', field: 'fecha', message }
}
