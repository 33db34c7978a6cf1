import { apiError } from '../../../../errors.ts'
import { lockDocumentState } from '../../../../store/lock-document-state.ts'
import type { Callback, CallbackContext, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'

const FINAL = new Set(['aplicada', 'reversada', 'cancelada'])
const BY_HAND = ['manual', 'importada']

/**
 * An applied entry does not change; the action `reversar` alone takes it back. What is written by hand says so, and by
 * whom.
 * @source docs/decisions/0242-erp-entries.md
 */
export const entryRule: Callback = {
  before: ({ caller }, write) => {
    const state = write.previous?.get('estado') ?? null
    if (write.previous !== null && state !== null && FINAL.has(state)) {
      if (changedFields(write).length === 0) return Promise.resolve(write.values)
      throw wrongState(`Poliza ${write.previous.get('id')} is ${state} and is never changed.`)
    }
    refuseForged(write)
    if (write.previous !== null) return Promise.resolve(write.values)
    return Promise.resolve(new Map(write.values).set('capturada_por', caller.usuarioId))
  },
  beforeDelete: (_context, { previous }) => {
    const state = previous.get('estado') ?? ''
    if (FINAL.has(state)) {
      throw wrongState(`Poliza ${previous.get('id')} is ${state} and is never deleted.`)
    }
    return Promise.resolve()
  },
}

/** Entries of documents are reversed with their documents: none that was typed may pass for one. */
function refuseForged(write: PendingWrite): void {
  const origin = valueAfter(write, 'origen') ?? ''
  if (!changedFields(write).includes('origen') || BY_HAND.includes(origin)) return
  const message = `origen is ${BY_HAND.join(' or ')} by hand; only the actions of documents write entries of ${origin}.`
  throw apiError('READ_ONLY_FIELD', message, 'origen')
}

/** The lines of an applied entry are part of it and do not change either. */
export const entryLineRule: Callback = {
  before: async (context, write) => {
    if (changedFields(write).length > 0) {
      await demandOpenEntry(context, write.previous?.get('poliza') ?? null)
      await demandOpenEntry(context, valueAfter(write, 'poliza'))
    }
    return write.values
  },
  beforeDelete: async (context, { previous }) => {
    await demandOpenEntry(context, previous.get('poliza') ?? null)
  },
}

async function demandOpenEntry({ tx, caller }: CallbackContext, id: string | null): Promise<void> {
  if (id === null) return
  const state = await lockDocumentState(tx, caller.empresa, { table: 'poliza', id })
  if (state !== undefined && FINAL.has(state)) {
    throw wrongState(`Poliza ${id} is ${state}: its lines cannot change.`)
  }
}
