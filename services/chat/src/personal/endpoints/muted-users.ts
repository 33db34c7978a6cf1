import { endpoint } from '../../api/endpoint.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { muteUser, unmuteUser } from '../actions/muted-users.ts'

const BY_USER = { muted_user_id: numberInPath('The user.') }

export const postMutedUser = endpoint({
  method: 'POST',
  path: '/users/me/muted_users/:muted_user_id',
  summary: 'Mute a user',
  named: BY_USER,
  parameters: {},
  handle: ({ tools, caller, values }) => muteUser(tools, caller, values.muted_user_id),
})

export const deleteMutedUser = endpoint({
  method: 'DELETE',
  path: '/users/me/muted_users/:muted_user_id',
  summary: 'Unmute a user',
  named: BY_USER,
  parameters: {},
  handle: ({ tools, caller, values }) => unmuteUser(tools, caller, values.muted_user_id),
})
