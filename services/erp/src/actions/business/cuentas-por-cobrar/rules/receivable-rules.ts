import type { Callback, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'

/** What of an invoice's receivable is a matter of collecting it. */
const COLLECTING: ReadonlySet<string> = new Set(['vencimiento', 'cobrador', 'estado'])

/**
 * What is owed by an invoice is as it was stamped and booked: its own actions take it back. A dispute that ends leaves a
 * receivable as its payments made it.
 * @source docs/decisions/0252-erp-cash.md
 */
export const receivableRule: Callback = {
  before: (_context, write) => {
    if (write.previous !== null) demandCollecting(write, write.previous)
    return Promise.resolve(write.values)
  },
  beforeDelete: (_context, { previous }) => {
    if (!isInvoiced(previous)) return Promise.resolve()
    throw wrongState(`CuentaPorCobrar ${previous.get('id')} is of an invoice, and goes with it.`)
  },
}

function demandCollecting(write: PendingWrite, previous: Stored): void {
  const changed = changedFields(write)
  const field = changed.find((name) => !COLLECTING.has(name))
  if (field !== undefined && isInvoiced(previous)) {
    throw wrongState(`${nameOf(write)} is of an invoice: ${field} cannot change.`, field)
  }
  if (changed.includes('estado')) demandState(write, previous)
}

type Stored = ReadonlyMap<string, string | null>

function isInvoiced(stored: Stored): boolean {
  return (stored.get('cfdi') ?? stored.get('venta') ?? null) !== null
}

function nameOf({ previous }: PendingWrite): string {
  return `CuentaPorCobrar ${previous?.get('id')}`
}

function demandState(write: PendingWrite, previous: Stored): void {
  const estado = valueAfter(write, 'estado')
  if (estado === 'cancelada' && isInvoiced(previous)) {
    const message = `${nameOf(write)} is of an invoice: cancelling that cancels it.`
    throw wrongState(message, 'estado')
  }
  const isPaidInPart = previous.get('saldo') !== previous.get('total')
  const made = isPaidInPart ? 'cobrada_parcial' : 'vigente'
  if ((estado === 'vigente' || estado === 'cobrada_parcial') && estado !== made) {
    const message = `${nameOf(write)} owes ${previous.get('saldo')} of ${previous.get('total')}: it becomes ${made}.`
    throw wrongState(message, 'estado')
  }
}
