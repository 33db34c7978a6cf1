import type { Callback } from '../../../callbacks/callback.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'
import { findIntentState } from '../../cfdi/store/intent-store.ts'

/** A document does not change while its CFDI is on its way to the PAC. @source docs/decisions/0251-erp-stamping.md */
export const stampingRule: Callback = {
  passesAll: () => Promise.resolve(true),
  before: async ({ tx, caller }, write) => {
    const cfdi = write.previous?.get('cfdi') ?? null
    if (cfdi === null || changedFields(write).length === 0) return write.values
    if ((await findIntentState(tx, caller.empresa, cfdi)) !== 'pendiente') return write.values
    const record = `${write.model.name} ${write.previous?.get('id')}`
    throw wrongState(`${record} is being stamped, as Cfdi ${cfdi}; it can change after that.`)
  },
}
