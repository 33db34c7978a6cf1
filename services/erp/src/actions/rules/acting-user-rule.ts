import { apiError } from '../../errors.ts'
import { ADMINISTRATOR_ACTS_FOR_OTHERS, NOBODY_ACTS_FOR_OPERATOR } from '../../messages/rights.ts'
import { isOperator } from '../../store/people/profile-store.ts'
import type { Callback, CallbackContext } from '../callbacks/callback.ts'
import { administratorsOnly, demandProfiles } from './delegation-limits.ts'
import { changedFields, valueAfter } from './rule.ts'

/** Records that act for a user belong to that user: only an administrator may create or change those of others. */
export function ownUserRule(field: string): Callback {
  return {
    before: async (context, write) => {
      if (changedFields(write).length === 0) return write.values
      await demandOwn(context, field, write.previous?.get(field) ?? null)
      await demandOwn(context, field, valueAfter(write, field))
      const perfil = valueAfter(write, 'perfil')
      if (perfil !== null) await demandProfiles(context, [perfil])
      return write.values
    },
    beforeDelete: async (context, { previous }) => {
      await demandOwn(context, field, previous.get(field) ?? null)
    },
  }
}

async function demandOwn(
  { tx, caller }: CallbackContext,
  field: string,
  usuario: string | null,
): Promise<void> {
  if (usuario === null || usuario === caller.usuarioId) return
  if (!caller.rights.isAdministrator)
    throw administratorsOnly(ADMINISTRATOR_ACTS_FOR_OTHERS(), field)
  if (!caller.rights.isOperator && (await isOperator(tx, caller.empresa, usuario))) {
    throw apiError('FORBIDDEN', NOBODY_ACTS_FOR_OPERATOR(), field)
  }
}
