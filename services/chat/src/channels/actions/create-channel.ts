import { checkSubscribers } from '../../access/find-principals.ts'
import { refuseGuest } from '../../access/require-role.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { Actor, OuterActor } from '../../events/actor.ts'
import { storeGroupSetting } from '../../groups/store/group-setting-store.ts'
import { botMessage } from '../../messages/actions/bot-message.ts'
import { renderContent } from '../../messages/actions/render-content.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import {
  CHANNEL_PERMISSION_NAMES,
  CHANNEL_PERMISSIONS,
  DELETE_PERMISSIONS,
  type ChannelPermission,
} from '../../tenancy/channel-permissions.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'
import { requirePermission } from '../../tenancy/settings.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { channelById, channelByName } from '../../tenancy/store/channel-store.ts'
import { isAdmin, type Channel, type TopicsPolicy } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { channelDescription, channelName, privacyName } from '../channel-name.ts'
import { quotation } from '../channel-notices.ts'
import { CHANNEL_EVENTS_TOPIC } from '../channel-notices.ts'
import { insertChannel } from '../store/channel-write.ts'
import { addSubscribers } from './add-subscribers.ts'
import {
  checkedRetention,
  checkPrivacy,
  requireFolder,
  requirePrivacyRight,
  requireTopicsPolicyRight,
} from './channel-rules.ts'

/** The properties of a new channel, except its name. */
export interface ChannelPlan {
  readonly announce: boolean
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly isDefault: boolean
  /** Undefined: shared unless the channel is private. */
  readonly historyPublicToSubscribers: boolean | undefined
  readonly messageRetentionDays: string | number
  readonly topicsPolicy: TopicsPolicy
  readonly folderId: number | null
  /** The given ones; the others get their defaults. */
  readonly groups: Readonly<Partial<Record<ChannelPermission, GroupSettingValue>>>
}

/** Creates one channel with its subscribers; returns its id. @source docs/contract/chat.md, POST /channels/create */
export async function createChannel(
  actor: OuterActor<MessageTools>,
  named: { readonly name: string; readonly description: string },
  plan: ChannelPlan,
  subscribers: readonly number[],
): Promise<number> {
  const { tools, viewer } = actor
  refuseGuest(viewer)
  const name = channelName(named.name)
  return await act(tools, viewer.realmId, async (tx) => {
    if ((await channelByName(tx, viewer, name)) !== undefined) throw alreadyExists(name)
    await checkSubscribers(tx, viewer.realmId, subscribers)
    const channel = await makeChannel(tx, actor, { ...named, name }, plan)
    await addSubscribers(tx, tools, {
      realm: actor.caller.realm,
      channel,
      userIds: subscribers,
      color: null,
      isNew: true,
    })
    if (subscribers.length > 0) {
      if (plan.announce) tx.afterwards((outer) => announceChannels(outer, actor, [channel]))
      tx.afterwards((outer) => describeChannels(outer, actor, [channel]))
    }
    return channel.id
  })
}

export function alreadyExists(name: string): ApiError {
  return new ApiError('CHANNEL_ALREADY_EXISTS', say("Channel '%{name}' already exists", { name }), {
    channel_name: name,
  })
}

/**
 * Creates a channel after checking that the actor may; nobody is told about it yet.
 * @throws ApiError CHANNEL_ALREADY_EXISTS, UNAUTHORIZED_PRINCIPAL, or BAD_REQUEST with the rule that was broken
 */
