import { ownAccount } from '../../access/account-access.ts'
import { act, type ActionTools, type ActionTx, type Tools } from '../../events/act.ts'
import { postMail } from '../../mail/actions/post-mail.ts'
import { changeEmail, requireFreeAddress } from '../../people/actions/change-user.ts'
import { lockMembership } from '../../people/store/account-change.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { hashLinkKey, newLinkKey } from '../../tenancy/link-key.ts'
import { userSetting } from '../../tenancy/settings.ts'
import type { Caller, Realm } from '../../tenancy/store/user-store.ts'
import { isAdmin } from '../../tenancy/viewer.ts'
import { NEW_ADDRESS_MAIL, OLD_ADDRESS_MAIL } from '../entrance-mails.ts'
import { insertConfirmation } from '../store/confirmation-store.ts'
import { countMailRequest } from './mail-limits.ts'
import { ownerOfLink } from './reset-password.ts'

const DAY_MS = 86_400_000

/** Sends the link by which the caller's account gets another address. @throws ApiError for one that it cannot have */
export async function requestAddress(
  tx: ActionTx,
  tools: ActionTools,
  caller: Caller,
  email: string,
): Promise<void> {
  const { realm } = caller
  await requireFreeAddress(tx, realm, { email, userId: caller.id })
  await countMailRequest({ database: tx, now: tools.now }, realm.id, {
    email,
    clientAddress: `user ${caller.id}`,
  })
  const key = newLinkKey()
  const now = tools.now()
  await insertConfirmation(tx, realm.id, {
    kind: 'address',
    keyHash: hashLinkKey(key),
    email,
    userId: caller.id,
    invitationId: null,
    createdAt: new Date(now),
    expiresAt: new Date(now + DAY_MS),
  })
  const mail = NEW_ADDRESS_MAIL[languageOf(userSetting(caller, 'default_language'))]({
    realm: realm.name,
    realmUrl: realm.url,
    link: `${realm.url}/accounts/confirm_new_email/${key}`,
  })
  await postMail(tx, tools, realm.id, { to: email, ...mail })
}

/** The address that a link confirms. @throws ApiError NOT_FOUND */
export async function addressToConfirm(tools: Tools, realm: Realm, key: string): Promise<string> {
  return await act(tools, realm.id, async (tx) => {
    return (await ownerOfLink(tx, tools, realm, { kind: 'address', key })).email
  })
}

/** Gives an account the address whose owner followed the link; the old address is told. @throws ApiError */
export async function confirmAddress(tools: Tools, realm: Realm, key: string): Promise<string> {
  return await act(tools, realm.id, async (tx) => {
    await lockMembership(tx, realm.id)
    const { person, email } = await ownerOfLink(tx, tools, realm, { kind: 'address', key })
    if (realm.settings.email_changes_disabled && !isAdmin(person)) {
      throw refusal('Email address changes are disabled in this organization.')
    }
    await changeEmail(tx, person, await ownAccount(tx, person), email)
    const language = languageOf(userSetting(person, 'default_language'))
    const about = { realm: realm.name, realmUrl: realm.url, newEmail: email }
    const mail = OLD_ADDRESS_MAIL[language](about)
    await postMail(tx, tools, realm.id, { to: person.deliveryEmail, ...mail })
    return email
  })
}
