import { usersByAddress } from '../../access/store/people-store.ts'
import { act } from '../../events/act.ts'
import { revealPeopleToGuests } from '../../people/actions/guest-visibility-events.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { normalTopic } from '../../tenancy/message-text.ts'
import { apiEmail } from '../../tenancy/person-form.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, type RealmSettings } from '../../tenancy/realm-settings.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { permissionGroup } from '../../tenancy/settings.ts'
import { isAnyIn } from '../../tenancy/store/group-store.ts'
import { peopleByIds, type PersonRow } from '../../tenancy/store/person-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import {
  hasContentAccess,
  hasMetadataAccess,
  holds,
  type Channel,
  type Viewer,
} from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import type { MessageTools } from '../message-tools.ts'
import type { Destination } from '../outgoing-message.ts'
import { placesOf } from '../store/place-store.ts'
import { ensureRecipientOfUsers, hasConversed } from '../store/recipient-store.ts'
import { NO_TOPIC_SETTINGS, topicSettingsOf } from '../topic-settings.ts'
import { namesOf } from './render-content.ts'

interface Sender {
  readonly tools: MessageTools
  readonly caller: Caller
  readonly viewer: Viewer
}

/** Finds the channel of a message, with what its text names, and checks that the sender may send to the topic. */
export async function addressChannel(
  { tools, caller, viewer }: Sender,
  to: string | number,
  topicText: string,
  text = '',
): Promise<Destination> {
  const topic = normalTopic(topicText)
  const names = namesOf(text)
  const found = await tools.places.add(
    `${viewer.realmId} ${typeof to}`,
    { viewer, to, topic, names },
    (wishes) => placesOf(tools.database, viewer.realmId, wishes),
  )
  if (found === undefined || !hasMetadataAccess(viewer, found.channel)) throw unknownChannel(to)
  const { channel } = found
  if (channel.isArchived)
    throw refusal(say("Not authorized to send to channel '%{name}'", { name: channel.name }))
  if (!hasContentAccess(viewer, channel)) {
    throw refusal(say("Not authorized to send to channel '%{name}'", { name: channel.name }))
  }
  if (!holds(viewer, channel, 'can_send_message_group')) {
    throw refusal('You do not have permission to post in this channel.')
  }
  checkTopicPolicy(channel, caller.realm.settings, topic)
  const isNewTopic = !found.isTopicKnown
  if (isNewTopic && !holds(viewer, channel, 'can_create_topic_group')) {
    throw refusal('You do not have permission to create new topics in this channel.')
  }
  return {
    recipientId: channel.recipientId,
    channel,
    topic,
    isNewTopic,
    userIds: [],
    people: [],
    subscriberCount: channel.subscriberCount,
    mentionManyDefault: await permissionGroup(
      tools.database,
      tools,
      caller.realm,
      'can_mention_many_users_group',
    ),
    topicSettings: topicSettingsOf(caller),
    ...(text === '' ? {} : { known: { names, facts: found.facts } }),
  }
}

function unknownChannel(to: string | number): ApiError {
  return typeof to === 'number'
    ? new ApiError('STREAM_DOES_NOT_EXIST', say("Channel with ID '%{to}' does not exist", { to }), {
        stream_id: to,
      })
    : new ApiError('STREAM_DOES_NOT_EXIST', say("Channel '%{name}' does not exist", { name: to }), {
        stream: to,
      })
}

/** @throws ApiError when the channel does not take such a topic */
export function checkTopicPolicy(channel: Channel, settings: RealmSettings, topic: string): void {
  const own = channel.topicsPolicy === 'inherit' ? settings.topics_policy : channel.topicsPolicy
  const policy =
    settings.mandatory_topics && channel.topicsPolicy === 'inherit' ? 'disable_empty_topic' : own
  if (topic === '' && policy === 'disable_empty_topic') {
    throw refusal(
      say('Sending messages to the %{topic} is not allowed in this channel.', {
        topic: EMPTY_TOPIC_DISPLAY_NAME,
      }),
    )
  }
  if (topic !== '' && policy === 'empty_topic_only') {
    throw refusal(
      say('Only the %{topic} topic is allowed in this channel.', {
        topic: EMPTY_TOPIC_DISPLAY_NAME,
      }),
    )
  }
}

/**
 * Finds the conversation of a direct message, or creates it when these users write to each other for the first time.
 */
export async function addressUsers(
  { tools, caller, viewer }: Sender,
  to: readonly (string | number)[],
): Promise<Destination> {
  if (to.length === 0) throw refusal('Message must have recipients')
  const { database } = tools
  const found = await usersByAddress(database, viewer, caller.realm.host, to)
  const missing = to[found.indexOf(undefined)]
  if (missing !== undefined) {
    throw refusal(
      typeof missing === 'number'
        ? say('Invalid user ID %{id}', { id: missing })
        : say("Invalid email '%{missing}'", { missing }),
    )
  }
  const named = found.filter((id) => id !== undefined)
  const userIds = [...new Set([...named, caller.id])].toSorted((a, b) => a - b)
  const people = await peopleByIds(database, viewer.realmId, userIds)
  const gone = people.find(({ is_active: isActive }) => !isActive)
  if (gone !== undefined)
    throw refusal(
      say("'%{email}' is no longer using Zulip.", { email: apiEmail(gone, caller.realm.host) }),
    )
  await checkDirectPermission({ tools, caller, viewer }, people)
  const id = await act(tools, viewer.realmId, async (tx) => {
    const conversation = await ensureRecipientOfUsers(tx, viewer.realmId, userIds)
    if (conversation.isNew) await revealPeopleToGuests(tx, caller.realm, conversation.id)
    return conversation.id
  })
  return {
    recipientId: id,
    topic: '',
    isNewTopic: false,
    userIds,
    people,
    subscriberCount: userIds.length,
    mentionManyDefault: 0,
    topicSettings: NO_TOPIC_SETTINGS,
  }
}

/** Nobody needs permission to write to bots or to themselves. */
async function checkDirectPermission(
  { tools, caller, viewer }: Sender,
  people: readonly PersonRow[],
): Promise<void> {
  const others = people.filter((person) => person.id !== caller.id && person.bot_type === null)
  if (others.length === 0) return
  const permission = await permissionGroup(
    tools.database,
    tools,
    caller.realm,
    'direct_message_permission_group',
  )
  const humans = [caller.id, ...others.map(({ id }) => id)]
  if (!(await isAnyIn(tools.database, viewer.realmId, permission, humans))) {
    const nobody = (await tools.systemGroups.of(tools.database, viewer.realmId)).get('role:nobody')
    throw refusal(
      permission === nobody
        ? 'Direct messages are disabled in this organization.'
        : 'This conversation does not include any users who can authorize it.',
    )
  }
  const initiator = await permissionGroup(
    tools.database,
    tools,
    caller.realm,
    'direct_message_initiator_group',
  )
  if (viewer.groups.has(initiator) || caller.role <= ROLE.administrator) return
  const ids = people.map(({ id }) => id)
  if (!(await hasConversed(tools.database, viewer.realmId, ids))) {
    throw refusal('You do not have permission to initiate direct message conversations.')
  }
}
