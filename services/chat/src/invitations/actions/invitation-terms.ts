import { groupToChange, groupWithRight } from '../../access/group-access.ts'
import { requireAdmin } from '../../access/require-role.ts'
import { mayAddSubscribersEverywhere } from '../../channels/actions/channel-rules.ts'
import type { ActionTx } from '../../events/act.ts'
import type { Actor } from '../../events/actor.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { Role } from '../../tenancy/roles.ts'
import { channelsByIds } from '../../tenancy/store/channel-store.ts'
import { canAdminister, hasContentAccess, holds } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import type { InvitationTerms } from '../store/invitation-store.ts'
import { requireRightToRole } from './invitation-rights.ts'

/** What somebody who invites asks for those who will come. */
export interface TermsRequest {
  readonly invitedAs: Role
  readonly streamIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly includeDefaultStreams: boolean
  readonly notifyReferrer: boolean
  readonly welcomeText: string | null
  /** Null: never. */
  readonly expiresInMinutes: number | null
}

/** The terms of an invitation, as far as the actor could give them to somebody who is there. @throws ApiError */
export async function checkTerms(
  tx: ActionTx,
  actor: Actor,
  request: TermsRequest,
): Promise<InvitationTerms> {
  const { caller, tools } = actor
  requireRightToRole(caller, request.invitedAs)
  if (request.welcomeText !== null) requireAdmin(caller)
  await requireChannels(tx, actor, request.streamIds)
  await requireGroups(tx, actor, request.groupIds)
  const { expiresInMinutes, ...terms } = request
  const expiresAt =
    expiresInMinutes === null ? null : new Date(tools.now() + expiresInMinutes * 60_000)
  return { ...terms, expiresAt }
}

async function requireChannels(tx: ActionTx, actor: Actor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { viewer } = actor
  const found = await channelsByIds(tx, viewer, ids)
  const readable = found.filter((one) => !one.isArchived && hasContentAccess(viewer, one))
  const wrong = ids.find((id) => !readable.some((one) => one.id === id))
  if (wrong !== undefined)
    throw refusal(say('Invalid channel ID %{wrong}. No invites were sent.', { wrong }))
  if (await mayAddSubscribersEverywhere(tx, actor)) return
  const isAllowed = readable.every(
    (one) => canAdminister(viewer, one) || holds(viewer, one, 'can_add_subscribers_group'),
  )
  if (!isAllowed) {
    throw refusal('You do not have permission to subscribe other users to channels.')
  }
}

/** Groups are locked in the order of their ids. */
async function requireGroups(tx: ActionTx, actor: Actor, ids: readonly number[]): Promise<void> {
  for (const id of ids.toSorted((a, b) => a - b)) {
    const group = await groupToChange(tx, actor, id)
    if (group.is_deactivated) throw refusal('User group is deactivated.')
    await groupWithRight(tx, actor, group, ['can_add_members_group'])
  }
}
