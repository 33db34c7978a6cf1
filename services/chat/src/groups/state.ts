import type { StateParts } from '../events/state-part.ts'
import { userGroups } from './store/group-objects.ts'

/** The initial state about user groups. */
export const GROUP_STATE: StateParts = {
  realm_user_groups: async (tx, { viewer, capabilities }) => {
    const which = capabilities['include_deactivated_groups'] === true ? 'all' : 'active'
    return { realm_user_groups: await userGroups(tx, viewer.realmId, which) }
  },
}
