import { OF_INVOICE } from '../../../../messages/receivables.ts'
import type { Callback, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'

/** What of an invoice's receivable is a matter of collecting it. */
const COLLECTING: ReadonlySet<string> = new Set(['vencimiento', 'cobrador'])

/**
 * What is owed by an invoice is as it was stamped and booked: its own actions take it back.
 * @source docs/decisions/0252-erp-cash.md
 */
export const receivableRule: Callback = {
  before: (_context, write) => {
    if (write.previous !== null) demandCollecting(write, write.previous)
    return Promise.resolve(write.values)
  },
  beforeDelete: (_context, { previous }) => {
    if (!isInvoiced(previous)) return Promise.resolve()
    throw wrongState(OF_INVOICE.record({ id: String(previous.get('id')) }))
  },
}

function demandCollecting(write: PendingWrite, previous: Stored): void {
  const field = changedFields(write).find((name) => !COLLECTING.has(name))
  if (field !== undefined && isInvoiced(previous)) {
    throw wrongState(OF_INVOICE.field({ id: String(previous.get('id')), field }), field)
  }
}

type Stored = ReadonlyMap<string, string | null>

function isInvoiced(stored: Stored): boolean {
  return (stored.get('cfdi') ?? stored.get('venta') ?? null) !== null
}
