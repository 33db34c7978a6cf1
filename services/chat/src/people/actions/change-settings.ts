import { hashPassword, isPassword } from '@oficina/kit/password.ts'

import { ownAccount, type ChangeableAccount } from '../../access/account-access.ts'
import type { Account } from '../../access/store/account.ts'
import { requestAddress } from '../../entrance/actions/confirm-address.ts'
import { deleteConfirmationsOf } from '../../entrance/store/confirmation-store.ts'
import { act, type ActionTx } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { EMAIL_VISIBILITY, leastRole } from '../../tenancy/email-visibility.ts'
import { apiEmail } from '../../tenancy/person-form.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { userSetting } from '../../tenancy/settings.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { USER_SETTINGS } from '../../tenancy/user-settings.ts'
import { isAdmin } from '../../tenancy/viewer.ts'
import { checkPassword } from '../person-name.ts'
import type { SignInTools } from '../sign-in-tools.ts'
import { lockMembership, usersOfRole } from '../store/account-change.ts'
import { credentialsById } from '../store/credential-store.ts'
import { setPassword, storeUserSettings } from '../store/user-settings-store.ts'
import { changeEmail, changeFullName, emitAvatar } from './change-user.ts'

export interface SettingsRequest {
  readonly fullName: string | undefined
  readonly email: string | undefined
  readonly oldPassword: string | undefined
  readonly newPassword: string | undefined
  /** Checked values by name. */
  readonly settings: Readonly<Record<string, boolean | number | string>>
}

/** Changes the given properties of the caller's own account and settings. @throws ApiError */
export async function changeSettings(
  tools: SignInTools,
  caller: Caller,
  request: SettingsRequest,
): Promise<void> {
  const { realm, deliveryEmail } = caller
  const isAddressNew = request.email !== undefined && request.email.trim() !== deliveryEmail
  if (isAddressNew || request.newPassword !== undefined) {
    await requirePassword(tools, caller, request.oldPassword ?? '')
  }
  const passwordHash = await newPasswordHash(request)
  await act(tools, realm.id, async (tx) => {
    if (request.email !== undefined) await lockMembership(tx, realm.id)
    const account = await ownAccount(tx, caller)
    if (passwordHash !== undefined) {
      await setPassword(tx, realm.id, caller.id, passwordHash)
      await deleteConfirmationsOf(tx, realm.id, caller.id)
    }
    await changeAccount(tx, tools, { caller, account }, request)
    await changeValues(tx, caller, account, request.settings)
  })
}

/** Somebody with a stolen key must neither be able to guess the password nor take the account over. @throws ApiError */
async function requirePassword(
  { database, signIns }: SignInTools,
  { realm, id, deliveryEmail }: Caller,
  password: string,
): Promise<void> {
  const name = deliveryEmail.toLowerCase()
  await signIns.use(realm.id, name)
  const account = await credentialsById(database, realm.id, id)
  const stored = account?.passwordHash ?? null
  if (stored === null || !(await isPassword(password, stored))) throw refusal('Wrong password!')
  await signIns.forget(realm.id, name)
}

async function newPasswordHash({ newPassword }: SettingsRequest): Promise<string | undefined> {
  if (newPassword === undefined) return undefined
  checkPassword(newPassword)
  return await hashPassword(newPassword)
}

async function changeAccount(
  tx: ActionTx,
  tools: SignInTools,
  { caller, account }: { readonly caller: Caller; readonly account: ChangeableAccount },
  { email, fullName }: SettingsRequest,
): Promise<void> {
  const { settings } = caller.realm
  const address = email?.trim()
  if (address !== undefined && address !== account.delivery_email) {
    if (settings.email_changes_disabled && !isAdmin(caller)) {
      throw refusal('Email address changes are disabled in this organization.')
    }
    if (tools.isMailConfigured) await requestAddress(tx, tools, caller, address)
    else await changeEmail(tx, caller, account, address)
  }
  // If names are fixed, Zulip too ignores this silently: its clients do not offer it.
  const isNameFixed = settings.name_changes_disabled && !isAdmin(caller)
  if (fullName !== undefined && !isNameFixed) await changeFullName(tx, caller, account, fullName)
}

async function changeValues(
  tx: ActionTx,
  caller: Caller,
  account: Account,
  given: SettingsRequest['settings'],
): Promise<void> {
  const changes = Object.entries(given).filter(
    // The names are those of the settings themselves.
    ([name, value]) => userSetting(caller, name as keyof typeof USER_SETTINGS) !== value,
  )
  if (changes.length === 0) return
  await storeUserSettings(tx, caller.realm.id, caller.id, Object.fromEntries(changes))
  for (const [property, value] of changes) {
    const more = property === 'default_language' ? { language_name: languageName(value) } : {}
    const event = { type: 'user_settings', op: 'update', property, value, ...more } as const
    tx.emit({ users: [caller.id] }, event)
  }
  const { timezone, email_address_visibility: visibility, ...others } = Object.fromEntries(changes)
  const { allow_private_data_export: agrees } = others
  if (typeof agrees === 'boolean') {
    const users = await usersOfRole(tx, caller.realm.id, ROLE.administrator)
    tx.emit({ users }, { type: 'realm_export_consent', user_id: caller.id, consented: agrees })
  }
  if (timezone !== undefined) {
    const email = apiEmail(account, caller.realm.host)
    const person = { user_id: caller.id, email, timezone: String(timezone) }
    tx.emit({ realm: 'everyone', about: caller.id }, { type: 'realm_user', op: 'update', person })
  }
  if (visibility !== undefined) await emitVisibility(tx, caller, account, Number(visibility))
}

function languageName(code: unknown): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(String(code).replace('_', '-')) ?? ''
}

/** Tells those who may see the address now what it is, and those who no longer may to forget it. */
async function emitVisibility(
  tx: ActionTx,
  { realm, id }: Caller,
  account: Account,
  visibility: number,
): Promise<void> {
  const seeing = async (value: number) => {
    const least = leastRole(value)
    return least === undefined ? [] : await usersOfRole(tx, realm.id, least)
  }
  const before = await seeing(account.email_address_visibility)
  const after = await seeing(visibility)
  const tell = (users: readonly number[], address: string | null) => {
    if (users.length === 0) return
    const person = { user_id: id, delivery_email: address }
    tx.emit({ users }, { type: 'realm_user', op: 'update', person })
  }
  const isNew = (user: number) => !before.includes(user) && user !== id
  tell(after.filter(isNew), account.delivery_email)
  tell(
    before.filter((user) => !after.includes(user) && user !== id),
    null,
  )
  const wasPublic = account.email_address_visibility === EMAIL_VISIBILITY.everyone
  if (!wasPublic && visibility !== EMAIL_VISIBILITY.everyone) return
  const changed = { ...account, email_address_visibility: visibility }
  const person = { user_id: id, new_email: apiEmail(changed, realm.host) }
  tx.emit({ realm: 'everyone', about: id }, { type: 'realm_user', op: 'update', person })
  await emitAvatar(tx, realm, id)
}
