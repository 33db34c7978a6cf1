import { apiError } from '../../errors.ts'
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
      const message = `limite_importe must not be below zero, as ${limit} is.`
      throw apiError('VALIDATION', message, 'limite_importe')
    }
    const currency = valueAfter(write, 'moneda')
    if (currency !== null && currency !== (await findCompanyCurrency(tx, caller.empresa))) {
      const message =
        'limite_importe is compared with totals in the currency of the company: moneda must be that currency, or empty.'
      throw apiError('VALIDATION', message, 'moneda')
    }
    return write.values
  },
}
