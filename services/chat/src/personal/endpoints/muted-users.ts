import { muteUser, unmuteUser } from '../actions/muted-users.ts'
import { endpoint } from '../../api/endpoint.ts'
import { pathId } from '../../api/path-id.ts'

export const postMutedUser = endpoint({
  method: 'POST',
  path: '/users/me/muted_users/:muted_user_id',
  summary: 'Mute a user',
  parameters: {},
  handle: ({ tools, caller, path }) => muteUser(tools, caller, pathId(path, 'muted_user_id')),
})

export const deleteMutedUser = endpoint({
  method: 'DELETE',
  path: '/users/me/muted_users/:muted_user_id',
  summary: 'Unmute a user',
  parameters: {},
  handle: ({ tools, caller, path }) => unmuteUser(tools, caller, pathId(path, 'muted_user_id')),
})
