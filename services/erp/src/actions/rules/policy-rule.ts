import { ApiError, type ErrorEntry } from '../../errors.ts'
import { WHOLE_NUMBER_FROM_TO } from '../../messages/record-rules.ts'
import { FIELD_IS } from '../../messages/values.ts'
import { clearOtherDefaults } from '../../store/people/access-policy-store.ts'
import type { Callback } from '../callbacks/callback.ts'
import { PASSWORDS_KEPT } from '../sign-in/new-password.ts'
import { staleCompany } from './rights-rules.ts'

const BOUNDS: readonly (readonly [field: string, least: number, most: number])[] = [
  ['longitud_minima', 1, 200],
  ['dias_vigencia', 1, 3_650],
  ['contrasenas_recordadas', 0, PASSWORDS_KEPT],
  ['intentos_maximos', 1, 100],
  ['minutos_bloqueo', 1, 525_600],
  ['minutos_inactividad', 1, 525_600],
  ['sesiones_simultaneas', 1, 1_000],
]

/**
 * Numbers that can be enforced, and at most one default.
 * @source docs/decisions/0222-erp-access-policies.md
 */
export const policyRule: Callback = {
  before: (_context, { model, values }) => {
    const problems = BOUNDS.flatMap(([field, least, most]): ErrorEntry[] => {
      const value = values.get(field)
      if (value === null || value === undefined) return []
      if (Number(value) >= least && Number(value) <= most) return []
      const what = WHOLE_NUMBER_FROM_TO({ least, most })
      const message = FIELD_IS({ field, model: model.name, what })
      return [{ code: 'VALIDATION', field, message }]
    })
    if (problems.length > 0) throw new ApiError(problems)
    return Promise.resolve(values)
  },
  after: async (context, { id, values }) => {
    const { tx, caller } = context
    if (values.get('es_predeterminada') === true) await clearOtherDefaults(tx, caller.empresa, id)
    await staleCompany(context)
  },
  beforeDelete: staleCompany,
}
