import { apiError } from '../../../../errors.ts'
import {
  CLOSED_PERIOD_KEEPS,
  CLOSED_PERIOD_STAYS,
  PERIOD_STATE_BY_ACTIONS,
} from '../../../../messages/accounting-periods.ts'
import type { Callback, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'

const CLOSED = 'cerrado'

/**
 * A period is closed and opened again by its actions; of a closed one only the name changes. It may be created in any
 * state, for the years before the company came here.
 * @source docs/decisions/0242-erp-entries.md
 */
export const periodRule: Callback = {
  before: (_context, write) => {
    if (write.previous !== null) refuseMoves(write)
    return Promise.resolve(write.values)
  },
  beforeDelete: (_context, { previous }) => {
    if (previous.get('estado') === CLOSED) {
      throw wrongState(CLOSED_PERIOD_STAYS({ id: previous.get('id') ?? '' }))
    }
    return Promise.resolve()
  },
}

function refuseMoves(write: PendingWrite): void {
  const changed = changedFields(write)
  const state = write.previous?.get('estado')
  const isMove = changed.includes('estado')
  if (isMove && (state === CLOSED || valueAfter(write, 'estado') === CLOSED)) {
    throw apiError('READ_ONLY_FIELD', PERIOD_STATE_BY_ACTIONS(), 'estado')
  }
  const other = changed.find((name) => name !== 'nombre')
  if (state === CLOSED && other !== undefined) {
    const id = write.previous?.get('id') ?? ''
    throw wrongState(CLOSED_PERIOD_KEEPS({ id, field: other }), other)
  }
}
