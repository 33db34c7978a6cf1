import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { postMail } from '../../mail/actions/post-mail.ts'
import { hashedPassword } from '../../people/actions/create-user.ts'
import { replaceApiKey } from '../../people/actions/regenerate-api-key.ts'
import { isEmailAddress } from '../../people/person-name.ts'
import { credentialsOf } from '../../people/store/credential-store.ts'
import { setPassword } from '../../people/store/user-settings-store.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { hashLinkKey, newLinkKey } from '../../tenancy/link-key.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { userById, type Caller, type Realm } from '../../tenancy/store/user-store.ts'
import { DEACTIVATED_MAIL, PASSWORD_MAIL } from '../entrance-mails.ts'
import {
  deleteConfirmationsOf,
  insertConfirmation,
  lockConfirmation,
  type ConfirmationKind,
} from '../store/confirmation-store.ts'
import { countMailRequest, type MailRequest } from './mail-limits.ts'
import { deadLink } from './sign-up.ts'

const DAY_MS = 86_400_000

/**
 * Sends the link by which a person chooses a new password; nothing to an address without an account, and nobody learns
 * the difference.
 * @throws ApiError RATE_LIMIT_HIT
 */
export async function requestPassword(
  tools: Tools,
  realm: Realm,
  { email, clientAddress }: MailRequest,
): Promise<void> {
  if (!isEmailAddress(email)) throw refusal('Invalid address.')
  await countMailRequest(tools, realm.id, { email, clientAddress })
  await act(tools, realm.id, async (tx) => {
    const account = await credentialsOf(tx, realm.id, email)
    const person = account && (await userById(tx, realm.id, account.id))
    if (person === undefined) return
    const { deliveryEmail, isActive } = person
    const language = languageOf(userSetting(person, 'default_language'))
    const about = { realm: realm.name, realmUrl: realm.url }
    if (!isActive) {
      const mail = DEACTIVATED_MAIL[language](about)
      return await postMail(tx, tools, realm.id, { to: deliveryEmail, ...mail })
    }
    const key = newLinkKey()
    const now = tools.now()
    await insertConfirmation(tx, realm.id, {
      kind: 'password',
      keyHash: hashLinkKey(key),
      email: deliveryEmail,
      userId: person.id,
      invitationId: null,
      createdAt: new Date(now),
      expiresAt: new Date(now + DAY_MS),
    })
    const link = `${realm.url}/accounts/password/reset/${key}`
    const mail = PASSWORD_MAIL[language]({ ...about, link })
    await postMail(tx, tools, realm.id, { to: deliveryEmail, ...mail })
  })
}

/** Whose link it is. @throws ApiError NOT_FOUND for one that leads nowhere, or to an account that has ended */
export async function ownerOfLink(
  tx: ActionTx,
  { now }: Tools,
  realm: Realm,
  { kind, key }: { readonly kind: ConfirmationKind; readonly key: string },
): Promise<{ readonly person: Caller; readonly email: string; readonly id: number }> {
  const found = await lockConfirmation(tx, realm.id, {
    kind,
    keyHash: hashLinkKey(key),
    now: new Date(now()),
  })
  const person = found?.userId ? await userById(tx, realm.id, found.userId) : undefined
  if (found === undefined || person?.isActive !== true) throw deadLink()
  return { person, email: found.email, id: found.id }
}

/** @throws ApiError NOT_FOUND for a link that leads nowhere */
export async function checkPasswordLink(tools: Tools, realm: Realm, key: string): Promise<void> {
  await act(tools, realm.id, async (tx) => {
    await passwordLink(tx, tools, realm, key)
  })
}

/** The link is dead, too, when the account has another address than the one that the mail went to. */
async function passwordLink(tx: ActionTx, tools: Tools, realm: Realm, key: string) {
  const link = await ownerOfLink(tx, tools, realm, { kind: 'password', key })
  if (link.person.deliveryEmail !== link.email) throw deadLink()
  return link
}

/**
 * Sets the password that a person chose by the link of a mail. Their API key is another one from then on: whoever lost
 * a password may have lost more. @throws ApiError
 */
export async function resetPassword(
  tools: Tools,
  realm: Realm,
  key: string,
  password: string,
): Promise<void> {
  const passwordHash = hashedPassword(password)
  await act(tools, realm.id, async (tx) => {
    const { person } = await passwordLink(tx, tools, realm, key)
    await setPassword(tx, realm.id, person.id, await passwordHash())
    await replaceApiKey(tx, tools, person)
    // Also the one by which somebody who knew the old password would take the account to an address of theirs.
    await deleteConfirmationsOf(tx, realm.id, person.id)
  })
}
