import { tellCall } from '@oficina/http/tell-call.ts'
import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { EventBus } from './event-bus.ts'
import { QUEUE_CALLS, sign, SIGNATURE, type QueueCall } from './queue-call.ts'
import { adopterOf } from './store/adoption-store.ts'
import { keepsQueues } from './store/event-log-store.ts'
import { addressOf } from './store/process-address-store.ts'

// As many clients as wait at another process; the others are told to ask again.
const MAX_CALLS = 20_000
// Longer than a heartbeat takes to come.
const POLL_TIMEOUT_MS = 75_000
const TIMEOUT_MS = 10_000
const MAX_ADDRESSES = 1_000
const MAX_ADOPTED = 50_000

interface Options {
  /** This process. */
  readonly processId: number
  readonly database: Database
  readonly bus: EventBus
  readonly secret: Buffer
  readonly now: Clock
  readonly log: Log
  /** Whether this process has a queue. */
  readonly isOpen: (queueId: string) => boolean
}

/** What became of a call to the process that has a queue. */
export type QueueAnswer =
  | { readonly kind: 'answered'; readonly events: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The process is alive, or will be again, and could not be asked now. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'gone' }

/**
 * Asks other processes for the queues that they have, so that a client may ask any process.
 * @source docs/decisions/0303-chat-events.md
 */
export class ProcessCalls {
  readonly #options: Options
  readonly #addresses = new RecentMap<number, string>(MAX_ADDRESSES)
  /** Of queues that began elsewhere. */
  readonly #adopters = new RecentMap<string, number>(MAX_ADOPTED)
  readonly #running = new Set<AbortController>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Asks the process that made a queue, and if that has it no more, the one that took it over.
   * @param signal ends the call, here and there: the client has gone
   */
  async ask(call: QueueCall, signal: AbortSignal): Promise<QueueAnswer> {
    const { database, isOpen, processId } = this.#options
    const first = this.#adopters.get(call.queueId) ?? processOf(call.queueId)
    const answer: QueueAnswer =
      first === processId ? { kind: 'gone' } : await this.#askAt(first, call, signal)
    if (!isMissing(answer)) return answer
    const adopter = await adopterOf(database, call.queueId)
    if (adopter === undefined || adopter === first) return answer
    // It has just taken it over itself, or had it until it ended.
    if (adopter === processId) return { kind: isOpen(call.queueId) ? 'elsewhere' : 'gone' }
    this.#adopters.set(call.queueId, adopter)
    return await this.#askAt(adopter, call, signal)
  }

  async #askAt(owner: number, call: QueueCall, signal: AbortSignal): Promise<QueueAnswer> {
    const url = await this.#addressOf(owner)
    if (url === undefined || this.#running.size >= MAX_CALLS) {
      return await this.#silent(owner, 'not asked')
    }
    const released = new AbortController()
    this.#running.add(released)
    const timeout = AbortSignal.timeout(call.poll === undefined ? TIMEOUT_MS : POLL_TIMEOUT_MS)
    try {
      return await this.#send(call, url, AbortSignal.any([signal, timeout, released.signal]))
    } catch (error) {
      // As a queue of this process is answered when the process stops: with nothing new.
      if (released.signal.aborted) return { kind: 'answered', events: '[]' }
      if (signal.aborted) return { kind: 'elsewhere' }
      this.#addresses.delete(owner)
      return await this.#silent(owner, isRefusal(error) ? 'nobody listens' : 'cut off')
    } finally {
      this.#running.delete(released)
    }
  }

  /** Answers all clients that wait for another process, so that this one can stop. */
  releaseAll(): void {
    for (const call of this.#running) call.abort()
  }

  async #send(call: QueueCall, url: string, signal: AbortSignal): Promise<QueueAnswer> {
    const { log, now, secret } = this.#options
    const body = JSON.stringify(call)
    const headers = { 'content-type': 'application/json', [SIGNATURE]: sign(secret, body, now()) }
    const destination = { to: 'chat', method: 'POST', route: QUEUE_CALLS }
    const response = await tellCall(destination, (more) =>
      fetch(new URL(QUEUE_CALLS, url), {
        method: 'POST',
        headers: { ...headers, ...more },
        body,
        redirect: 'error',
        signal,
      }),
    )
    const text = await response.text()
    if (response.status === 200) return { kind: 'answered', events: text }
    if (response.status === 400) {
      // Every error of the service has this form.
      const { code, msg: message } = JSON.parse(text) as { code: string; msg: string }
      return { kind: 'refused', code, message }
    }
    log.warn(
      { status: response.status, url },
      'another process refused a call: do all have the same CHAT_SECRET and version?',
    )
    return { kind: 'elsewhere' }
  }

  async #addressOf(owner: number): Promise<string | undefined> {
    const known = this.#addresses.get(owner)
    if (known !== undefined || owner === -1) return known
    const url = await addressOf(this.#options.database, owner)
    if (url !== undefined) this.#addresses.set(owner, url)
    return url
  }

  /** A process that nobody listens for, that is not connected and has parked nothing, is gone for good. */
  async #silent(
    owner: number,
    how: 'not asked' | 'nobody listens' | 'cut off',
  ): Promise<QueueAnswer> {
    const { bus, database } = this.#options
    const keeps =
      how === 'nobody listens' ? await keepsQueues(database, owner) : await bus.keepsQueuesOf(owner)
    return { kind: keeps ? 'elsewhere' : 'gone' }
  }
}

/** Whether the process that was asked does not have the queue. */
function isMissing(answer: QueueAnswer): boolean {
  switch (answer.kind) {
    case 'answered':
      return false
    case 'refused':
      return answer.code === 'BAD_EVENT_QUEUE_ID'
    case 'elsewhere':
    case 'gone':
      return true
  }
}

/** The number of the process that made a queue. */
function processOf(queueId: string): number {
  return /^[0-9a-f]{8}-/.test(queueId) ? Number.parseInt(queueId.slice(0, 8), 16) : -1
}

function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AggregateError) return cause.errors.every(isRefused)
  return isRefused(cause)
}

function isRefused(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
