import { COMPUTED_RECEIPT_STAYS } from '../../../../messages/payroll-runs.ts'
import type { Callback, CallbackContext } from '../../../callbacks/callback.ts'
import type { KeptRecords } from '../../../rules/kept-records.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'
import { computedFolio, isComputed } from '../store/kept-receipt-store.ts'

type ReceiptField = 'id' | 'recibo'

/** What names the receipt: the record's own id, or the field by which it belongs to one. */
function receiptRule(field: ReceiptField): Callback {
  return {
    passesAll: () => Promise.resolve(field === 'id'),
    before: async (context, write) => {
      const { previous, values } = write
      const sent = field === 'id' ? null : (values.get(field) ?? null)
      if (sent !== null) await refuse(context, String(sent))
      if (previous !== null && changedFields(write).length > 0)
        await refuse(context, previous.get(field) ?? null)
      return values
    },
    beforeDelete: async (context, { previous }) => {
      await refuse(context, previous.get(field) ?? null)
    },
  }
}

async function refuse({ tx, caller }: CallbackContext, receipt: string | null): Promise<void> {
  const folio = receipt === null ? null : await computedFolio(tx, caller.empresa, receipt)
  if (folio !== null) throw wrongState(COMPUTED_RECEIPT_STAYS({ receipt: folio }))
}

function computedRecords(field: ReceiptField): KeptRecords {
  return { isKept: (empresa, of) => isComputed(empresa, of(field)), but: [] }
}

/**
 * What payroll computed is corrected by what it was computed from: an amount that a hand changed would neither be taxed
 * nor be in the sums of its run, and the next computation would lose it.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export const computedReceiptRule = receiptRule('id')
export const computedLineRule = receiptRule('recibo')
export const computedReceipts = computedRecords('id')
export const computedLines = computedRecords('recibo')
