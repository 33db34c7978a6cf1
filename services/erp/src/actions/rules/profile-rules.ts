import { ADMINISTRATOR_TAKES_AWAY, ADMINISTRATOR_WIDENS } from '../../messages/rights.ts'
import { findPermissionKey } from '../../store/people/profile-store.ts'
import type { Callback, CallbackContext, PendingWrite } from '../callbacks/callback.ts'
import { administratorsOnly, demandProfiles, demandRights } from './delegation-limits.ts'
import { changedFields, valueAfter } from './rule.ts'

type Stored = ReadonlyMap<string, string | null>

// The other fields say where and by whom, which grants nothing.
const GIVING = new Set(['usuario', 'perfil', 'activo', 'inicio_vigencia', 'fin_vigencia'])

/** Who is given which profile. @source docs/decisions/0231-erp-rights-handed-on.md */
export const assignmentRule: Callback = {
  before: async (context, write) => {
    if (!changedFields(write).some((name) => GIVING.has(name))) return write.values
    if (write.previous !== null) await demandTakingAway(context, write.previous)
    await demandProfiles(context, idsOf(valueAfter(write, 'perfil')))
    return write.values
  },
  beforeDelete: async (context, { previous }) => {
    await demandTakingAway(context, previous)
  },
}

/** Only an administrator may remove from somebody a profile that takes rights away. */
async function demandTakingAway(context: CallbackContext, previous: Stored): Promise<void> {
  const content = await demandProfiles(context, idsOf(previous.get('perfil') ?? null))
  if (content.limits && !context.caller.rights.isAdministrator) {
    throw administratorsOnly(ADMINISTRATOR_TAKES_AWAY())
  }
}

function idsOf(id: string | null): readonly string[] {
  return id === null ? [] : [id]
}

/** What a profile inherits, and whether it is active. */
export const profileRule: Callback = {
  before: async (context, write) => {
    const changed = changedFields(write)
    const isWider =
      changed.includes('padre') || (write.previous !== null && changed.includes('activo'))
    if (!isWider) return write.values
    const before = write.previous === null ? [] : idsOf(write.previous.get('id') ?? null)
    const content = await demandProfiles(context, [...before, ...idsOf(valueAfter(write, 'padre'))])
    if (write.previous !== null && content.limits && !context.caller.rights.isAdministrator) {
      throw administratorsOnly(ADMINISTRATOR_WIDENS())
    }
    return write.values
  },
}

/** Which rights a profile grants and refuses. */
export const grantRule: Callback = {
  before: async (context, write) => {
    if (changedFields(write).length === 0) return write.values
    if (write.previous !== null)
      await demandKey(context, write.previous.get('permiso') ?? null, null)
    await demandKey(context, valueAfter(write, 'permiso'), write)
    return write.values
  },
  beforeDelete: async (context, { previous }) => {
    await demandKey(context, previous.get('permiso') ?? null, null)
  },
}

async function demandKey(
  context: CallbackContext,
  permiso: string | null,
  write: PendingWrite | null,
): Promise<void> {
  const clave = permiso === null ? undefined : await findPermissionKey(context.tx, permiso)
  if (clave === undefined) return
  const isGranted = write !== null && valueAfter(write, 'concedido') === 'true'
  // Only granted rights have an amount up to which they are given.
  const limite = isGranted ? valueAfter(write, 'limite_importe') : '0'
  await demandRights(context, [{ clave, limite }], { isOwnProfile: false })
}

/** A profile that a new user will have. */
export const promisedProfileRule: Callback = {
  before: async (context, write) => {
    if (changedFields(write).includes('perfil')) {
      await demandProfiles(context, idsOf(valueAfter(write, 'perfil')))
    }
    return write.values
  },
}
