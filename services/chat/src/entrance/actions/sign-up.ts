import type { Language } from '@oficina/words/language.ts'

import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { emitInvitesChanged } from '../../invitations/actions/invitation-rights.ts'
import {
  closeInvitation,
  lockOpenInvitation,
  openLinkById,
  type Invitation,
} from '../../invitations/store/invitation-store.ts'
import { postMail } from '../../mail/actions/post-mail.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { hashedPassword } from '../../people/actions/create-user.ts'
import { isEmailAddress, personName } from '../../people/person-name.ts'
import { ownerOfEmail } from '../../people/store/account-change.ts'
import { requireAllowedAddress } from '../../realm/actions/address-rules.ts'
import { notFound, refusal, type ApiError } from '../../tenancy/api-error.ts'
import { hashLinkKey, newLinkKey } from '../../tenancy/link-key.ts'
import { userById, type Realm } from '../../tenancy/store/user-store.ts'
import { ACCOUNT_EXISTS_MAIL, DEACTIVATED_MAIL, SIGN_UP_MAIL } from '../entrance-mails.ts'
import {
  deleteConfirmation,
  insertConfirmation,
  lockConfirmation,
} from '../store/confirmation-store.ts'
import { joinOrganization } from './join-organization.ts'
import { countMailRequest, type MailRequest } from './mail-limits.ts'

const DAY_MS = 86_400_000

interface SignUpRequest extends MailRequest {
  /** The key of the reusable link by which the person came; undefined: by none. */
  readonly linkKey: string | undefined
  readonly language: Language
}

/**
 * Sends the link by which somebody makes an account; to whom there is one already, a mail that says so, so that nobody
 * learns here who has an account.
 * @throws ApiError NOT_FOUND for a link that leads nowhere; for an address that can have no account; RATE_LIMIT_HIT
 */
export async function requestSignUp(
  tools: Tools,
  realm: Realm,
  { email, clientAddress, linkKey, language }: SignUpRequest,
): Promise<void> {
  if (!isEmailAddress(email)) throw refusal('Invalid address.')
  await countMailRequest(tools, realm.id, { email, clientAddress })
  await act(tools, realm.id, async (tx) => {
    const link = linkKey === undefined ? undefined : await joinLink(tx, tools, realm, linkKey)
    if (link === undefined && realm.settings.invite_required) throw deadLink()
    await requireAllowedAddress(tx, realm, email)
    const account = await ownerOfEmail(tx, realm.id, email)
    const about = { realm: realm.name, realmUrl: realm.url }
    if (account !== undefined) {
      const reset = `${realm.url}/accounts/password/reset`
      const mail = account.is_active
        ? ACCOUNT_EXISTS_MAIL[language]({ ...about, link: reset })
        : DEACTIVATED_MAIL[language](about)
      return await postMail(tx, tools, realm.id, { to: email, ...mail })
    }
    const key = newLinkKey()
    const now = tools.now()
    await insertConfirmation(tx, realm.id, {
      kind: 'sign_up',
      keyHash: hashLinkKey(key),
      email,
      userId: null,
      invitationId: link?.id ?? null,
      createdAt: new Date(now),
      expiresAt: new Date(now + DAY_MS),
    })
    const mail = SIGN_UP_MAIL[language]({
      ...about,
      link: `${realm.url}/accounts/do_confirm/${key}`,
    })
    await postMail(tx, tools, realm.id, { to: email, ...mail })
  })
}

/** The error for a link that was used, has expired, or never was. */
export function deadLink(): ApiError {
  return notFound('The link leads nowhere')
}

/** A reusable link. @throws ApiError NOT_FOUND */
async function joinLink(
  tx: ActionTx,
  { now }: Tools,
  realm: Realm,
  key: string,
): Promise<Invitation> {
  const link = await lockOpenInvitation(tx, realm.id, hashLinkKey(key), new Date(now()))
  if (link === undefined || link.email !== null) throw deadLink()
  return link
}

/** The name of whoever made a reusable link. @throws ApiError NOT_FOUND */
export async function inviterOf(tools: Tools, realm: Realm, key: string): Promise<string> {
  return await act(tools, realm.id, async (tx) => {
    const { invitedBy } = await joinLink(tx, tools, realm, key)
    return (await userById(tx, realm.id, invitedBy))?.fullName ?? realm.name
  })
}

/** What a link to make an account stands for. */
interface Entry {
  readonly email: string
  readonly invitation: Invitation | undefined
  /** Makes the link useless. */
  readonly use: () => Promise<void>
}

/** An invitation by mail, or a confirmed address with the reusable link, if any. @throws ApiError NOT_FOUND */
async function findEntry(tx: ActionTx, { now }: Tools, realm: Realm, key: string): Promise<Entry> {
  const keyHash = hashLinkKey(key)
  const at = new Date(now())
  const invitation = await lockOpenInvitation(tx, realm.id, keyHash, at)
  if (invitation !== undefined && invitation.email !== null) {
    const use = async () => {
      await closeInvitation(tx, realm.id, invitation.id, 'used')
      await emitInvitesChanged(tx, realm.id, [invitation.invitedBy])
    }
    return { email: invitation.email, invitation, use }
  }
  const confirmation = await lockConfirmation(tx, realm.id, { kind: 'sign_up', keyHash, now: at })
  if (confirmation === undefined) throw deadLink()
  const { email, id, invitationId } = confirmation
  const link =
    invitationId === null ? undefined : await openLinkById(tx, realm.id, invitationId, at)
  // The link was revoked meanwhile, or the organization closed.
  if (link === undefined && (invitationId !== null || realm.settings.invite_required)) {
    throw deadLink()
  }
  return { email, invitation: link, use: () => deleteConfirmation(tx, realm.id, id) }
}

/** The address that a link to make an account is for. @throws ApiError NOT_FOUND */
export async function addressOfEntry(tools: Tools, realm: Realm, key: string): Promise<string> {
  return await act(tools, realm.id, async (tx) => {
    const { email } = await findEntry(tx, tools, realm, key)
    if ((await ownerOfEmail(tx, realm.id, email)) !== undefined) throw deadLink()
    return email
  })
}

interface NewAccount {
  readonly fullName: string
  readonly password: string
  readonly language: Language
}

/** Makes the account that a link is for; the link works once. @throws ApiError */
export async function signUp(
  tools: MessageTools,
  realm: Realm,
  key: string,
  { fullName, password, language }: NewAccount,
): Promise<void> {
  const name = personName(fullName)
  const passwordHash = hashedPassword(password)
  await act(tools, realm.id, async (tx) => {
    const { email, invitation, use } = await findEntry(tx, tools, realm, key)
    await use()
    const joining = { email, fullName: name, passwordHash, language, invitation }
    await joinOrganization(tx, tools, realm, joining)
  })
}
