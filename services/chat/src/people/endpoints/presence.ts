import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import {
  PRESENCE_ANSWER,
  REALM_PRESENCE_ANSWER,
  USER_PRESENCE_ANSWER,
} from '../../../wire/people.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, integer, text } from '../../api/kinds.ts'
import { textInPath } from '../../api/path-parameters.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { say } from '../../tenancy/words/say.ts'
import { listPresences, notePresence, presenceOf } from '../actions/presence.ts'

export const postPresence = endpoint({
  method: 'POST',
  path: '/users/me/presence',
  summary: 'Say that the caller is there, and ask who else is',
  parameters: {
    status: required(text()),
    ping_only: defaulted(boolean, false),
    new_user_input: defaulted(boolean, false),
    slim_presence: defaulted(boolean, false),
    last_update_id: optional(integer()),
    history_limit_days: optional(integer({ min: 0 })),
  },
  answer: PRESENCE_ANSWER,
  auth: 'human',
  handle: async ({ tools, caller, values }) => {
    const { status } = values
    if (status !== 'active' && status !== 'idle')
      throw refusal(say('Invalid status: %{status}', { status }))
    await notePresence(tools, caller, status)
    if (values.ping_only) return {}
    // Clients that count updates know the slim form alone.
    const isSlim = values.slim_presence || values.last_update_id !== undefined
    return await listPresences(tools, caller, {
      isSlim,
      after: values.last_update_id ?? -1,
      days: values.history_limit_days,
    })
  },
})

export const getPresence = endpoint({
  method: 'GET',
  path: '/users/:user_id_or_email/presence',
  summary: 'When a user was last seen',
  named: { user_id_or_email: textInPath('The id of the user, or either address.') },
  parameters: {},
  answer: USER_PRESENCE_ANSWER,
  auth: 'human',
  handle: async ({ tools, caller, values }) => ({
    presence: await presenceOf(tools, caller, values.user_id_or_email),
  }),
})

export const getRealmPresence = endpoint({
  method: 'GET',
  path: '/realm/presence',
  summary: 'Who has been seen lately',
  parameters: {},
  answer: REALM_PRESENCE_ANSWER,
  auth: 'human',
  handle: async ({ tools, caller }) => {
    const seen = await listPresences(tools, caller, { isSlim: false, after: -1, days: undefined })
    return { presences: seen.presences, server_timestamp: seen.server_timestamp }
  },
})
