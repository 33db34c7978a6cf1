import { optionalField } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import {
  ME_ANSWER,
  type PeopleObjects,
  type PersonObject,
  USER_ANSWER,
  USERS_ANSWER,
} from '../../../wire/people.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { visibleUser } from '../../access/visible-user.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, ids, integerChoice, object, text } from '../../api/kinds.ts'
import { numberInPath, textInPath } from '../../api/path-parameters.ts'
import { JsonText } from '../../tenancy/json-text.ts'
import { ROLES } from '../../tenancy/roles.ts'
import { changeUser } from '../actions/change-user.ts'
import { createUser } from '../actions/create-user.ts'
import { deactivateSelf, deactivateUser, reactivateUser } from '../actions/deactivate-user.ts'
import { listPeople, ownProfile, personNamed } from '../actions/list-people.ts'
import { profileEntries } from './profile-fields.ts'

const BY_USER = { user_id_or_email: textInPath('The id of the user, or either address.') }

const LISTING = {
  client_gravatar: defaulted(boolean, true),
  include_custom_profile_fields: defaulted(boolean, false),
}

export const getMe = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'The caller',
  parameters: {},
  answer: ME_ANSWER,
  handle: ({ tools, caller }) => ownProfile(tools, caller),
})

export const getUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'The users of the organization, deactivated ones included',
  parameters: { ...LISTING, user_ids: optional(ids) },
  answer: USERS_ANSWER,
  handle: async ({ tools, caller, values }) => ({
    members: new JsonText<PeopleObjects>(
      await listPeople(tools, caller, {
        clientGravatar: values.client_gravatar,
        withProfileData: values.include_custom_profile_fields,
        ...(values.user_ids === undefined ? {} : { ids: values.user_ids }),
      }),
    ),
  }),
})

/** The path names a user by id or by either of the two addresses. @source docs/contract/chat.md, GET /users/{email} */
export const getUser = endpoint({
  method: 'GET',
  path: '/users/:user_id_or_email',
  summary: 'One user, by id or email address',
  named: BY_USER,
  parameters: LISTING,
  answer: USER_ANSWER,
  handle: async ({ tools, caller, values }) => ({
    user: new JsonText<PersonObject>(
      await personNamed(tools, caller, values.user_id_or_email, {
        clientGravatar: values.client_gravatar,
        withProfileData: values.include_custom_profile_fields,
      }),
    ),
  }),
})

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/users/me',
  summary: 'Deactivate the caller’s own account',
  parameters: {},
  handle: ({ tools, caller }) => deactivateSelf(tools, caller),
})

export const postUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Create an account for a person',
  parameters: { email: required(text()), password: required(text()), full_name: required(text()) },
  answer: objectOf({ user_id: INTEGER }),
  handle: async ({ tools, caller, values }) => ({
    user_id: await createUser(tools, caller, {
      email: values.email,
      fullName: values.full_name,
      password: values.password,
    }),
  }),
})

export const patchUser = endpoint({
  method: 'PATCH',
  path: '/users/:user_id_or_email',
  summary: 'Change a user’s name, role, address or profile',
  named: BY_USER,
  parameters: {
    full_name: optional(text()),
    role: optional(integerChoice(ROLES)),
    new_email: optional(text()),
    profile_data: optional(profileEntries),
  },
  handle: async ({ tools, caller, values }) => {
    const id = await visibleUser(tools, caller, values.user_id_or_email)
    await changeUser(tools, caller, id, {
      fullName: values.full_name,
      role: values.role,
      newEmail: values.new_email,
      profile: values.profile_data,
    })
  },
})

const MAX_COMMENT = 2_000

const isAsked = optionalField(boolean)
const erasure = object({
  delete_profile: isAsked,
  delete_public_channel_messages: isAsked,
  delete_private_channel_messages: isAsked,
  delete_direct_messages: isAsked,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:user_id_or_email',
  summary: 'Deactivate a user',
  named: { user_id_or_email: numberInPath('The id of the user.') },
  parameters: {
    deactivation_notification_comment: optional(text({ maxLength: MAX_COMMENT })),
    actions: optional(erasure),
  },
  handle: ({ tools, caller, values }) =>
    deactivateUser(tools, caller, {
      userId: values.user_id_or_email,
      kind: 'person',
      comment: values.deactivation_notification_comment,
      erasure: values.actions,
    }),
})

export const postReactivate = endpoint({
  method: 'POST',
  path: '/users/:user_id/reactivate',
  summary: 'Bring a deactivated user back',
  named: { user_id: numberInPath('The user.') },
  parameters: {},
  handle: ({ tools, caller, values }) => reactivateUser(tools, caller, values.user_id),
})
