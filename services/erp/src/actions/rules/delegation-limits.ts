import { apiError, type ApiError } from '../../errors.ts'
import { holdsRight, scopeOfKey } from '../../identity/holds-right.ts'
import { mexicanDay } from '../../identity/mexican-day.ts'
import type { Message } from '../../messages/message.ts'
import { MORE_THAN_OWN } from '../../messages/rights.ts'
import {
  findOwn,
  readProfiles,
  type OwnRight,
  type ProfileContent,
} from '../../store/people/profile-store.ts'
import { cents } from '../business/cents.ts'
import type { CallbackContext } from '../callbacks/callback.ts'

/** The refusal of what only an administrator may do. */
export function administratorsOnly(message: Message, field?: string): ApiError {
  return apiError('FORBIDDEN', message, field)
}

/** A right with the amount up to which it is given; null: any. */
type HandedOn = OwnRight

/**
 * Nobody gives others more than he has himself: no right, no larger amount, no more fields or records.
 * @throws ApiError FORBIDDEN naming the first right that the caller lacks
 * @source docs/decisions/0231-erp-rights-handed-on.md
 */
export async function demandRights(
  context: CallbackContext,
  rights: readonly HandedOn[],
  { isOwnProfile }: { readonly isOwnProfile: boolean },
): Promise<void> {
  const { caller, registry } = context
  if (caller.rights.isAdministrator) return
  const own = await ownOf(context)
  for (const { clave, limite } of rights) {
    const isHeld =
      holdsRight(caller.rights, { registry, key: clave, isOwnProfile }) &&
      reaches(ownLimit(context, own.limits, clave), limite)
    if (!isHeld) throw aboveOwn(clave)
  }
}

/** Everything that a profile grants. @throws ApiError FORBIDDEN */
export async function demandProfiles(
  context: CallbackContext,
  ids: readonly string[],
): Promise<ProfileContent> {
  const { tx, caller } = context
  const content = await readProfiles(tx, caller.empresa, ids)
  if (caller.rights.isAdministrator) return content
  const { profiles } = await ownOf(context)
  const isOwnProfile = ids.every((id) => profiles.includes(id))
  await demandRights(context, content.grants, { isOwnProfile })
  return content
}

async function ownOf({ tx, caller, now }: CallbackContext) {
  const today = mexicanDay(Date.parse(now))
  return await findOwn(tx, caller.empresa, { usuario: caller.usuarioId, today })
}

/**
 * The amount up to which the caller himself has a right; a module's grant covers its models. Undefined: he does not
 * have it.
 */
function ownLimit(
  { registry }: CallbackContext,
  limits: readonly OwnRight[],
  key: string,
): bigint | null {
  const scope = scopeOfKey(registry, key)
  const module = scope?.models[0]?.module
  const keys = [key, `modulo:${module}.${scope?.right}`]
  const found = limits.filter(({ clave }) => keys.includes(clave))
  if (found.length === 0 || found.some(({ limite }) => limite === null)) return null
  return found
    .map(({ limite }) => cents(limite ?? '0'))
    .reduce((most, amount) => (amount > most ? amount : most), 0n)
}

function reaches(own: bigint | null, limit: string | null): boolean {
  if (own === null) return true
  return limit !== null && cents(limit) <= own
}

function aboveOwn(key: string): ApiError {
  return apiError('FORBIDDEN', MORE_THAN_OWN({ right: key }))
}
