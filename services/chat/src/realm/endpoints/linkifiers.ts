import { required } from '@oficina/api/parameter.ts'

import { LINKIFIERS } from '../../../wire/organization.ts'
import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint, type Call } from '../../api/endpoint.ts'
import { ids, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import {
  addLinkifier,
  dropLinkifier,
  editLinkifier,
  reorderLinkifiers,
} from '../actions/linkifiers.ts'
import { linkifiersOf } from '../store/linkifier-store.ts'

const BY_FILTER = { filter_id: numberInPath('The linkifier.') }

const actorOf = ({ tools, caller }: Call<unknown>) => ({ tools, caller, viewer: viewerOf(caller) })
const PARAMETERS = {
  pattern: required(text({ isStripped: true, isRequired: true, maxLength: 1000 })),
  url_template: required(text({ isStripped: true, isRequired: true, maxLength: 2000 })),
}

export const getLinkifiers = endpoint({
  method: 'GET',
  path: '/realm/linkifiers',
  summary: 'The patterns that become links, in the order in which they are tried',
  parameters: {},
  answer: objectOf({ linkifiers: LINKIFIERS }),
  handle: async ({ tools, caller }) => ({
    linkifiers: await linkifiersOf(tools.database, caller.realm.id),
  }),
})

export const patchLinkifiers = endpoint({
  method: 'PATCH',
  path: '/realm/linkifiers',
  summary: 'Set the order of the linkifiers',
  parameters: { ordered_linkifier_ids: required(ids) },
  handle: (call) => reorderLinkifiers(actorOf(call), call.values.ordered_linkifier_ids),
})

export const postFilter = endpoint({
  method: 'POST',
  path: '/realm/filters',
  summary: 'Add a linkifier',
  parameters: PARAMETERS,
  answer: objectOf({ id: INTEGER }),
  handle: async (call) => {
    const { pattern, url_template: urlTemplate } = call.values
    return { id: await addLinkifier(actorOf(call), { pattern, urlTemplate }) }
  },
})

export const patchFilter = endpoint({
  method: 'PATCH',
  path: '/realm/filters/:filter_id',
  summary: 'Change a linkifier',
  named: BY_FILTER,
  parameters: PARAMETERS,
  handle: (call) => {
    const { pattern, url_template: urlTemplate } = call.values
    return editLinkifier(actorOf(call), call.values.filter_id, { pattern, urlTemplate })
  },
})

export const deleteFilter = endpoint({
  method: 'DELETE',
  path: '/realm/filters/:filter_id',
  summary: 'Delete a linkifier',
  named: BY_FILTER,
  parameters: {},
  handle: (call) => dropLinkifier(actorOf(call), call.values.filter_id),
})
