import { apiError, type ApiError } from '../../errors.ts'
import {
  ADMINISTRATOR_CHANGES,
  ADMINISTRATOR_CHANGES_ADMINISTRATORS,
  ADMINISTRATOR_CHANGES_PASSWORDS,
  OPERATOR_CHANGES_OPERATOR,
} from '../../messages/rights.ts'
import { isOperator } from '../../store/people/profile-store.ts'
import type { Callback, CallbackContext, PendingWrite } from '../callbacks/callback.ts'
import { administratorsOnly } from './delegation-limits.ts'
import { changedFields } from './rule.ts'

// Fields that weaken a login or widen rights.
const ADMINISTRATORS = new Set(['es_administrador', 'politica', 'doble_factor'])

/**
 * A right to change users is not administration: only administrators decide who is one, change other people's
 * passwords, or change users who are administrators; only the operator changes the operator's user.
 * @source docs/decisions/0231-erp-rights-handed-on.md
 */
export const userRule: Callback = {
  before: async (context, write) => {
    const changed = changesOf(write)
    if (changed.length === 0) return write.values
    if (write.previous !== null) await demandTarget(context, write.previous)
    if (!context.caller.rights.isAdministrator) refuseAdministration(context, write, changed)
    return write.values
  },
  beforeDelete: async (context, { previous }) => {
    await demandTarget(context, previous)
  },
}

function changesOf(write: PendingWrite): readonly string[] {
  const password = write.values.has('password') ? ['password'] : []
  // Values that a new user has anyway are no change.
  const stated = changedFields(write).filter(
    (name) => write.previous !== null || write.values.get(name) !== false,
  )
  return [...stated, ...password]
}

function refuseAdministration(
  { caller }: CallbackContext,
  { previous }: PendingWrite,
  changed: readonly string[],
): void {
  const field = changed.find((name) => ADMINISTRATORS.has(name))
  if (field !== undefined) throw administratorsOnly(ADMINISTRATOR_CHANGES({ field }), field)
  const isOther = previous !== null && previous.get('id') !== caller.usuarioId
  if (isOther && changed.includes('password')) {
    throw administratorsOnly(ADMINISTRATOR_CHANGES_PASSWORDS(), 'password')
  }
}

async function demandTarget(
  { tx, caller }: CallbackContext,
  previous: ReadonlyMap<string, string | null>,
): Promise<void> {
  const id = previous.get('id') ?? ''
  if (id === caller.usuarioId) return
  if (previous.get('es_administrador') === 'true' && !caller.rights.isAdministrator) {
    throw administratorsOnly(ADMINISTRATOR_CHANGES_ADMINISTRATORS())
  }
  if (!caller.rights.isOperator && (await isOperator(tx, caller.empresa, id))) throw operatorsOwn()
}

function operatorsOwn(): ApiError {
  return apiError('FORBIDDEN', OPERATOR_CHANGES_OPERATOR())
}
