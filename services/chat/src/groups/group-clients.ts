import type { UserGroup } from '../access/store/group.ts'
import type { ClientKind } from '../events/client-kinds.ts'

/** Which clients get events of a group: those of deactivated ones only clients that know deactivated groups. */
export function groupClients({
  is_deactivated: isDeactivated,
}: Pick<UserGroup, 'is_deactivated'>): {
  readonly clients?: ClientKind
} {
  return isDeactivated ? { clients: 'knowing_deactivated_groups' } : {}
}