export async function makeChannel(
  tx: ActionTx,
  actor: Actor,
  named: { readonly name: string; readonly description: string },
  plan: ChannelPlan,
): Promise<Channel> {
  const { tools, viewer, caller } = actor
  const { realmId } = viewer
  const privacy = await checkPlan(tx, actor, plan)
  const messageRetentionDays =
    plan.messageRetentionDays === 'realm_default'
      ? null
      : checkedRetention(viewer, plan.messageRetentionDays)
  if (plan.folderId !== null) await requireFolder(tx, realmId, plan.folderId)
  const groups = await storeGroups(tx, actor, plan.groups)
  const description = channelDescription(named.description)
  const rendered = await renderContent(tx, description, {
    realm: caller.realm,
    viewer,
    recipientId: null,
    kind: 'description',
    rendering: tools.rendering,
  })
  const id = await insertChannel(tx, {
    realmId,
    name: named.name,
    description,
    renderedDescription: rendered.html,
    creatorId: caller.id,
    createdAt: new Date(tools.now()),
    ...privacy,
    isDefault: plan.isDefault,
    messageRetentionDays,
    topicsPolicy: plan.topicsPolicy,
    folderId: plan.folderId,
    groups,
  })
  if (id === undefined) throw alreadyExists(named.name)
  const channel = await channelById(tx, viewer, id)
  if (channel === undefined) throw new Error(`channel ${id} was just made`)
  return channel
}

async function checkPlan(tx: ActionTx, actor: Actor, plan: ChannelPlan) {
  const { inviteOnly, isWebPublic } = plan
  const privacy = {
    inviteOnly,
    isWebPublic,
    historyPublicToSubscribers: plan.historyPublicToSubscribers ?? !inviteOnly,
  }
  if (plan.isDefault) {
    if (!isAdmin(actor.viewer)) {
      throw refusal('You do not have permission to change default channels.')
    }
    if (inviteOnly) throw refusal('A default channel cannot be private.')
  }
  checkPrivacy(privacy)
  await requirePrivacyRight(tx, actor, privacy)
  await requireTopicsPolicyRight(tx, actor, plan.topicsPolicy)
  return privacy
}

/** Stores the group settings of a new channel: the given ones, else the defaults. */
async function storeGroups(
  tx: ActionTx,
  { tools, caller, viewer }: Actor,
  given: ChannelPlan['groups'],
): Promise<Record<ChannelPermission, number>> {
  const { realmId } = viewer
  const system = await tools.systemGroups.of(tx, realmId)
  const stored: Partial<Record<ChannelPermission, number>> = {}
  for (const name of CHANNEL_PERMISSION_NAMES) {
    const rule = CHANNEL_PERMISSIONS[name]
    const value = given[name]
    if (value !== undefined) {
      if (DELETE_PERMISSIONS.includes(name)) {
        await requirePermission(
          tx,
          tools,
          { caller, viewer },
          'can_set_delete_message_policy_group',
        )
      }
      const { allowEveryone } = rule
      stored[name] = await storeGroupSetting(tx, realmId, value, { name, allowEveryone })
    } else if (rule.default === 'channel_creator') {
      const creator = { direct_members: [caller.id], direct_subgroups: [] }
      stored[name] = await storeGroupSetting(tx, realmId, creator)
    } else stored[name] = system.get(rule.default) ?? 0
  }
  // The loop has stored every name.
  return stored as Record<ChannelPermission, number>
}

/** The notification bot announces new channels if the organization wants that. */
export async function announceChannels(
  tools: MessageTools,
  actor: Actor,
  channels: readonly Channel[],
): Promise<void> {
  const announceIn = actor.caller.realm.settings.new_stream_announcements_stream_id
  if (announceIn <= 0 || channels.length === 0) return
  const user = silentMention(actor.caller)
  const names = channels.map(({ name }) => `#**${name}**`).join(', ')
  const content =
    channels.length > 1
      ? say('%{user} created the following channels: %{names}.', { user, names })
      : say('%{user} created a new channel %{names}.', { user, names })
  const to = { streamId: announceIn, topic: say('new channels') }
  await botMessage(tools, { to, content, actor })
}

/** The notification bot describes a new channel in the channel itself. */
export async function describeChannels(
  tools: MessageTools,
  actor: Actor,
  channels: readonly Channel[],
): Promise<void> {
  const user = silentMention(actor.caller)
  for (const channel of channels) {
    const content = say(
      '**%{privacy}** channel created by %{user}. **Description:**\n%{description}',
      { privacy: privacyName(channel), user, description: quotation(channel.description) },
    )
    const to = { streamId: channel.id, topic: CHANNEL_EVENTS_TOPIC }
    await botMessage(tools, { to, content, actor })
  }
}
