import type { ClientKind } from '../events/client-kinds.ts'

/** Which clients hear of a group: of deactivated ones only those that know what that is. */
export function groupClients(isDeactivated: boolean): { readonly clients?: ClientKind } {
  return isDeactivated ? { clients: 'knowing_deactivated_groups' } : {}
}
