import { requireMember } from '../../access/require-role.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { Actor, OuterActor } from '../../events/actor.ts'
import { postMail } from '../../mail/actions/post-mail.ts'
import { isEmailAddress } from '../../people/person-name.ts'
import { addressProblem, type AddressProblem } from '../../realm/actions/address-rules.ts'
import { lockRealm } from '../../realm/store/realm-store.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { hashLinkKey, newLinkKey } from '../../tenancy/link-key.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import { type Told, tell } from '../../tenancy/words/say.ts'
import { invitationMail } from '../invitation-mail.ts'
import { inviteeAddresses } from '../invitee-addresses.ts'
import {
  accountsAmong,
  countInvitations,
  insertInvitation,
  type InvitationTerms,
} from '../store/invitation-store.ts'
import { emitInvitesChanged } from './invitation-rights.ts'
import { checkTerms, type TermsRequest } from './invitation-terms.ts'

// Of one organization. Whoever finds a key must not be able to send mails to all the world.
const MAX_INVITATIONS_A_DAY = 500
const DAY_MS = 86_400_000

/** An address that was not invited, why, and whether it is that of a deactivated account. */
type Refused = readonly [address: string, reason: Told, isDeactivated: boolean]

export interface InvitationRequest extends TermsRequest {
  /** As they were written. */
  readonly addresses: string
}

/**
 * Invites people by mail.
 * @throws ApiError INVITATION_FAILED also when some were invited and others need no invitation
 * @source docs/decisions/0322-chat-invitations.md
 */
export async function sendInvitations(
  actor: OuterActor,
  { addresses, ...request }: InvitationRequest,
): Promise<void> {
  const { tools, caller, viewer } = actor
  requireMember(caller)
  const skipped = await act(tools, viewer.realmId, async (tx) => {
    await requirePermission(tx, tools, { caller, viewer }, 'can_invite_users_group')
    const wanted = inviteeAddresses(addresses)
    if (wanted.length === 0) throw refusal('You must specify at least one email address.')
    const terms = await checkTerms(tx, actor, request)
    // One after the other, so that the limit holds.
    await lockRealm(tx, viewer.realmId)
    await requireRoom(tx, actor, wanted.length)
    const { good, refused } = await sortOut(tx, actor, wanted)
    for (const address of good) await invite(tx, actor, address, terms)
    await emitInvitesChanged(tx, caller.realm.id, [caller.id])
    return refused
  })
  if (skipped.length > 0) {
    throw failed(
      "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!",
      { refused: skipped, wereSomeSent: true },
    )
  }
}

function failed(
  message: Told,
  {
    refused = [],
    wereSomeSent = false,
    isLimitReached = false,
  }: {
    readonly refused?: readonly Refused[]
    readonly wereSomeSent?: boolean
    readonly isLimitReached?: boolean
  },
): ApiError {
  return new ApiError('INVITATION_FAILED', message, (language) => ({
    errors: refused.map(([address, reason, isDeactivated]) => [
      address,
      tell(reason, language),
      isDeactivated,
    ]),
    sent_invitations: wereSomeSent,
    license_limit_reached: false,
    daily_limit_reached: isLimitReached,
  }))
}

async function requireRoom(tx: ActionTx, { tools, viewer }: Actor, wanted: number): Promise<void> {
  const sent = await countInvitations(tx, viewer.realmId, new Date(tools.now() - DAY_MS))
  if (sent + wanted <= MAX_INVITATIONS_A_DAY) return
  throw failed(
    'To protect users, Zulip limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.',
    { isLimitReached: true },
  )
}

const PROBLEMS: Readonly<Record<AddressProblem, Told>> = {
  plus: 'Email addresses containing + are not allowed.',
  outside: 'Outside your domain.',
  disposable: 'Please use your real email address.',
}

/** Those to invite, and those who need no invitation. @throws ApiError when an address cannot be invited, or none need be */
async function sortOut(
  tx: ActionTx,
  { caller }: Actor,
  wanted: readonly string[],
): Promise<{ readonly good: readonly string[]; readonly refused: readonly Refused[] }> {
  const wrong: Refused[] = []
  for (const address of wanted) {
    const reason = isEmailAddress(address)
      ? await addressProblem(tx, caller.realm, address).then((found) => found && PROBLEMS[found])
      : 'Invalid address.'
    if (reason !== undefined) wrong.push([address, reason, false])
  }
  const accounts = await accountsAmong(tx, caller.realm.id, wanted)
  const refused = wanted.flatMap((address): readonly Refused[] => {
    const account = accounts.get(address.toLowerCase())
    if (account === undefined) return []
    if (account.isSystemBot) return [[address, 'Reserved for system bots.', false]]
    return account.isActive
      ? [[address, 'Already has an account.', false]]
      : [[address, 'Account has been deactivated.', true]]
  })
  if (wrong.length > 0) {
    throw failed("Some emails did not validate, so we didn't send any invitations.", {
      refused: [...wrong, ...refused],
    })
  }
  if (refused.length === wanted.length) {
    throw failed("We weren't able to invite anyone.", { refused })
  }
  return { good: wanted.filter((one) => !accounts.has(one.toLowerCase())), refused }
}

async function invite(
  tx: ActionTx,
  actor: Actor,
  email: string,
  terms: InvitationTerms,
): Promise<void> {
  const { tools, caller } = actor
  const key = newLinkKey()
  await insertInvitation(tx, caller.realm.id, {
    ...terms,
    email,
    keyHash: hashLinkKey(key),
    keyCipher: null,
    invitedBy: caller.id,
    invitedAt: new Date(tools.now()),
  })
  await mailInvitation(tx, actor, { email, key, expiresAt: terms.expiresAt })
}

/** Writes to a person whom the actor invites. */
export async function mailInvitation(
  tx: ActionTx,
  { tools, caller: { fullName, realm } }: Actor,
  {
    email,
    key,
    expiresAt,
  }: { readonly email: string; readonly key: string; readonly expiresAt: Date | null },
): Promise<void> {
  const content = invitationMail(languageOf(realm.settings.default_language), {
    by: fullName,
    realm: realm.name,
    realmUrl: realm.url,
    link: `${realm.url}/accounts/do_confirm/${key}`,
    expiresAt,
  })
  await postMail(tx, tools, realm.id, { to: email, ...content })
}
