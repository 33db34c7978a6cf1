import { field, type StateParts } from '../tenancy/state-part.ts'
import { deviceStates } from './store/push-store.ts'

/** What a client begins with of its user's devices. */
export const PUSH_STATE: StateParts = {
  push_device: field('push_devices', (tx, { realmId, userId }) =>
    deviceStates(tx, realmId, userId),
  ),
}
