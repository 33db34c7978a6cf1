import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { STREAM_ANSWER, STREAMS_ANSWER, type StreamsAnswer } from '../../../wire/channels.ts'
import { IDS, INTEGER, objectOf, TEXT } from '../../../wire/shape.ts'
import { knownChannel, readableChannel } from '../../access/access-channel.ts'
import { botById } from '../../access/store/people-store.ts'
import { endpoint, type Call } from '../../api/endpoint.ts'
import { boolean, integer, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { JsonText } from '../../tenancy/json-text.ts'
import { channelByName, subscribersOf, viewerOf } from '../../tenancy/store/channel-store.ts'
import { hasContentAccess, isAdmin } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { listChannels } from '../actions/list-channels.ts'
import { legacyPolicies } from '../legacy-policies.ts'
import { channelObjects } from '../store/channel-objects.ts'

const BY_CHANNEL = { stream_id: numberInPath('The channel.') }

export const getStreams = endpoint({
  method: 'GET',
  path: '/streams',
  summary: 'The channels that the caller can access',
  parameters: {
    include_public: defaulted(boolean, true),
    include_web_public: defaulted(boolean, false),
    include_subscribed: defaulted(boolean, true),
    exclude_archived: defaulted(boolean, true),
    include_all: defaulted(boolean, false),
    include_all_active: defaulted(boolean, false),
    include_default: defaulted(boolean, false),
    include_owner_subscribed: defaulted(boolean, false),
    include_can_access_content: defaulted(boolean, false),
  },
  answer: STREAMS_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    if (values.include_all_active && !isAdmin(viewer))
      throw refusal('User not authorized for this query')
    const sources = {
      all: values.include_all || values.include_all_active,
      canAccessContent: values.include_can_access_content,
      public: values.include_public,
      webPublic: values.include_web_public,
      subscribed: values.include_subscribed,
      ownerSubscribed: values.include_owner_subscribed,
    }
    const listing = {
      sources,
      withArchived: !values.exclude_archived,
      withDefault: values.include_default,
    }
    return {
      streams: new JsonText<StreamsAnswer['streams']>(await listChannels(tools, viewer, listing)),
    }
  },
})

export const getStream = endpoint({
  method: 'GET',
  path: '/streams/:stream_id',
  summary: 'One channel',
  named: BY_CHANNEL,
  parameters: {},
  answer: STREAM_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const { id } = await knownChannel(tools.database, viewer, values.stream_id)
    const legacy = await legacyPolicies(tools.database, tools, viewer.realmId)
    const [stream] = await channelObjects(tools.database, viewer.realmId, legacy, [id])
    if (stream === undefined) throw new Error('a known channel is there')
    return { stream }
  },
})

export const getStreamId = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  summary: 'The id of the channel of a name',
  parameters: { stream: required(text()) },
  answer: objectOf({ stream_id: INTEGER }),
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const channel = await channelByName(tools.database, viewer, values.stream)
    if (channel === undefined || !hasContentAccess(viewer, channel)) {
      throw refusal(say("Invalid channel name '%{name}'", { name: values.stream }))
    }
    return { stream_id: channel.id }
  },
})

export const getStreamMembers = endpoint({
  method: 'GET',
  path: '/streams/:stream_id/members',
  summary: 'The subscribers of a channel',
  named: BY_CHANNEL,
  parameters: {},
  answer: objectOf({ subscribers: IDS }),
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const channel = await knownChannel(tools.database, viewer, values.stream_id)
    const { realmId } = viewer
    return { subscribers: await subscribersOf(tools.database, realmId, channel.recipientId) }
  },
})

export const getStreamEmailAddress = endpoint({
  method: 'GET',
  path: '/streams/:stream_id/email_address',
  summary: 'The address that mail to a channel goes to: empty, since this server takes no mail',
  named: BY_CHANNEL,
  parameters: { sender_id: optional(integer({ min: 0 })) },
  answer: objectOf({ email: TEXT }),
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    await readableChannel(tools.database, viewer, values.stream_id)
    const { sender_id: senderId } = values
    if (senderId !== undefined && senderId !== caller.id) {
      await requireOwnBot({ tools, caller }, senderId)
    }
    return { email: '' }
  },
})

/** Mail may be sent on in the name of a bot that the caller looks after. */
async function requireOwnBot(
  { tools, caller }: Pick<Call<unknown>, 'tools' | 'caller'>,
  botId: number,
): Promise<void> {
  const bot = await botById(tools.database, caller.realm.id, botId)
  if (bot === undefined) throw refusal('No such bot')
  const isAllowed = isAdmin(caller) || bot.ownerId === caller.id || bot.isSystem
  if (!isAllowed) throw refusal('Insufficient permission')
}
