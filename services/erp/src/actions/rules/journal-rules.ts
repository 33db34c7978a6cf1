import { apiError } from '../../errors.ts'
import { lockDocumentState } from '../../store/lock-document-state.ts'
import { findEntrySums } from '../../store/journal-store.ts'
import type { Callback, CallbackContext, PendingWrite } from '../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from './rule.ts'

const FINAL = new Set(['aplicada', 'reversada', 'cancelada'])

/**
 * An applied entry does not change; another entry can only reverse it. One that is applied by hand must balance first.
 * @source docs/decisions/0211-erp-purchases.md
 */
export const entryRule: Callback = {
  before: async (context, write) => {
    const state = write.previous?.get('estado') ?? null
    if (write.previous !== null && state !== null && FINAL.has(state)) {
      if (changedFields(write).length === 0) return write.values
      throw wrongState(`Poliza ${write.previous.get('id')} is ${state} and is never changed.`)
    }
    if (changedFields(write).includes('origen') && write.values.get('origen') === 'compras') {
      throw apiError(
        'READ_ONLY_FIELD',
        'Only the actions of Compra write entries of compras.',
        'origen',
      )
    }
    if (valueAfter(write, 'estado') !== 'aplicada') return write.values
    return await balanced(context, write)
  },
  beforeDelete: (_context, { previous }) => {
    const state = previous.get('estado') ?? ''
    if (FINAL.has(state)) {
      throw wrongState(`Poliza ${previous.get('id')} is ${state} and is never deleted.`)
    }
    return Promise.resolve()
  },
}

/** The totals of an entry are those of its lines. */
async function balanced({ tx, caller }: CallbackContext, write: PendingWrite) {
  const id = write.previous?.get('id') ?? null
  const sums = id === null ? null : await findEntrySums(tx, caller.empresa, id)
  if (sums === null || sums.lineas === 0) {
    throw wrongState('Add the lines of a Poliza before applying it.', 'estado')
  }
  if (sums.cargos !== sums.abonos) {
    const message = `Poliza ${id} does not balance: debits ${sums.cargos}, credits ${sums.abonos}.`
    throw wrongState(message, 'estado')
  }
  return new Map(write.values).set('total_cargo', sums.cargos).set('total_abono', sums.abonos)
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
