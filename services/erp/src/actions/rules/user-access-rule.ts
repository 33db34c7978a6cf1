import type { Tx } from '@oficina/kit/database.ts'

import type { Caller } from '../../identity/caller.ts'
import { insertPassword } from '../../store/people/access-policy-store.ts'
import { revokeSessions } from '../../store/people/session-store.ts'
import { bumpPermissionVersion, unlockUser } from '../../store/people/user-store.ts'
import type { Callback } from '../callbacks/callback.ts'
import { PASSWORDS_KEPT } from '../sign-in/new-password.ts'

/**
 * A new password ends all sessions of its user except the one that set it; a user who is not active has none; both end
 * a lock.
 * @source docs/decisions/0221-erp-access-at-once.md
 */
export const userAccessRule: Callback = {
  after: async ({ tx, caller, now }, { id, values, previous }) => {
    const password = values.get('password')
    if (typeof password === 'string') {
      const set = { usuarioId: id, huella: password, at: now, keep: PASSWORDS_KEPT }
      await insertPassword(tx, caller.empresa, set)
    }
    if (previous === null) return
    await bumpPermissionVersion(tx, caller.empresa, id)
    const state = values.get('estado')
    const isOut = values.has('estado') && state !== 'activo'
    if (isOut) await end(tx, caller, { usuarioId: id, except: null, now })
    else if (password !== undefined) {
      await end(tx, caller, { usuarioId: id, except: ownSession(caller), now })
    }
    if (password !== undefined || state === 'activo') await unlockUser(tx, caller.empresa, id)
  },
}

/** For another user this id matches none of his sessions. */
function ownSession({ credential }: Caller): string | null {
  return credential.kind === 'session' ? credential.id : null
}

async function end(
  tx: Tx,
  { empresa }: Caller,
  details: { readonly usuarioId: string; readonly except: string | null; readonly now: string },
): Promise<void> {
  const choice = { kind: 'all', except: details.except } as const
  await revokeSessions(tx, empresa, { usuarioId: details.usuarioId, choice, now: details.now })
}
