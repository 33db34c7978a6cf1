import type { Tx } from '@oficina/kit/database.ts'

import { apiError } from '../../errors.ts'
import { keyHash, newApiKey } from '../../identity/token.ts'
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
      throw apiError('INVALID_STATE', 'A revoked key stays revoked; create another.', 'estado')
    }
    return write.values
  },
  after: staleCompany,
  beforeDelete: staleCompany,
}

function withNewKey({ reveal }: CallbackContext, { values }: PendingWrite) {
  if (reveal === undefined) {
    throw apiError(
      'VALIDATION',
      'A key is shown only once, to whoever creates it with POST /ClaveApi.',
    )
  }
  const { key, prefix } = newApiKey()
  reveal('clave', key)
  return new Map(values).set('prefijo', prefix).set('huella', keyHash(key))
}

function refuseOthers({ caller }: CallbackContext, write: PendingWrite): void {
  if (caller.credential.kind === 'key') {
    throw apiError(
      'FORBIDDEN',
      'An API key may not create or change API keys: this needs a session.',
    )
  }
  if (caller.rights.isAdministrator || valueAfter(write, 'usuario') === caller.usuarioId) return
  throw apiError('FORBIDDEN', 'Only an administrator of the company makes keys for other users.')
}

function refuseLimit(value: FieldValue | null | undefined): void {
  if (value === null || value === undefined || Number(value) >= 1) return
  throw apiError('VALIDATION', 'limite_por_minuto must be 1 or more.', 'limite_por_minuto')
}

async function refuseScopes(tx: Tx, value: FieldValue | null | undefined): Promise<void> {
  if (value === null || value === undefined) return
  const scopes: unknown = JSON.parse(String(value))
  if (scopes === null) return
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')
  if (!isList || scopes.length > MAX_SCOPES) {
    const message = `alcances must be a list of at most ${MAX_SCOPES} keys of PermisoSistema, such as ["Compra.leer"].`
    throw apiError('VALIDATION', message, 'alcances')
  }
  const [unknown] = await unknownScopes(tx, scopes)
  if (unknown === undefined) return
  throw apiError('VALIDATION', `alcances: there is no right ${unknown}.`, 'alcances')
}
