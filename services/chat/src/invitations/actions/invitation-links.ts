import { requireMember } from '../../access/require-role.ts'
import { act } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { hashLinkKey, newLinkKey } from '../../tenancy/link-key.ts'
import { sealText } from '../../tenancy/sealed-text.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { insertInvitation, openInvitations } from '../store/invitation-store.ts'
import { emitInvitesChanged } from './invitation-rights.ts'
import { checkTerms, type TermsRequest } from './invitation-terms.ts'

// More than anybody has a use for; each is shown in a list.
const MAX_LINKS = 1_000

/** Makes a link that anybody who has it may join by; returns its address. @throws ApiError */
export async function createInvitationLink(
  actor: OuterActor,
  request: TermsRequest,
): Promise<string> {
  const { tools, caller, viewer } = actor
  requireMember(caller)
  const key = newLinkKey()
  await act(tools, viewer.realmId, async (tx) => {
    await requirePermission(tx, tools, { caller, viewer }, 'create_multiuse_invite_group')
    const terms = await checkTerms(tx, actor, request)
    const now = new Date(tools.now())
    const open = await openInvitations(tx, viewer.realmId, {
      by: caller.id,
      now,
      limit: MAX_LINKS,
    })
    if (open.filter(({ email }) => email === null).length >= MAX_LINKS) {
      throw refusal(say('A user has at most %{max} reusable links.', { max: MAX_LINKS }))
    }
    await insertInvitation(tx, viewer.realmId, {
      ...terms,
      email: null,
      keyHash: hashLinkKey(key),
      keyCipher: sealText(key, tools.secret),
      invitedBy: caller.id,
      invitedAt: now,
    })
    await emitInvitesChanged(tx, caller.realm.id, [caller.id])
  })
  return joinAddress(caller.realm, key)
}

/** Where a reusable link leads. */
export function joinAddress({ url }: Pick<Realm, 'url'>, key: string): string {
  return `${url}/join/${key}/`
}
