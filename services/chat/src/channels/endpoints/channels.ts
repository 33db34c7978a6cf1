import { nullable } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { refuseGuest } from '../../access/require-role.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, ids, integer, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { archiveChannel } from '../actions/archive-channel.ts'
import { createChannel } from '../actions/create-channel.ts'
import { addDefaultChannel, removeDefaultChannel } from '../actions/default-channels.ts'
import { updateChannel } from '../actions/update-channel.ts'
import {
  channelPlan,
  groupChangeParameters,
  groupChanges,
  newChannelParameters,
  retention,
  topicsPolicy,
} from './channel-parameters.ts'

const BY_CHANNEL = { stream_id: numberInPath('The channel.') }

export const postChannel = endpoint({
  method: 'POST',
  path: '/channels/create',
  summary: 'Create a channel',
  parameters: {
    name: required(text({ isStripped: true, isRequired: true })),
    description: defaulted(text({ maxLength: LIMITS.streamDescription }), ''),
    subscribers: required(ids),
    send_new_subscription_messages: defaulted(boolean, true),
    ...newChannelParameters,
  },
  answer: objectOf({ id: INTEGER }),
  handle: async ({ tools, caller, values }) => {
    refuseGuest(caller)
    const viewer = viewerOf(caller)
    const plan = channelPlan(values)
    const id = await createChannel({ tools, caller, viewer }, values, plan, values.subscribers)
    return { id }
  },
})

export const patchStream = endpoint({
  method: 'PATCH',
  path: '/streams/:stream_id',
  summary: 'Update a channel',
  named: BY_CHANNEL,
  parameters: {
    description: optional(text({ maxLength: LIMITS.streamDescription })),
    new_name: optional(text()),
    is_private: optional(boolean),
    is_web_public: optional(boolean),
    history_public_to_subscribers: optional(boolean),
    is_default_stream: optional(boolean),
    message_retention_days: optional(retention),
    is_archived: optional(boolean),
    folder_id: optional(nullable(integer())),
    topics_policy: optional(topicsPolicy),
    ...groupChangeParameters,
  },
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    await updateChannel({ tools, caller, viewer }, values.stream_id, {
      privacy: {
        isPrivate: values.is_private,
        isWebPublic: values.is_web_public,
        historyPublicToSubscribers: values.history_public_to_subscribers,
        isDefault: values.is_default_stream,
      },
      messageRetentionDays: values.message_retention_days,
      isArchived: values.is_archived,
      description: values.description,
      name: values.new_name,
      folderId: values.folder_id,
      topicsPolicy: values.topics_policy,
      groups: groupChanges(values),
    })
  },
})

export const deleteStream = endpoint({
  method: 'DELETE',
  path: '/streams/:stream_id',
  summary: 'Archive a channel',
  named: BY_CHANNEL,
  parameters: {},
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    await archiveChannel({ tools, caller, viewer }, values.stream_id)
  },
})

export const postDefaultStream = endpoint({
  method: 'POST',
  path: '/default_streams',
  summary: 'Subscribe new users to a channel',
  parameters: { stream_id: required(integer()) },
  handle: async ({ tools, caller, values }) => {
    await addDefaultChannel({ tools, caller, viewer: viewerOf(caller) }, values.stream_id)
  },
})

export const deleteDefaultStream = endpoint({
  method: 'DELETE',
  path: '/default_streams',
  summary: 'Subscribe new users to a channel no more',
  parameters: { stream_id: required(integer()) },
  handle: async ({ tools, caller, values }) => {
    await removeDefaultChannel({ tools, caller, viewer: viewerOf(caller) }, values.stream_id)
  },
})
