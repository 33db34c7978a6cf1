import type { RealmId } from '../tenancy/realm-id.ts'
import type { QueueOptions } from './queue-options.ts'
import { variantOf } from './queue-options.ts'
import { isUnread, type SeenEntries, type UnreadLog } from './unread-log.ts'

/** What a queue stores of an event: its text without the id. */
export interface QueuedEvent {
  readonly type: string
  /** The JSON of the event; the id is inserted when it is sent. */
  readonly json: string
  /** Set where consecutive events may be merged into one. */
  readonly merge?: { readonly key: string; readonly messages: readonly number[] }
}

interface StoredEvent extends QueuedEvent {
  readonly id: number
}

export type PollProblem = 'pruned' | 'not_in_queue'

interface Waiter {
  readonly finish: () => void
  readonly timer: NodeJS.Timeout
}

export interface ParkedQueue {
  readonly id: string
  readonly realmId: RealmId
  readonly userId: number
  readonly options: QueueOptions
  readonly events: readonly StoredEvent[]
  readonly nextId: number
  readonly prunedTo: number
  readonly seen: readonly number[]
}

// A client with this many waiting events has not read for long; it must register again instead of costing ever more
// memory.
const MAX_EVENTS = 20_000
const MAX_CHARACTERS = 16 * 1024 * 1024

/**
 * The events waiting for one client. Delivery is at least once: an event stays until the client acknowledges it or a
 * later one.
 */
export class ClientQueue {
  readonly id: string
  readonly realmId: RealmId
  readonly userId: number
  readonly options: QueueOptions
  readonly variant: string
  lastPollMs: number
  /** The log may deliver them after the queue was opened, but its client's state includes them. */
  seen: SeenEntries = new Set()
  #events: StoredEvent[] = []
  /** Of the texts of all events that wait. */
  #characters = 0
  #nextId = 0
  #prunedTo = -1
  #sentTo = -1
  #waiter: Waiter | undefined

  constructor(
    identity: { readonly id: string; readonly realmId: RealmId; readonly userId: number },
    options: QueueOptions,
    nowMs: number,
  ) {
    this.id = identity.id
    this.realmId = identity.realmId
    this.userId = identity.userId
    this.options = options
    this.variant = variantOf(options)
    this.lastPollMs = nowMs
  }

  static unpark(parked: ParkedQueue, nowMs: number): ClientQueue {
    const queue = new ClientQueue(parked, parked.options, nowMs)
    queue.#events = [...parked.events]
    queue.#characters = charactersOf(queue.#events)
    queue.#nextId = parked.nextId
    queue.#prunedTo = parked.prunedTo
    queue.#sentTo = parked.nextId - 1
    queue.seen = new Set(parked.seen)
    return queue
  }

  /** `unread` is what the process that takes it back will read. */
  park(unread: UnreadLog): ParkedQueue {
    const { id, realmId, userId, options } = this
    const state = { events: this.#events, nextId: this.#nextId, prunedTo: this.#prunedTo }
    const seen = [...this.seen].filter((entry) => isUnread(unread, entry))
    return { id, realmId, userId, options, ...state, seen }
  }

  /** False when the queue is full and must be removed. */
  push(event: QueuedEvent): boolean {
    const last = this.#events.at(-1)
    const { merge } = event
    if (merge !== undefined && last?.merge?.key === merge.key && last.id > this.#sentTo) {
      // Extends an event that the client has not been sent yet, instead of queueing thousands of marks one by one.
      const messages = [...last.merge.messages, ...merge.messages]
      const json = event.json.replace(/"messages":\[[\d,]*\]/, `"messages":[${messages.join(',')}]`)
      this.#events[this.#events.length - 1] = {
        ...event,
        json,
        merge: { key: merge.key, messages },
        id: this.#nextId++,
      }
      this.#characters += json.length - last.json.length
    } else {
      this.#events.push({ ...event, id: this.#nextId++ })
      this.#characters += event.json.length
    }
    this.#waiter?.finish()
    return this.#events.length <= MAX_EVENTS && this.#characters <= MAX_CHARACTERS
  }

  /** Removes what the client has seen. */
  acknowledge(lastEventId: number): PollProblem | undefined {
    if (lastEventId < this.#prunedTo) return 'pruned'
    if (lastEventId >= this.#nextId) return 'not_in_queue'
    const keep = this.#events.findIndex(({ id }) => id > lastEventId)
    this.#events = keep === -1 ? [] : this.#events.slice(keep)
    this.#characters = charactersOf(this.#events)
    this.#prunedTo = lastEventId
    return undefined
  }

  get hasEvents(): boolean {
    return this.#events.length > 0
  }

  get isPolled(): boolean {
    return this.#waiter !== undefined
  }

  /** The texts of all waiting events. */
  take(): readonly string[] {
    this.#sentTo = this.#nextId - 1
    return this.#events.map(({ id, json }) => `{"id":${id},${json.slice(1)}`)
  }

  /**
   * Waits for an event, for `maxMs`, or until the client or another poll ends the wait. A second poll ends the first.
   * Returns whether the time ran out.
   */
  async wait(maxMs: number, signal: AbortSignal): Promise<'events' | 'timeout' | 'ended'> {
    this.release()
    return await new Promise((resolve) => {
      const end = (how: 'events' | 'timeout' | 'ended') => {
        clearTimeout(waiter.timer)
        if (this.#waiter === waiter) this.#waiter = undefined
        signal.removeEventListener('abort', onAbort)
        resolve(how)
      }
      const onAbort = () => end('ended')
      const waiter: Waiter = {
        finish: () => end(this.hasEvents ? 'events' : 'ended'),
        timer: setTimeout(() => end('timeout'), maxMs),
      }
      this.#waiter = waiter
      signal.addEventListener('abort', onAbort)
    })
  }

  /** Ends a wait in progress. */
  release(): void {
    this.#waiter?.finish()
  }
}

function charactersOf(events: readonly QueuedEvent[]): number {
  return events.reduce((sum, { json }) => sum + json.length, 0)
}
