import { apiError } from '../../errors.ts'
import { SUBSCRIPTION_SENDS_ALL } from '../../messages/rights.ts'
import { findEventModel } from '../../store/people/profile-store.ts'
import type { Callback } from '../callbacks/callback.ts'
import { changedFields, valueAfter } from './rule.ts'

/**
 * A subscription sends what happens to every record of a model to an address: only someone who may read all of them
 * entirely may create one.
 */
export const subscriptionRule: Callback = {
  before: async ({ tx, caller, registry, views }, write) => {
    const event = valueAfter(write, 'evento')
    if (event === null || changedFields(write).length === 0) return write.values
    const name = await findEventModel(tx, event)
    const model = name === undefined ? undefined : registry.models.get(name)
    if (model !== undefined && views.of(caller.rights).seesWhole(model)) return write.values
    throw apiError('FORBIDDEN', SUBSCRIPTION_SENDS_ALL({ model: name ?? null }), 'evento')
  },
}
