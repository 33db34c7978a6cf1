import { optional, required } from '@oficina/api/parameter.ts'

import { BOOLEAN, IDS, objectOf } from '../../../wire/shape.ts'
import { knownChannel, readableChannel } from '../../access/access-channel.ts'
import { visibleUser } from '../../access/visible-user.ts'
import { endpoint, type Call } from '../../api/endpoint.ts'
import { anyJson, choice, object, integer, jsonText, list, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { changeUserTopic } from '../../messages/actions/user-topics.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, LIMITS } from '../../tenancy/realm-settings.ts'
import {
  channelById,
  channelByName,
  channelsByIds,
  viewerOf,
} from '../../tenancy/store/channel-store.ts'
import { hasContentAccess, hasMetadataAccess, type Viewer } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { changeProperties } from '../actions/subscription-properties.ts'
import { isSubscribed, subscribedChannelIds } from '../store/subscription-store.ts'
import { subscriptionProperty } from './subscription-parameters.ts'

export const postSubscriptionProperties = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  summary: 'Set what the caller wants of channels',
  parameters: {
    subscription_data: required(
      list(
        object({ stream_id: integer(), property: jsonText(), value: anyJson }, { isOpen: true }),
      ),
    ),
  },
  handle: async ({ tools, caller, values }) => {
    const changes = values.subscription_data.map(({ stream_id: id, property, value }) =>
      subscriptionProperty(id, property, value),
    )
    const viewer = viewerOf(caller)
    await changeProperties({ tools, caller, viewer }, changes)
  },
})

export const patchSubscription = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/:stream_id',
  summary: 'Set one thing that the caller wants of a channel',
  named: { stream_id: numberInPath('The channel.') },
  parameters: { property: required(text()), value: required(text()) },
  handle: async ({ tools, caller, values }) => {
    const value = values.value === 'true' || values.value === 'false'
    const change = subscriptionProperty(
      values.stream_id,
      values.property,
      value ? values.value === 'true' : values.value,
    )
    const viewer = viewerOf(caller)
    await changeProperties({ tools, caller, viewer }, [change])
  },
})

const MUTED = 1
const INHERIT = 0

export const patchMutedTopics = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic, the old way',
  parameters: {
    stream: optional(text()),
    stream_id: optional(integer()),
    topic: required(text({ maxLength: LIMITS.topic })),
    op: required(choice(['add', 'remove'])),
  },
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const streamId =
      values.op === 'add'
        ? await channelToMute(tools, viewer, values)
        : await channelToUnmute(tools, viewer, values)
    const topic = values.topic === EMPTY_TOPIC_DISPLAY_NAME ? '' : values.topic
    await changeUserTopic(tools, caller, {
      streamId,
      topic,
      policy: values.op === 'add' ? MUTED : INHERIT,
    })
  },
})

interface NamedChannel {
  readonly stream: string | undefined
  readonly stream_id: number | undefined
}

function onlyOne({ stream, stream_id: id }: NamedChannel): string | number {
  if (stream !== undefined && id !== undefined) {
    const parameters = 'stream_id, stream'
    throw new ApiError(
      'BAD_REQUEST',
      say('Unsupported parameter combination: %{parameters}', { parameters }),
      {
        parameters,
      },
    )
  }
  const named = stream ?? id
  if (named === undefined) throw refusal(say("Missing '%{name}' argument", { name: 'stream_id' }))
  return named
}

async function channelToMute(
  tools: Call<unknown>['tools'],
  viewer: Viewer,
  given: NamedChannel,
): Promise<number> {
  const named = onlyOne(given)
  if (typeof named === 'number') return (await readableChannel(tools.database, viewer, named)).id
  const channel = await channelByName(tools.database, viewer, named)
  if (channel === undefined || !hasContentAccess(viewer, channel)) {
    throw refusal(say("Invalid channel name '%{name}'", { name: named }))
  }
  return channel.id
}

/** What one has muted one may unmute, whatever has become of the channel. */
async function channelToUnmute(
  tools: Call<unknown>['tools'],
  viewer: Viewer,
  given: NamedChannel,
): Promise<number> {
  const named = onlyOne(given)
  const channel =
    typeof named === 'number'
      ? await channelById(tools.database, viewer, named)
      : await channelByName(tools.database, viewer, named)
  if (channel === undefined) throw refusal('Topic is not muted')
  return channel.id
}

export const getUserSubscription = endpoint({
  method: 'GET',
  path: '/users/:user_id/subscriptions/:stream_id',
  summary: 'Whether a user is subscribed to a channel',
  named: { user_id: numberInPath('The user.'), stream_id: numberInPath('The channel.') },
  parameters: {},
  answer: objectOf({ is_subscribed: BOOLEAN }),
  handle: async ({ tools, caller, values }) => {
    const userId = await visibleUser(tools, caller, values.user_id)
    const viewer = viewerOf(caller)
    const channel = await knownChannel(tools.database, viewer, values.stream_id)
    const { realmId } = viewer
    const place = { realmId, streamId: channel.id, recipientId: channel.recipientId }
    return { is_subscribed: await isSubscribed(tools.database, place, userId) }
  },
})

export const getUserChannels = endpoint({
  method: 'GET',
  path: '/users/:user_id/channels',
  summary: 'The channels that a user is subscribed to and that the caller may know of',
  named: { user_id: numberInPath('The user.') },
  parameters: {},
  answer: objectOf({ subscribed_channel_ids: IDS }),
  handle: async ({ tools, caller, values }) => {
    const userId = await visibleUser(tools, caller, values.user_id)
    const viewer = viewerOf(caller)
    const ids = await subscribedChannelIds(tools.database, viewer.realmId, userId)
    const channels = await channelsByIds(tools.database, viewer, ids)
    const known = channels.filter((channel) => hasMetadataAccess(viewer, channel))
    return { subscribed_channel_ids: known.map(({ id }) => id).toSorted((a, b) => a - b) }
  },
})
