import { sqlState } from '@oficina/kit/database.ts'

import type { ChannelPropertyNow } from '../../../wire/channels.ts'
import { act } from '../../events/act.ts'
import type { OuterActor } from '../../events/actor.ts'
import { renderContent } from '../../messages/actions/render-content.ts'
import type { MessageTools } from '../../messages/message-tools.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../tenancy/realm-settings.ts'
import { silentMention } from '../../tenancy/silent-mention.ts'
import { channelByName } from '../../tenancy/store/channel-store.ts'
import { isAdmin, type Channel, type TopicsPolicy } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { channelDescription, channelName } from '../channel-name.ts'
import { CHANNEL_NOTICES, retentionNotice } from '../channel-notices.ts'
import { hasNamedTopics, setChannel } from '../store/channel-write.ts'
import { unarchiveChannel } from './archive-channel.ts'
import { lockAdministered, reread, tell, type ChannelEdit } from './channel-edit.ts'
import { emitChannelUpdate, knowersOf } from './channel-events.ts'
import { changeGroupSettings, type GroupSettingChanges } from './channel-group-settings.ts'
import { changePrivacy, type PrivacyChange } from './channel-privacy.ts'
import { checkedRetention, requireFolder, requireTopicsPolicyRight } from './channel-rules.ts'
import { alreadyExists } from './create-channel.ts'
import { setDefault } from './default-channels.ts'

/** What a request changes in a channel; undefined stays as it is. */
export interface ChannelChange {
  readonly privacy: PrivacyChange
  readonly messageRetentionDays?: string | number | undefined
  readonly isArchived?: boolean | undefined
  readonly description?: string | undefined
  readonly name?: string | undefined
  readonly folderId?: number | null | undefined
  readonly topicsPolicy?: TopicsPolicy | undefined
  readonly groups: GroupSettingChanges
}

type Step = (edit: ChannelEdit, change: ChannelChange) => Promise<Channel>

/** The steps of an update: one that is refused undoes those before it. */
const STEPS: readonly Step[] = [
  (edit, { privacy }) => changePrivacy(edit, privacy),
  changeDefault,
  changeRetention,
  changeArchived,
  changeDescription,
  rename,
  changeFolder,
  changeTopicsPolicy,
  (edit, { groups }) => changeGroupSettings(edit, groups),
]

/**
 * Updates a channel.
 * @throws ApiError for whoever may not, and for what a channel cannot be
 * @source docs/contract/chat.md, PATCH /streams/{stream_id}
 */
export async function updateChannel(
  actor: OuterActor<MessageTools>,
  id: number,
  change: ChannelChange,
): Promise<void> {
  await act(actor.tools, actor.viewer.realmId, async (tx) => {
    let channel = await lockAdministered(tx, actor.viewer, id)
    for (const step of STEPS) channel = await step({ tx, actor, channel }, change)
  })
}

async function changeDefault(
  edit: ChannelEdit,
  { privacy: { isDefault } }: ChannelChange,
): Promise<Channel> {
  if (isDefault === undefined) return edit.channel
  if (!isAdmin(edit.actor.viewer)) {
    throw refusal('You do not have permission to change default channels.')
  }
  await setDefault(edit, { isDefault })
  return await reread(edit)
}

async function changeRetention(
  edit: ChannelEdit,
  { messageRetentionDays }: ChannelChange,
): Promise<Channel> {
  const { actor, channel } = edit
  if (messageRetentionDays === undefined) return channel
  const days = checkedRetention(actor.viewer, messageRetentionDays)
  if (days === channel.messageRetentionDays) return channel
  const now = await setProperty(edit, { property: 'message_retention_days', value: days })
  const own = actor.caller.realm.settings.message_retention_days
  const [before, after] = [channel.messageRetentionDays ?? own, days ?? own]
  if (before !== after) tell(edit, retentionNotice(silentMention(actor.caller), before, after))
  return now
}

