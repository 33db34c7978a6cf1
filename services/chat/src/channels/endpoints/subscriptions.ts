import { defaulted, optional, readForm, required } from '@oficina/api/parameter.ts'

import {
  LISTED_SUBSCRIPTIONS,
  type ListedSubscriptions,
  SUBSCRIBED_ANSWER,
  SUBSCRIPTIONS_CHANGED_ANSWER,
  UNSUBSCRIBED_ANSWER,
} from '../../../wire/channels.ts'
import { objectOf } from '../../../wire/shape.ts'
import { refuseGuest } from '../../access/require-role.ts'
import { endpoint } from '../../api/endpoint.ts'
import { FORM_WORDS } from '../../api/form-words.ts'
import { boolean, choice, jsonText, list } from '../../api/kinds.ts'
import { act } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { JsonText } from '../../tenancy/json-text.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { subscribeUsers, type SubscribeResult } from '../actions/subscribe-users.ts'
import { unsubscribeUsers } from '../actions/unsubscribe-users.ts'
import { legacyPolicies } from '../legacy-policies.ts'
import { subscriptionLists } from '../store/subscription-state.ts'
import { channelPlan, newChannelParameters } from './channel-parameters.ts'
import { principals, wantedChannels } from './subscription-parameters.ts'

const LISTINGS = { true: 'all', false: 'none', partial: 'partial' } as const

export const getSubscriptions = endpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'The channels that the caller is subscribed to',
  parameters: { include_subscribers: defaulted(choice(['true', 'false', 'partial']), 'false') },
  answer: objectOf({ subscriptions: LISTED_SUBSCRIPTIONS }),
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const legacy = await legacyPolicies(tools.database, tools, viewer.realmId)
    const { subscriptions } = await subscriptionLists(tools.database, viewer, legacy, {
      subscribers: LISTINGS[values.include_subscribers],
      isSubscribedOnly: true,
      withArchived: false,
    })
    return { subscriptions: new JsonText<ListedSubscriptions>(subscriptions) }
  },
})

export const postSubscriptions = endpoint({
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe to channels; those that do not exist are made',
  parameters: {
    subscriptions: required(wantedChannels),
    principals: optional(principals),
    authorization_errors_fatal: defaulted(boolean, true),
    send_new_subscription_messages: defaulted(boolean, true),
    ...newChannelParameters,
  },
  answer: SUBSCRIBED_ANSWER,
  handle: async ({ tools, caller, values }) => {
    refuseGuest(caller)
    const viewer = viewerOf(caller)
    const areRefusalsFatal = values.authorization_errors_fatal
    const isToldToUsers = values.send_new_subscription_messages
    const result = await act(
      tools,
      viewer.realmId,
      (tx) =>
        subscribeUsers(
          tx,
          { tools, caller, viewer },
          {
            wanted: values.subscriptions,
            principals: values.principals,
            plan: channelPlan(values),
            areRefusalsFatal,
            isToldToUsers,
          },
        ),
      CHANNEL_RACE,
    )
    return {
      ...shown(result),
      ...(areRefusalsFatal ? {} : { unauthorized: result.unauthorized }),
      ...(isToldToUsers ? { new_subscription_messages_sent: result.areUsersTold } : {}),
    }
  },
})

// Who makes the same channel at the same time and comes second is subscribed to the one that is there.
const CHANNEL_RACE = { retryOn: 'CHANNEL_ALREADY_EXISTS' } as const

function shown({ subscribed, already_subscribed: already }: SubscribeResult) {
  return { subscribed, already_subscribed: already }
}

export const deleteSubscriptions = endpoint({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe from channels',
  parameters: { subscriptions: required(list(jsonText())), principals: optional(principals) },
  answer: UNSUBSCRIBED_ANSWER,
  handle: async ({ tools, caller, values }) => {
    const viewer = viewerOf(caller)
    const actor = { tools, caller, viewer }
    return {
      ...(await act(tools, viewer.realmId, (tx) =>
        unsubscribeUsers(tx, actor, values.subscriptions, values.principals),
      )),
    }
  },
})

export const patchSubscriptions = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions',
  summary: 'Subscribe to some channels and unsubscribe from others',
  parameters: {
    add: defaulted(wantedChannels, []),
    delete: defaulted(list(jsonText()), []),
  },
  answer: SUBSCRIPTIONS_CHANGED_ANSWER,
  handle: async ({ tools, caller, values }) => {
    if (values.add.length === 0 && values.delete.length === 0) {
      throw refusal('Nothing to do. Specify at least one of "add" or "delete".')
    }
    refuseGuest(caller)
    const viewer = viewerOf(caller)
    const actor = { tools, caller, viewer }
    const plan = channelPlan(readForm(newChannelParameters, new Map(), FORM_WORDS))
    const request = { wanted: values.add, principals: undefined, plan }
    return await act(
      tools,
      viewer.realmId,
      async (tx) => {
        const added = await subscribeUsers(tx, actor, {
          ...request,
          areRefusalsFatal: true,
          isToldToUsers: true,
        })
        const gone = await unsubscribeUsers(tx, actor, values.delete, undefined)
        return { ...shown(added), ...gone }
      },
      CHANNEL_RACE,
    )
  },
})
