import type { Tx } from '@oficina/kit/database.ts'

import type { InvitationObject } from '../../../wire/organization.ts'
import { requireMember } from '../../access/require-role.ts'
import { countMailRequest } from '../../entrance/actions/mail-limits.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { hashLinkKey, newLinkKey } from '../../tenancy/link-key.ts'
import { openText } from '../../tenancy/sealed-text.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { isAdmin } from '../../tenancy/viewer.ts'
import {
  closeInvitation,
  lockInvitation,
  openInvitations,
  renewInvitation,
  type Invitation,
} from '../store/invitation-store.ts'
import { joinAddress } from './invitation-links.ts'
import { emitInvitesChanged, requireRightToChange } from './invitation-rights.ts'
import { mailInvitation } from './send-invitations.ts'

// As many as a year of the daily limit would leave open; a list is read by people.
const MAX_LISTED = 10_000

/** The invitations that still work: all for administrators, their own for others. @throws ApiError */
export async function listInvitations({
  tools,
  caller,
}: OuterActor): Promise<readonly InvitationObject[]> {
  requireMember(caller)
  const found = await openInvitations(tools.database, caller.realm.id, {
    by: isAdmin(caller) ? 'everybody' : caller.id,
    now: new Date(tools.now()),
    limit: MAX_LISTED,
  })
  return found.map((one) => ({
    id: one.id,
    invited_by_user_id: one.invitedBy,
    invited: seconds(one.invitedAt),
    expiry_date: one.expiresAt === null ? null : seconds(one.expiresAt),
    invited_as: one.invitedAs,
    notify_referrer_on_join: one.notifyReferrer,
    ...(one.keyCipher === null
      ? // The database has one of the two.
        { email: one.email ?? '', is_multiuse: false }
      : {
          link_url: joinAddress(caller.realm, openText(one.keyCipher, tools.secret)),
          is_multiuse: true,
        }),
  }))
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

type Kind = 'mail' | 'link'

/** Ends an invitation: from now on its link leads nowhere. @throws ApiError */
export async function revokeInvitation(
  { tools, caller }: OuterActor,
  id: number,
  kind: Kind,
): Promise<void> {
  await act(tools, caller.realm.id, async (tx) => {
    const invitation = await invitationToChange(tx, caller, id, kind)
    if (invitation.state !== 'open') {
      throw refusal(kind === 'link' ? 'Invitation has already been revoked' : NONE)
    }
    await closeInvitation(tx, caller.realm.id, id, 'revoked')
    await emitInvitesChanged(tx, caller.realm.id, [invitation.invitedBy])
  })
}

/** Sends an invitation again, with another link in place of the first. @throws ApiError */
export async function resendInvitation(actor: OuterActor, id: number): Promise<void> {
  const { tools, caller } = actor
  await act(tools, caller.realm.id, async (tx) => {
    const invitation = await invitationToChange(tx, caller, id, 'mail')
    const { email, expiresAt, state } = invitation
    const now = new Date(tools.now())
    const isOver = expiresAt !== null && expiresAt <= now
    if (state !== 'open' || email === null || isOver) throw refusal(NONE)
    await countAnother(tx, actor, email)
    const key = newLinkKey()
    await renewInvitation(tx, caller.realm.id, id, { keyHash: hashLinkKey(key), invitedAt: now })
    await mailInvitation(tx, actor, { email, key, expiresAt })
    await emitInvitesChanged(tx, caller.realm.id, [invitation.invitedBy])
  })
}

const NONE = 'No such invitation'

/** Nobody's mailbox is filled by invitations sent again. @throws ApiError RATE_LIMIT_HIT */
async function countAnother(tx: Tx, { tools, caller }: OuterActor, email: string): Promise<void> {
  const clientAddress = `user ${caller.id}`
  await countMailRequest({ database: tx, now: tools.now }, caller.realm.id, {
    email,
    clientAddress,
  })
}

async function invitationToChange(
  tx: ActionTx,
  caller: Caller,
  id: number,
  kind: Kind,
): Promise<Invitation> {
  requireMember(caller)
  const invitation = await lockInvitation(tx, caller.realm.id, id)
  const found = invitation?.email === null ? 'link' : 'mail'
  if (invitation === undefined || found !== kind) throw refusal(NONE)
  requireRightToChange(caller, invitation)
  return invitation
}
