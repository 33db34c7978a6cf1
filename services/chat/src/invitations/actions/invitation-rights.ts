import { requireAdmin, requireMember, requireOwner } from '../../access/require-role.ts'
import type { ActionTx } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE, ROLES, type Role } from '../../tenancy/roles.ts'
import { usersWithRole } from '../../tenancy/store/person-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import {
  revokeInvitationsBy,
  revokeInvitationsTo,
  type Invitation,
} from '../store/invitation-store.ts'

/** Nobody invites people to more than they are themselves; only administrators invite to more than a member is. */
export function requireRightToRole(caller: Caller, invitedAs: Role): void {
  if (invitedAs === ROLE.owner) requireOwner(caller)
  else if (invitedAs < ROLE.member) requireAdmin(caller)
}

/** Their own invitations are for members to change, those of others for administrators. @throws ApiError */
export function requireRightToChange(caller: Caller, invitation: Invitation): void {
  requireMember(caller)
  if (invitation.invitedBy === caller.id) return
  if (invitation.invitedAs === ROLE.owner) requireOwner(caller)
  requireAdmin(caller)
}

/** Tells those who see an invitation in their list that the list is another one. */
export async function emitInvitesChanged(
  tx: ActionTx,
  realmId: RealmId,
  inviters: readonly number[],
): Promise<void> {
  const admins = await usersWithRole(tx, realmId, ROLE.administrator)
  tx.emit({ users: [...new Set([...admins, ...inviters])] }, { type: 'invites_changed' })
}

/** Ends the invitations of somebody who leaves. */
export async function endInvitationsBy(
  tx: ActionTx,
  realmId: RealmId,
  userId: number,
): Promise<void> {
  if (await revokeInvitationsBy(tx, realmId, userId)) await emitInvitesChanged(tx, realmId, [])
}

/** Ends those invitations of somebody that they could not send any more with the role that they have now. */
export async function endInvitationsBeyond(
  tx: ActionTx,
  realmId: RealmId,
  userId: number,
  role: Role,
): Promise<void> {
  const beyond = ROLES.filter((invitedAs) => !mayInviteTo(role, invitedAs))
  if (await revokeInvitationsTo(tx, realmId, userId, beyond)) {
    await emitInvitesChanged(tx, realmId, [userId])
  }
}

function mayInviteTo(role: Role, invitedAs: Role): boolean {
  if (invitedAs === ROLE.owner) return role === ROLE.owner
  if (invitedAs < ROLE.member) return role <= ROLE.administrator
  return role !== ROLE.guest
}
