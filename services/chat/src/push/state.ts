import { field, type StateParts } from '../events/state-part.ts'
import { deviceStates } from './store/push-store.ts'

/** The initial state about the user's devices. */
export const PUSH_STATE: StateParts = {
  push_device: field('push_devices', (tx, { realmId, userId }) =>
    deviceStates(tx, realmId, userId),
  ),
}
