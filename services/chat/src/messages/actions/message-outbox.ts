import { isUnavailable } from '@oficina/kit/database.ts'

import { serverBusy } from '../../errors.ts'
import { writeMessages, type PreparedMessage, type Sent } from './send-message.ts'
import type { Tools } from '../../tenancy/tools.ts'

interface Waiting {
  readonly tools: Tools
  readonly message: PreparedMessage
  readonly resolve: (sent: Sent) => void
  readonly reject: (error: unknown) => void
}

interface Lane {
  readonly waiting: Waiting[]
  running: number
}

// One batch is written while the next one gathers; more at a time would only be smaller.
const MAX_RUNNING = 2
const MAX_BATCH = 50
const MAX_WAITING = 5_000

/**
 * Writes messages that are sent at the same time together: nobody waits for company, but who has to wait for the
 * database shares the next transaction with the others that wait. An error of one message is that message's alone.
 * @source docs/decisions/0308-chat-sending.md
 */
export class MessageOutbox {
  readonly #lanes = new Map<number, Lane>()

  async send(tools: Tools, message: PreparedMessage): Promise<Sent> {
    const realmId = message.outgoing.realm.id
    const lane = this.#lanes.get(realmId) ?? { waiting: [], running: 0 }
    this.#lanes.set(realmId, lane)
    if (lane.waiting.length >= MAX_WAITING) {
      throw serverBusy('The server is too busy; try again')
    }
    return await new Promise((resolve, reject) => {
      lane.waiting.push({ tools, message, resolve, reject })
      this.#drain(realmId, lane)
    })
  }

  #drain(realmId: number, lane: Lane): void {
    while (lane.running < MAX_RUNNING && lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, MAX_BATCH)
      lane.running += 1
      void write(realmId, batch).finally(() => {
        lane.running -= 1
        this.#drain(realmId, lane)
      })
    }
  }
}

/**
 * Settles every message of a batch; after an error each is tried alone. But for one that the database's absence caused:
 * the batch may have been committed just before, and must not be there twice.
 */
async function write(realmId: number, batch: readonly Waiting[]): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  try {
    const sent = await writeMessages(
      first.tools,
      realmId,
      batch.map(({ message }) => message),
    )
    for (const [index, { resolve, reject }] of batch.entries()) {
      const one = sent[index]
      if (one === undefined) reject(new Error('a message was not written'))
      else resolve(one)
    }
  } catch (error) {
    if (batch.length === 1 || isUnavailable(error)) batch.forEach(({ reject }) => reject(error))
    else for (const one of batch) await write(realmId, [one])
  }
}
