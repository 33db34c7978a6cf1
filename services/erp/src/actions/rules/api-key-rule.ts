import type { Tx } from '@oficina/kit/database.ts'

import { apiError } from '../../errors.ts'
import { keyHash, newApiKey } from '../../identity/token.ts'
import {
  ADMINISTRATOR_MAKES_KEYS,
  KEY_LIMIT,
  KEY_MAKES_NO_KEYS,
  KEY_SCOPES,
  KEY_SHOWN_ONCE,
  NO_SUCH_RIGHT,
  REVOKED_STAYS,
} from '../../messages/rights.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { unknownScopes } from '../../store/people/api-key-store.ts'
import type { Callback, CallbackContext, PendingWrite } from '../callbacks/callback.ts'
import { staleCompany } from './rights-rules.ts'
import { valueAfter } from './rule.ts'

const MAX_SCOPES = 1_000

/**
 * The service generates the key, shows it once and stores only its hash. A key acts for its user, so only an
 * administrator may create one for another user; a revoked key stays revoked.
 * @source docs/decisions/0225-erp-api-keys.md
 */
export const apiKeyRule: Callback = {
  before: async (context, write) => {
    refuseOthers(context, write)
    await refuseScopes(context.tx, write.values.get('alcances'))
    refuseLimit(write.values.get('limite_por_minuto'))
    if (write.previous === null) return withNewKey(context, write)
    const wasRevoked = write.previous.get('estado') === 'revocada'
    if (wasRevoked && valueAfter(write, 'estado') !== 'revocada') {
      throw apiError('INVALID_STATE', REVOKED_STAYS(), 'estado')
    }
    return write.values
  },
  after: staleCompany,
  beforeDelete: staleCompany,
}

function withNewKey({ reveal }: CallbackContext, { values }: PendingWrite) {
  if (reveal === undefined) {
    throw apiError('VALIDATION', KEY_SHOWN_ONCE())
  }
  const { key, prefix } = newApiKey()
  reveal('clave', key)
  return new Map(values).set('prefijo', prefix).set('huella', keyHash(key))
}

function refuseOthers({ caller }: CallbackContext, write: PendingWrite): void {
  if (caller.credential.kind === 'key') {
    throw apiError('FORBIDDEN', KEY_MAKES_NO_KEYS())
  }
  if (caller.rights.isAdministrator || valueAfter(write, 'usuario') === caller.usuarioId) return
  throw apiError('FORBIDDEN', ADMINISTRATOR_MAKES_KEYS())
}

function refuseLimit(value: FieldValue | null | undefined): void {
  if (value === null || value === undefined || Number(value) >= 1) return
  throw apiError('VALIDATION', KEY_LIMIT(), 'limite_por_minuto')
}

async function refuseScopes(tx: Tx, value: FieldValue | null | undefined): Promise<void> {
  if (value === null || value === undefined) return
  const scopes: unknown = JSON.parse(String(value))
  if (scopes === null) return
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')
  if (!isList || scopes.length > MAX_SCOPES) {
    throw apiError('VALIDATION', KEY_SCOPES({ most: MAX_SCOPES }), 'alcances')
  }
  const [unknown] = await unknownScopes(tx, scopes)
  if (unknown === undefined) return
  throw apiError('VALIDATION', NO_SUCH_RIGHT({ right: unknown }), 'alcances')
}
