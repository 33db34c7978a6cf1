import { apiError } from '../../errors.ts'
import { NOT_BELOW_ZERO } from '../../messages/computed.ts'
import { LIMIT_IN_OWN_CURRENCY } from '../../messages/record-rules.ts'
import { FIELD_IS } from '../../messages/values.ts'
import { findCompanyCurrency } from '../../store/journal-store.ts'
import type { Callback } from '../callbacks/callback.ts'
import { changedFields, valueAfter } from './rule.ts'

/**
 * A buyer's limit must be an amount that purchases can be compared with: not below zero, in the company's currency.
 * @source docs/decisions/0211-erp-purchases.md
 */
export const buyerRule: Callback = {
  before: async ({ tx, caller }, write) => {
    const limit = valueAfter(write, 'limite_importe')
    const changed = changedFields(write)
    const isAsked = changed.includes('limite_importe') || changed.includes('moneda')
    if (limit === null || !isAsked) return write.values
    if (limit.startsWith('-')) {
      const field = 'limite_importe'
      const what = NOT_BELOW_ZERO({ amount: limit })
      throw apiError('VALIDATION', FIELD_IS({ field, model: write.model.name, what }), field)
    }
    const currency = valueAfter(write, 'moneda')
    if (currency !== null && currency !== (await findCompanyCurrency(tx, caller.empresa))) {
      throw apiError('VALIDATION', LIMIT_IN_OWN_CURRENCY(), 'moneda')
    }
    return write.values
  },
}
