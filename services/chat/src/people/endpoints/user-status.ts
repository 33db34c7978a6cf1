import { optional } from '@oficina/api/parameter.ts'

import { STATUS_ANSWER } from '../../../wire/people.ts'
import { endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { changeStatus, readStatus } from '../actions/user-status.ts'

const BY_USER_ID = { user_id: numberInPath('The user.') }

const PARAMETERS = {
  status_text: optional(text({ isStripped: true, maxLength: LIMITS.statusText })),
  emoji_name: optional(text()),
  emoji_code: optional(text()),
  reaction_type: optional(text()),
}

export const postOwnStatus = endpoint({
  method: 'POST',
  path: '/users/me/status',
  summary: 'Change the caller’s status',
  parameters: PARAMETERS,
  handle: ({ tools, caller, values }) =>
    changeStatus(tools, caller, caller.id, {
      text: values.status_text,
      emojiName: values.emoji_name,
      emojiCode: values.emoji_code,
      reactionType: values.reaction_type,
    }),
})

export const postStatus = endpoint({
  method: 'POST',
  path: '/users/:user_id/status',
  summary: 'Change a user’s status, for administrators',
  named: BY_USER_ID,
  parameters: PARAMETERS,
  handle: ({ tools, caller, values }) =>
    changeStatus(tools, caller, values.user_id, {
      text: values.status_text,
      emojiName: values.emoji_name,
      emojiCode: values.emoji_code,
      reactionType: values.reaction_type,
    }),
})

export const getStatus = endpoint({
  method: 'GET',
  path: '/users/:user_id/status',
  summary: 'A user’s status',
  named: BY_USER_ID,
  parameters: {},
  answer: STATUS_ANSWER,
  handle: async ({ tools, caller, values }) => ({
    status: await readStatus(tools, caller, values.user_id),
  }),
})
