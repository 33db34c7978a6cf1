import { apiError } from '../../../../errors.ts'
import { ENTRY_ORIGIN_BY_HAND } from '../../../../messages/manual-entries.ts'
import type { Callback, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter } from '../../../rules/rule.ts'

const BY_HAND = ['manual', 'importada']

/**
 * What is written by hand says so, and by whom.
 * @source docs/decisions/0242-erp-entries.md
 */
export const entryRule: Callback = {
  before: ({ caller }, write) => {
    refuseForged(write)
    if (write.previous !== null) return Promise.resolve(write.values)
    return Promise.resolve(new Map(write.values).set('capturada_por', caller.usuarioId))
  },
}

/** Entries of documents are reversed with their documents: none that was typed may pass for one. */
function refuseForged(write: PendingWrite): void {
  const origin = valueAfter(write, 'origen') ?? ''
  if (!changedFields(write).includes('origen') || BY_HAND.includes(origin)) return
  throw apiError('READ_ONLY_FIELD', ENTRY_ORIGIN_BY_HAND({ allowed: BY_HAND, origin }), 'origen')
}
