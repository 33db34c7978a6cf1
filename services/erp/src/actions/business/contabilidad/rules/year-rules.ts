import { apiError } from '../../../../errors.ts'
import { CLOSED_YEAR_KEEPS, YEAR_STATE_BY_ACTIONS } from '../../../../messages/fiscal-years.ts'
import type { Callback } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'

const CLOSED = 'cerrado'

/**
 * A year is closed and opened again by its actions; of a closed one only the name changes. It may be created in any
 * state, for the years before the company came here.
 * @source docs/decisions/0242-erp-entries.md
 */
export const yearRule: Callback = {
  before: (_context, write) => {
    const state = write.previous?.get('estado')
    const changed = changedFields(write)
    const isMove = write.previous !== null && changed.includes('estado')
    if (isMove && (state === CLOSED || valueAfter(write, 'estado') === CLOSED)) {
      throw apiError('READ_ONLY_FIELD', YEAR_STATE_BY_ACTIONS(), 'estado')
    }
    const other = changed.find((name) => name !== 'nombre')
    if (state === CLOSED && other !== undefined) {
      const id = write.previous?.get('id') ?? ''
      throw wrongState(CLOSED_YEAR_KEEPS({ id, field: other }), other)
    }
    return Promise.resolve(write.values)
  },
}
