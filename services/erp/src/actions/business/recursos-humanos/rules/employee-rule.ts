import { WAGE_CHANGED_BY_ACTION } from '../../../../messages/personnel.ts'
import type { Callback } from '../../../callbacks/callback.ts'
import { changedFields, wrongState } from '../../../rules/rule.ts'
import { hasWageHistory } from '../store/wage-history-store.ts'

const WAGE = ['salario_diario', 'salario_base_cotizacion']

/**
 * A wage that has a history is changed by what writes the history. Who is brought along with his wage by a file, and not
 * hired here, has none yet.
 * @source docs/decisions/0296-erp-life-of-employees.md
 */
export const employeeRule: Callback = {
  before: async ({ tx, caller }, write) => {
    const { previous, values } = write
    if (previous === null) return values
    const field = changedFields(write).find((name) => WAGE.includes(name))
    const id = previous.get('id') ?? ''
    if (field === undefined || !(await hasWageHistory(tx, caller.empresa, id))) return values
    throw wrongState(WAGE_CHANGED_BY_ACTION({ field, number: previous.get('numero') ?? id }), field)
  },
}
