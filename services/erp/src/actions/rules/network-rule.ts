import { apiError } from '../../errors.ts'
import { mexicanDay } from '../../identity/mexican-day.ts'
import { networkGuard, parseRange } from '../../identity/network.ts'
import { LOCKS_YOU_OUT, NETWORKS_AT_MOST, NETWORK_FORM } from '../../messages/rights.ts'
import {
  countNetworks,
  networksSql,
  type NetworkRow,
} from '../../store/people/access-policy-store.ts'
import type { Callback, CallbackContext } from '../callbacks/callback.ts'
import { staleCompany } from './rights-rules.ts'

// Each request of each user is checked against all of them.
const MAX_NETWORKS = 500

/**
 * A valid range, not too many of them, and none that would lock its writer out.
 * @source docs/decisions/0223-erp-networks.md
 */
export const networkRule: Callback = {
  before: async ({ tx, caller }, { values, previous }) => {
    const text = values.get('rango_cidr')
    if (typeof text === 'string' && parseRange(text) === undefined) {
      throw apiError('VALIDATION', NETWORK_FORM(), 'rango_cidr')
    }
    if (previous === null && (await countNetworks(tx, caller.empresa)) >= MAX_NETWORKS) {
      throw apiError('VALIDATION', NETWORKS_AT_MOST({ most: MAX_NETWORKS }), 'rango_cidr')
    }
    return values
  },
  after: async (context) => {
    await refuseOwnLockOut(context, null)
    await staleCompany(context)
  },
  beforeDelete: async (context, { previous }) => {
    await refuseOwnLockOut(context, previous.get('id') ?? null)
    await staleCompany(context)
  },
}

async function refuseOwnLockOut(
  { tx, caller, now }: CallbackContext,
  without: string | null,
): Promise<void> {
  if (caller.credential.kind === 'service') return
  const statement = networksSql(caller.empresa, caller.usuarioId, mexicanDay(Date.parse(now)))
  const networks = await tx.query<NetworkRow>(statement)
  const letsIn = networkGuard(networks.filter(({ id }) => id !== without))
  if (letsIn(caller.address)) return
  throw apiError('VALIDATION', LOCKS_YOU_OUT({ address: caller.address }), 'rango_cidr')
}
