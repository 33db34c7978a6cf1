import { ADVANCE_INVOICE_KEPT } from '../../../../messages/invoiced-advances.ts'
import type { Callback } from '../../../callbacks/callback.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'

/** The invoice that the service issued of an advance is its own actions' alone. @source docs/decisions/0252-erp-cash.md */
export const advanceRule: Callback = {
  before: (_context, write) => {
    const isIssued = (write.previous?.get('tasa_iva') ?? null) !== null
    if (!isIssued || !changedFields(write).includes('cfdi')) return Promise.resolve(write.values)
    throw wrongState(ADVANCE_INVOICE_KEPT({ id: String(write.previous?.get('id')) }), 'cfdi')
  },
}
