import type { Tx } from '@oficina/kit/database.ts'

import { requireOwner } from '../../access/require-role.ts'
import type { Actor } from '../../events/actor.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { permissionGroup, requirePermission } from '../../tenancy/settings.ts'
import type { TopicsPolicy, Viewer } from '../../tenancy/viewer.ts'
import type { ChannelPrivacy } from '../channel-name.ts'
import { retentionDays } from '../retention.ts'
import { holdFolder } from '../store/channel-folder-store.ts'

/** Only an organization's owner decides how long messages are kept. @throws ApiError UNAUTHORIZED_PRINCIPAL */
export function checkedRetention(viewer: Viewer, value: string | number): number | null {
  requireOwner(viewer)
  return retentionDays(value)
}

/** Whether the actor may have channels of this privacy. @throws ApiError otherwise */
export async function requirePrivacyRight(
  tx: Tx,
  { tools, caller, viewer }: Actor,
  { inviteOnly, isWebPublic }: Pick<ChannelPrivacy, 'inviteOnly' | 'isWebPublic'>,
): Promise<void> {
  const who = { caller, viewer }
  if (isWebPublic) {
    if (!caller.realm.settings.enable_spectator_access) {
      throw refusal('Web-public channels are not enabled.')
    }
    await requirePermission(tx, tools, who, 'can_create_web_public_channel_group')
  } else if (inviteOnly) {
    await requirePermission(tx, tools, who, 'can_create_private_channel_group')
  } else {
    await requirePermission(tx, tools, who, 'can_create_public_channel_group')
  }
}

/** Only private channels have private history, and a channel cannot be both private and open to the web. */
export function checkPrivacy(privacy: ChannelPrivacy): void {
  const { inviteOnly, isWebPublic, historyPublicToSubscribers } = privacy
  if ((isWebPublic && inviteOnly) || (!inviteOnly && !historyPublicToSubscribers)) {
    throw refusal('Invalid parameters')
  }
}

/** @throws ApiError "Insufficient permission" for a policy that the actor may not choose */
export async function requireTopicsPolicyRight(
  tx: Tx,
  { tools, caller, viewer }: Actor,
  policy: TopicsPolicy,
): Promise<void> {
  if (policy !== 'inherit') {
    await requirePermission(tx, tools, { caller, viewer }, 'can_set_topics_policy_group')
  }
}

/** @throws ApiError "Invalid channel folder ID" */
export async function requireFolder(tx: Tx, realmId: RealmId, folderId: number): Promise<void> {
  if (!(await holdFolder(tx, realmId, folderId))) throw refusal('Invalid channel folder ID')
}

/** Whether the actor may subscribe others to any channel that the actor may read. */
export async function mayAddSubscribersEverywhere(
  tx: Tx,
  { tools, caller, viewer }: Actor,
): Promise<boolean> {
  return viewer.groups.has(
    await permissionGroup(tx, tools, caller.realm, 'can_add_subscribers_group'),
  )
}
