import type { Tx } from '@oficina/kit/database.ts'

import type { StateObject } from '../../../wire/register.ts'
import type { Tools } from '../../events/act.ts'
import { MAX_HELD } from '../../events/queue-hub.ts'
import type { QueueOptions } from '../../events/queue-options.ts'
import type { StateOptions } from '../../events/state-part.ts'
import { seenEntries } from '../../events/store/event-log-store.ts'
import { channelsHeard } from '../../events/store/listener-store.ts'
import { ApiError, serverBusy } from '../../tenancy/api-error.ts'
import type { Given } from '../../tenancy/json-text.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { userById, type Caller } from '../../tenancy/store/user-store.ts'
import { initialState } from './initial-state.ts'

export interface Registration {
  readonly queueId: string
  readonly state: Given<StateObject>
}

/**
 * Reads the requested state and opens the client's queue consistently: the state and the queue's events together
 * contain everything, once.
 * @source docs/decisions/0303-chat-events.md
 */
export async function register(
  tools: Tools,
  caller: Caller,
  options: QueueOptions,
  wanted: Omit<StateOptions, 'caller' | 'viewer' | 'tools'>,
): Promise<Registration> {
  const { bus, hub, database } = tools
  const realmId = caller.realm.id
  const held = hub.hold(realmId)
  const { unread } = bus
  try {
    const read = await database.transaction(
      async (tx) => {
        // What the caller is has changed since they were asked who they are, or is part of the same cut.
        const now = await activeUser(tx, caller)
        const viewer = viewerOf(now)
        const recipients = await channelsHeard(tx, realmId, now.id)
        const seen = await seenEntries(tx, realmId, unread, MAX_HELD)
        const state = await initialState(tx, { ...wanted, tools, caller: now, viewer })
        return { state, seen, listener: { role: now.role, recipients } }
      },
      { isolation: 'repeatable read', isReadOnly: true },
    )
    if (hub.isOverrun(held) || read.seen === undefined) {
      throw serverBusy('Too much happened; try again')
    }
    const user = { realmId, userId: caller.id, listener: read.listener }
    const queue = hub.open(held, read.seen, user, {
      options,
      nowMs: tools.now(),
    })
    return { queueId: queue.id, state: read.state }
  } catch (error) {
    hub.drop(held)
    throw error
  }
}

/** The caller as they are at this point. @throws ApiError UNAUTHORIZED when their account has ended meanwhile */
async function activeUser(tx: Tx, { realm, id }: Caller): Promise<Caller> {
  const user = await userById(tx, realm.id, id)
  if (user?.isActive !== true) throw new ApiError('UNAUTHORIZED', 'Account is deactivated')
  return user
}
