import { isUnavailable } from '@oficina/kit/database.ts'

import { serverBusy } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { PreparedMessage, Sent } from '../outgoing-message.ts'

/** Writes messages of one organization, all or none. */
type Write = (batch: readonly PreparedMessage[]) => Promise<readonly Sent[]>

interface Waiting {
  readonly message: PreparedMessage
  readonly write: Write
  readonly resolve: (sent: Sent) => void
  readonly reject: (error: unknown) => void
}

interface Lane {
  readonly waiting: Waiting[]
  running: number
}

// One batch is written while the next one collects; more at a time would only be smaller.
const MAX_RUNNING = 2
const MAX_BATCH = 50
const MAX_WAITING = 5_000

/**
 * Writes messages that are sent at the same time together: no message waits for others to arrive, but those that have
 * to wait for the database share the next transaction. One message's error does not affect the others.
 * @source docs/decisions/0308-chat-sending.md
 */
export class MessageOutbox {
  readonly #lanes = new Map<RealmId, Lane>()

  /** `write` writes this message and those that wait with it. */
  async send(message: PreparedMessage, write: Write): Promise<Sent> {
    const realmId = message.outgoing.realm.id
    const lane = this.#lanes.get(realmId) ?? { waiting: [], running: 0 }
    this.#lanes.set(realmId, lane)
    if (lane.waiting.length >= MAX_WAITING) {
      throw serverBusy('The server is too busy; try again')
    }
    return await new Promise((resolve, reject) => {
      lane.waiting.push({ message, write, resolve, reject })
      this.#drain(lane)
    })
  }

  #drain(lane: Lane): void {
    while (lane.running < MAX_RUNNING && lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, MAX_BATCH)
      lane.running += 1
      void settle(batch).finally(() => {
        lane.running -= 1
        this.#drain(lane)
      })
    }
  }
}

/**
 * Settles every message of a batch; after an error each is tried alone. The exception is an error caused by the
 * database's absence: the batch may have been committed just before, and must not be written twice.
 */
async function settle(batch: readonly Waiting[]): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  try {
    const sent = await first.write(batch.map(({ message }) => message))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const one = sent[index]
      if (one === undefined) reject(new Error('a message was not written'))
      else resolve(one)
    }
  } catch (error) {
    if (batch.length === 1 || isUnavailable(error)) batch.forEach(({ reject }) => reject(error))
    else for (const one of batch) await settle([one])
  }
}
