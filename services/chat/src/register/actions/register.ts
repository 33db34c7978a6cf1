import { serverBusy } from '../../tenancy/api-error.ts'
import type { QueueOptions } from '../../events/queue-options.ts'
import { beginningOf } from '../../events/store/event-log-store.ts'
import { channelsHeard } from '../../events/store/listener-store.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { StateOptions } from '../../tenancy/state-part.ts'
import { initialState } from './initial-state.ts'
import type { Tools } from '../../tenancy/act.ts'

export interface Registration {
  readonly queueId: string
  readonly state: Readonly<Record<string, unknown>>
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
  const { hub, database } = tools
  const held = hub.hold(caller.realm.id)
  try {
    const read = await database.transaction(
      async (tx) => {
        const viewer = viewerOf(caller)
        const recipients = await channelsHeard(tx, viewer.realmId, viewer.userId)
        const beginning = await beginningOf(tx)
        const state = await initialState(tx, { ...wanted, tools, caller, viewer })
        return { state, beginning, recipients }
      },
      { isolation: 'repeatable read', isReadOnly: true },
    )
    if (hub.isOverrun(held)) throw serverBusy('Too much happened; try again')
    const listener = { role: caller.role, recipients: read.recipients }
    const user = { realmId: caller.realm.id, userId: caller.id, listener }
    const queue = hub.open(held, read.beginning, user, {
      options,
      nowMs: tools.now(),
    })
    return { queueId: queue.id, state: read.state }
  } catch (error) {
    hub.drop(held)
    throw error
  }
}
