import type { ActionTx } from '../events/act.ts'
import { refusal } from '../tenancy/api-error.ts'
import type { Caller } from '../tenancy/store/user-store.ts'
import { isAdmin } from '../tenancy/viewer.ts'
import type { Told } from '../tenancy/words/say.ts'
import { proven, type Proven } from './proof.ts'
import { accountById, type Account } from './store/account.ts'

/** An account that the caller may change. */
export type ChangeableAccount = Proven<Account, 'change'>

interface AccountRules {
  /** Bots count like people. */
  readonly who?: 'people' | 'everybody'
  readonly state?: 'active' | 'any'
  /** Settings that nobody has. */
  readonly missing?: Told
}

/**
 * An account that the caller may change: anybody's for administrators, else one of the caller's own bots. @throws
 * ApiError
 */
export async function accountToChange(
  tx: ActionTx,
  caller: Caller,
  id: number,
  { who = 'everybody', state = 'any', missing = 'No such user' }: AccountRules = {},
): Promise<ChangeableAccount> {
  const account = await accountById(tx, caller.realm.id, id)
  if (account === undefined || (account.bot_type !== null && who === 'people')) {
    throw refusal(missing)
  }
  if (!account.is_active && state === 'active') throw refusal('User is deactivated')
  requireOwnBot(caller, account)
  return proven(account, 'change')
}

/** The caller's own account, which they may change. @throws ApiError "No such user" */
export async function ownAccount(tx: ActionTx, caller: Caller): Promise<ChangeableAccount> {
  const account = await accountById(tx, caller.realm.id, caller.id)
  if (account === undefined) throw refusal('No such user')
  return proven(account, 'change')
}

/** Administrators may change anybody, others their own bots. @throws ApiError "Insufficient permission" */
export function requireOwnBot(
  caller: Caller,
  { bot_owner_id: ownerId }: Pick<Account, 'bot_owner_id'>,
): void {
  if (!isAdmin(caller) && ownerId !== caller.id) throw refusal('Insufficient permission')
}
