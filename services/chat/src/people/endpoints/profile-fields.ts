import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { PROFILE_FIELDS } from '../../../wire/organization.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint, type Call } from '../../api/endpoint.ts'
import { anyJson, anyObject, boolean, object, ids, integer, list, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { changeProfile } from '../actions/profile-data.ts'
import { addField, dropField, editField, reorderFields } from '../actions/profile-fields.ts'
import { profileFieldObjects } from '../store/profile-store.ts'

const BY_FIELD = { field_id: numberInPath('The profile field.') }

const actorOf = ({ tools, caller }: Call<unknown>) => ({ tools, caller, viewer: viewerOf(caller) })

const NAME = text({ isStripped: true, maxLength: 40 })
const HINT = text({ isStripped: true, maxLength: 80 })
const PATH = '/realm/profile_fields'

/** Values of profile fields, as a user or an administrator sends them. */
export const profileEntries = list(object({ id: integer(), value: anyJson }))

export const getProfileFields = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'The organization’s profile fields, in order',
  parameters: {},
  answer: objectOf({ custom_fields: PROFILE_FIELDS }),
  handle: async ({ tools, caller }) => ({
    custom_fields: await profileFieldObjects(tools.database, caller.realm.id),
  }),
})

export const postProfileField = endpoint({
  method: 'POST',
  path: PATH,
  summary: 'Add a profile field',
  parameters: {
    name: defaulted(NAME, ''),
    hint: defaulted(HINT, ''),
    field_type: required(integer()),
    field_data: defaulted(anyObject, {}),
    display_in_profile_summary: defaulted(boolean, false),
    required: defaulted(boolean, false),
    editable_by_user: defaulted(boolean, true),
  },
  answer: objectOf({ id: INTEGER }),
  handle: async (call) => {
    const { field_type: type, ...field } = call.values
    return { id: await addField(actorOf(call), { ...field, type }) }
  },
})

export const patchProfileFields = endpoint({
  method: 'PATCH',
  path: PATH,
  summary: 'Set the order of the profile fields',
  parameters: { order: required(ids) },
  handle: (call) => reorderFields(actorOf(call), call.values.order),
})

export const patchProfileField = endpoint({
  method: 'PATCH',
  path: `${PATH}/:field_id`,
  summary: 'Change a profile field',
  named: BY_FIELD,
  parameters: {
    name: optional(NAME),
    hint: optional(HINT),
    field_data: optional(anyObject),
    display_in_profile_summary: optional(boolean),
    required: optional(boolean),
    editable_by_user: optional(boolean),
  },
  handle: (call) => {
    const { field_id: id, ...given } = call.values
    return editField(actorOf(call), id, given)
  },
})

export const deleteProfileField = endpoint({
  method: 'DELETE',
  path: `${PATH}/:field_id`,
  summary: 'Delete a profile field with everybody’s values',
  named: BY_FIELD,
  parameters: {},
  handle: (call) => dropField(actorOf(call), call.values.field_id),
})

export const patchProfileData = endpoint({
  method: 'PATCH',
  path: '/users/me/profile_data',
  summary: 'Change the caller’s own profile',
  parameters: { data: required(profileEntries) },
  auth: 'human',
  handle: ({ tools, caller, values }) => changeProfile(tools, caller, values.data),
})

export const deleteProfileData = endpoint({
  method: 'DELETE',
  path: '/users/me/profile_data',
  summary: 'Remove values from the caller’s own profile',
  parameters: { data: required(ids) },
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    changeProfile(
      tools,
      caller,
      values.data.map((id) => ({ id, value: null })),
    ),
})
