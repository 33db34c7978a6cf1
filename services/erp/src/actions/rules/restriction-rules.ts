import type { Model } from '../../dictionary/types.ts'
import { ApiError, apiError } from '../../errors.ts'
import { AT_PLACE } from '../../messages/requests.ts'
import {
  ADMINISTRATOR_WRITES,
  RULE_LIMITS_NOTHING,
  RULE_OF_NO_MODEL,
} from '../../messages/rights.ts'
import { findModelName } from '../../store/people/profile-store.ts'
import { parseRecordRule } from '../../visibility/record-rule.ts'
import type { Callback, CallbackContext, PendingWrite } from '../callbacks/callback.ts'
import { administratorsOnly } from './delegation-limits.ts'
import { changedFields, valueAfter } from './rule.ts'

/** Only an administrator may set what restricts everybody: whoever can loosen his own restrictions has none. */
export const administratorRule: Callback = {
  before: (context, write) => {
    demandAdministration(context, write.model.name)
    return Promise.resolve(write.values)
  },
  beforeDelete: refuseDeletion,
}

function refuseDeletion(
  context: CallbackContext,
  { model }: { readonly model: Model },
): Promise<void> {
  demandAdministration(context, model.name)
  return Promise.resolve()
}

function demandAdministration({ caller }: CallbackContext, model: string): void {
  if (!caller.rights.isAdministrator) throw administratorsOnly(ADMINISTRATOR_WRITES({ model }))
}

const APPLIES = ['aplica_lectura', 'aplica_escritura', 'aplica_borrado']

/**
 * A rule on records is validated when it is written, not when it first locks somebody out.
 * @source docs/decisions/0230-erp-rights-on-fields-and-records.md
 */
export const recordRuleRule: Callback = {
  before: async (context, write) => {
    demandAdministration(context, write.model.name)
    if (changedFields(write).length === 0) return write.values
    if (APPLIES.every((name) => valueAfter(write, name) !== 'true')) {
      throw apiError('VALIDATION', RULE_LIMITS_NOTHING({ fields: APPLIES }), 'aplica_lectura')
    }
    await demandReadable(context, write)
    return write.values
  },
  beforeDelete: refuseDeletion,
}

async function demandReadable(
  { tx, caller, registry }: CallbackContext,
  write: PendingWrite,
): Promise<void> {
  const id = valueAfter(write, 'modelo')
  const name = id === null ? undefined : await findModelName(tx, id)
  const model = name === undefined ? undefined : registry.models.get(name)
  if (model === undefined) {
    throw apiError('VALIDATION', RULE_OF_NO_MODEL(), 'modelo')
  }
  const filter: unknown = JSON.parse(valueAfter(write, 'filtro') ?? 'null')
  const parsed = parseRecordRule(model, filter, caller.rights.placeholders)
  if (parsed.ok) return
  throw new ApiError(
    parsed.error.map(({ message }) => ({
      code: 'VALIDATION' as const,
      message: AT_PLACE({ place: 'filtro', what: message }),
      field: 'filtro',
    })),
  )
}