async function changeArchived(edit: ChannelEdit, { isArchived }: ChannelChange): Promise<Channel> {
  if (isArchived === undefined) return edit.channel
  if (isArchived) {
    throw refusal(
      'is_archived can only be false; a channel is archived with DELETE /streams/{stream_id}',
    )
  }
  return await unarchiveChannel(edit)
}

async function changeDescription(
  edit: ChannelEdit,
  { description: given }: ChannelChange,
): Promise<Channel> {
  const { tx, actor, channel } = edit
  if (given === undefined) return channel
  const description = channelDescription(given)
  if (description === channel.description) return channel
  const { caller, viewer } = actor
  const rendered = await renderContent(tx, description, {
    realm: caller.realm,
    viewer,
    recipientId: null,
    kind: 'description',
    rendering: actor.tools.rendering,
  })
  await setChannel(tx, viewer.realmId, channel.id, {
    description,
    rendered_description: rendered.html,
  })
  emitChannelUpdate(tx, await knowersOf(tx, viewer.realmId, channel), channel, {
    property: 'description',
    value: description,
    rendered_description: rendered.html,
  })
  tell(edit, CHANNEL_NOTICES.described(silentMention(caller), channel.description, description))
  return await reread(edit)
}

async function rename(edit: ChannelEdit, { name: given }: ChannelChange): Promise<Channel> {
  const { tx, actor, channel } = edit
  if (given === undefined) return channel
  if (given.trim() === channel.name) throw refusal('Channel already has that name.')
  const name = channelName(given)
  const other = await channelByName(tx, actor.viewer, name)
  if (other !== undefined && other.id !== channel.id) throw alreadyExists(name)
  // The event still has the old name beside the new one.
  const now = await setProperty(edit, { property: 'name', value: name }).catch((error: unknown) => {
    // Somebody else took the name after it was checked.
    throw sqlState(error) === '23505' ? alreadyExists(name) : error
  })
  tell(edit, CHANNEL_NOTICES.renamed(silentMention(actor.caller), channel.name, name))
  return now
}

async function changeFolder(edit: ChannelEdit, { folderId }: ChannelChange): Promise<Channel> {
  const { tx, actor, channel } = edit
  if (folderId === undefined) return channel
  if (folderId !== null) await requireFolder(tx, actor.viewer.realmId, folderId)
  return folderId === channel.folderId
    ? channel
    : await setProperty(edit, { property: 'folder_id', value: folderId })
}

async function changeTopicsPolicy(
  edit: ChannelEdit,
  { topicsPolicy }: ChannelChange,
): Promise<Channel> {
  const { tx, actor, channel } = edit
  if (topicsPolicy === undefined) return channel
  await requireTopicsPolicyRight(tx, actor, topicsPolicy)
  if (topicsPolicy === channel.topicsPolicy) return channel
  const isTopicless =
    topicsPolicy !== 'empty_topic_only' ||
    !(await hasNamedTopics(tx, actor.viewer.realmId, channel.recipientId))
  if (!isTopicless) {
    throw new ApiError(
      'BAD_REQUEST',
      say(
        'To enable this configuration, all messages in this channel must be in the %{topic} topic. Consider renaming or deleting other topics.',
        { topic: EMPTY_TOPIC_DISPLAY_NAME },
      ),
      { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME },
    )
  }
  const now = await setProperty(edit, { property: 'topics_policy', value: topicsPolicy })
  const user = silentMention(actor.caller)
  tell(edit, CHANNEL_NOTICES.topicsPolicyChanged(user, channel.topicsPolicy, topicsPolicy))
  return now
}

type PlainNow = Extract<
  ChannelPropertyNow,
  { readonly property: 'name' | 'message_retention_days' | 'folder_id' | 'topics_policy' }
>

/** Sets a property and tells its value to those who know the channel. */
async function setProperty(edit: ChannelEdit, now: PlainNow): Promise<Channel> {
  const { tx, actor, channel } = edit
  const { realmId } = actor.viewer
  await setChannel(tx, realmId, channel.id, { [now.property]: now.value })
  emitChannelUpdate(tx, await knowersOf(tx, realmId, channel), channel, now)
  return await reread(edit)
}
