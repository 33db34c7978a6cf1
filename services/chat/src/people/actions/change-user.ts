import { accountToChange, type ChangeableAccount } from '../../access/account-access.ts'
import { requireOwner } from '../../access/require-role.ts'
import { requireAdmin } from '../../access/require-role.ts'
import { accountById, type Account } from '../../access/store/account.ts'
import { deleteConfirmationsOf } from '../../entrance/store/confirmation-store.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { requireAllowedAddress } from '../../realm/actions/address-rules.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { EMAIL_VISIBILITY, leastRole } from '../../tenancy/email-visibility.ts'
import { avatarOf } from '../../tenancy/person-form.ts'
import { ROLE, type Role } from '../../tenancy/roles.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { isEmailAddress, personName } from '../person-name.ts'
import {
  botWatchers,
  lockMembership,
  ownerOfEmail,
  updateAccount,
  usersOfRole,
} from '../store/account-change.ts'
import { changeRole } from './change-role.ts'
import { isLastOwner } from './last-owner.ts'
import { requireUniqueName } from './new-account.ts'
import { writeProfile, type ProfileEntry } from './profile-data.ts'

export interface UserChange {
  readonly fullName?: string | undefined
  readonly role?: Role | undefined
  readonly newEmail?: string | undefined
  readonly profile?: readonly ProfileEntry[] | undefined
}

/** Changes the given properties of another's account. @throws ApiError */
export async function changeUser(
  tools: Tools,
  caller: Caller,
  userId: number,
  change: UserChange,
): Promise<void> {
  const { realm } = caller
  await act(tools, realm.id, async (tx) => {
    await lockMembership(tx, realm.id)
    const account = await accountToChange(tx, caller, userId)
    if (change.newEmail !== undefined && caller.role > ROLE.administrator) {
      throw refusal('User not authorized to change user emails')
    }
    const { role, fullName, newEmail } = change
    if (role !== undefined && role !== account.role) {
      await requireRoleRight(tx, caller, account, role)
      await changeRole(tx, tools, realm, { account, role })
    }
    if (fullName !== undefined && fullName.trim() !== '') {
      await changeFullName(tx, caller, account, fullName)
    }
    if (change.profile !== undefined)
      await writeProfile(tx, { caller, rendering: tools.rendering }, userId, change.profile)
    if (newEmail !== undefined && newEmail !== account.delivery_email) {
      // Whoever has the mailbox can choose the password.
      if (account.role === ROLE.owner) requireOwner(caller)
      await changeEmail(tx, caller, account, newEmail)
    }
  })
}

async function requireRoleRight(
  tx: ActionTx,
  caller: Caller,
  account: Account,
  role: Role,
): Promise<void> {
  requireAdmin(caller)
  if (role === ROLE.owner || account.role === ROLE.owner) requireOwner(caller)
  if (await isLastOwner(tx, caller.realm.id, account)) {
    throw refusal('The owner permission cannot be removed from the only organization owner.')
  }
}

/** Gives an account another name and tells everybody. @throws ApiError saying what is wrong with it */
export async function changeFullName(
  tx: ActionTx,
  caller: Caller,
  account: ChangeableAccount,
  text: string,
): Promise<void> {
  const name = personName(text)
  if (name === account.full_name) return
  await requireUniqueName(tx, caller.realm, { userId: account.id, name })
  await updateAccount(tx, caller.realm.id, account.id, { fullName: name })
  const state = { user_id: account.id, full_name: name }
  tx.emit(
    { realm: 'everyone', about: account.id },
    { type: 'realm_user', op: 'update', person: state },
  )
  if (account.bot_type === null) return
  const users = await botWatchers(tx, caller.realm.id, account.bot_owner_id)
  tx.emit({ users }, { type: 'realm_bot', op: 'update', bot: state })
}

/** Gives an account another address, and tells those who may see it; links sent before are dead. @throws ApiError saying what is wrong with it */
export async function changeEmail(
  tx: ActionTx,
  caller: Caller,
  account: ChangeableAccount,
  email: string,
): Promise<void> {
  const { realm } = caller
  const isBot = account.bot_type !== null
  await requireFreeAddress(tx, realm, { email, userId: account.id, isBot })
  await updateAccount(tx, realm.id, account.id, { deliveryEmail: email })
  await deleteConfirmationsOf(tx, realm.id, account.id)
  const { email_address_visibility: visibility, id } = account
  const isPublic = visibility === EMAIL_VISIBILITY.everyone
  const least = leastRole(visibility)
  const seeing = least === undefined ? [] : await usersOfRole(tx, realm.id, least)
  tx.emit(isPublic ? { realm: 'everyone', about: id } : { users: [...new Set([...seeing, id])] }, {
    type: 'realm_user',
    op: 'update',
    person: { user_id: id, delivery_email: email },
  })
  if (!isPublic) return
  tx.emit(
    { realm: 'everyone', about: id },
    { type: 'realm_user', op: 'update', person: { user_id: id, new_email: email } },
  )
  await emitAvatar(tx, realm, id)
}

interface WantedAddress {
  readonly email: string
  /** Who wants it. */
  readonly userId: number
  /** The organization's rules are for people. */
  readonly isBot?: boolean
}

/** @throws ApiError for an address that is none, is not allowed, or is somebody else's */
export async function requireFreeAddress(
  tx: ActionTx,
  realm: Caller['realm'],
  { email, userId, isBot = false }: WantedAddress,
): Promise<void> {
  if (!isEmailAddress(email)) throw refusal('Invalid address.')
  if (!isBot) await requireAllowedAddress(tx, realm, email)
  const other = await ownerOfEmail(tx, realm.id, email)
  if (other === undefined || other.id === userId) return
  throw refusal(other.is_active ? 'Already has an account.' : 'Account has been deactivated.')
}

/** Tells everybody about a user's current picture. */
export async function emitAvatar(
  tx: ActionTx,
  { id: realmId, host }: Caller['realm'],
  userId: number,
): Promise<void> {
  const account = await accountById(tx, realmId, userId)
  if (account === undefined) throw new Error(`there is no user ${userId}`)
  const isPublic = account.email_address_visibility === EMAIL_VISIBILITY.everyone
  const { url } = avatarOf(account, host, { isEmailVisible: isPublic })
  tx.emit(
    { realm: 'everyone', about: userId },
    {
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: userId,
        avatar_source: account.avatar_path === null ? 'G' : 'U',
        avatar_url: url,
        avatar_url_medium: url,
        avatar_version: account.avatar_version,
      },
    },
  )
}
