import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { serverBusy } from '../../errors.ts'
import type { QueueOptions } from '../../events/queue-options.ts'
import { parseSnapshot, type Beginning } from '../../events/snapshot.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { initialState, type StateOptions } from './initial-state.ts'
import type { Tools } from '../../tenancy/tools.ts'

export interface Registration {
  readonly queueId: string
  readonly state: Readonly<Record<string, unknown>>
}

/**
 * Reads the state that a client asks for and opens its queue in one consistent cut: the state and the queue's events
 * together are everything, once.
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
        const recipients = await recipientsOf(tx, viewer)
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

async function beginningOf(tx: Tx): Promise<Beginning> {
  const [row] = await tx.query<{ snapshot: string; last: number }>(
    sql`select pg_current_snapshot()::text as snapshot, last_value as last from event_log_id_seq`,
  )
  return { snapshot: parseSnapshot(row?.snapshot ?? '0:0:'), end: row?.last ?? 0 }
}

/** The conversations whose messages reach the user. */
export async function recipientsOf(
  tx: Tx,
  { realmId, userId }: Pick<Viewer, 'realmId' | 'userId'>,
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ recipient_id: number }>(
    sql`select recipient_id from subscription where realm_id = ${realmId} and user_id = ${userId} and is_active
          and stream_id is not null`,
  )
  return new Set(rows.map(({ recipient_id: id }) => id))
}
