import { randomBytes } from 'node:crypto'

import type { Log } from '@oficina/kit/log.ts'
import { rest } from '@oficina/kit/rest.ts'
import { fail, ok } from '@oficina/kit/result.ts'
import type { NatsLink } from '@oficina/nats/nats-link.ts'

import type { Conversion } from '../conversion-queue.ts'
import { WORD } from '../office-format.ts'
import type { LentJob, OfficePool } from '../office-pool.ts'
import { offerOf, type Acceptance } from './job-offer.ts'
import type { JobCall, Progress, SealedTalk } from './sealed-talk.ts'

export interface GiverOptions {
  readonly link: NatsLink
  readonly talk: SealedTalk
  readonly pool: OfficePool
  /** Time limit of one conversion, which each process enforces for its own offices. */
  readonly timeoutMs: number
  readonly log: Log
}

// At other processes at the same time: their documents are kept here.
const MAX_GIVEN = 64
// Beside what a process says when an office of it becomes free.
const LOOK_MS = 250
const HERE_MS = 500
// A process with an office may just be starting again.
const ALONE_MS = 2_000
// A process that says nothing for so long is lost, as is one to which there is no connection.
const LOST_MS = 6_000
// Waiting for an office that is paused for others, two tries of it, and their start.
const MAX_TRIES = 4
const MARGIN_MS = 60_000

/** Gives conversions that wait for an office of this process to others whose office is free. */
export class JobGiver {
  readonly #options: GiverOptions
  readonly #given = new Map<string, LentJob>()
  readonly #stopping = new AbortController()
  #isOffering = false
  #isWoken = false
  #aloneSinceMs: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: GiverOptions) {
    this.#options = options
  }

  start(): void {
    const { link, talk } = this.#options
    link.watch(() => this.wake())
    link.listen(talk.subject('free'), () => this.wake())
    this.#timer = setInterval(() => this.wake(), LOOK_MS).unref()
  }

  /** Answers what is still at others: the service stops. */
  close(): void {
    clearInterval(this.#timer)
    this.#stopping.abort()
  }

  /** Whether any other process has an office. */
  async isAnybodyHere(): Promise<boolean> {
    const { link, talk } = this.#options
    const answer = await link.ask(talk.subject('here'), new Uint8Array(), HERE_MS)
    return answer.kind === 'answered'
  }

  /** Pieces of documents that others convert; undefined: it is no such call. */
  answer(call: JobCall): Buffer | undefined {
    if (call.kind !== 'document') return undefined
    const lent = this.#given.get(call.job)
    return lent === undefined ? Buffer.alloc(0) : this.#options.talk.piece(lent.docx, call.offset)
  }

  /** Offers what waits, if anything does. */
  wake(): void {
    this.#isWoken = true
    if (!this.#isOffering) void this.#offerAll()
  }

  async #offerAll(): Promise<void> {
    this.#isOffering = true
    try {
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- set while it is awaited.
      while (this.#isWoken && !this.#stopping.signal.aborted) {
        this.#isWoken = false
        while (await this.#offerNext());
        await this.#refuseIfAlone()
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'conversions cannot be given to other processes')
    } finally {
      this.#isOffering = false
    }
  }

  /** False when nothing waits, or nobody has time. */
  async #offerNext(): Promise<boolean> {
    const { link, pool, talk } = this.#options
    if (!link.isConnected || this.#given.size >= MAX_GIVEN || this.#stopping.signal.aborted)
      return false
    const lent = pool.lend()
    if (lent === undefined) return false
    const job = randomBytes(16).toString('hex')
    this.#given.set(job, lent)
    const { module } = lent.options.format ?? WORD
    const offer = offerOf(lent, { job, from: talk.self })
    const told = await talk.ask(talk.subject(`offer.${module}`), offer, `offer ${job}`)
    const taken =
      told.kind === 'told' ? (JSON.parse(told.bytes.toString()) as Acceptance) : undefined
    if (taken?.isTaken !== true) {
      this.#given.delete(job)
      lent.giveBack()
      return taken !== undefined
    }
    this.#aloneSinceMs = undefined
    lent.placed()
    void this.#follow(lent, job, taken.by)
    return true
  }

  async #follow(lent: LentJob, job: string, by: string): Promise<void> {
    const { talk, log, timeoutMs } = this.#options
    const limit = AbortSignal.timeout(MAX_TRIES * timeoutMs + MARGIN_MS)
    const { signal: stopped } = this.#stopping
    const signals = [limit, stopped, ...(lent.signal === undefined ? [] : [lent.signal])]
    const ended = AbortSignal.any(signals)
    const result = await Promise.race([
      this.#resultOf(job, by, ended).catch((error: unknown) => {
        log.warn({ err: error }, 'the answer of another process cannot be read')
        return 'died' as const
      }),
      abortOf(ended),
    ])
    this.#given.delete(job)
    void talk.call(by, { kind: 'forget', job })
    if (result === 'died') log.warn('another process was lost in the middle of a conversion')
    if (result !== undefined) lent.finish(result)
    else if (stopped.aborted)
      lent.finish(fail({ kind: 'unavailable', reason: 'the service is stopping' }))
    else if (limit.aborted) lent.finish(fail({ kind: 'timeout', timeoutMs }))
    else lent.finish(fail({ kind: 'abandoned' }))
  }

  async #resultOf(job: string, by: string, ended: AbortSignal): Promise<Conversion | 'died'> {
    const { talk } = this.#options
    let heardMs = performance.now()
    while (!ended.aborted && performance.now() - heardMs < LOST_MS) {
      const told = await talk.call(by, { kind: 'progress', job })
      if (told.kind === 'nobody') return 'died'
      if (told.kind === 'silent') {
        await rest(LOOK_MS, ended)
        continue
      }
      heardMs = performance.now()
      const progress = JSON.parse(told.bytes.toString()) as Progress
      if (progress.kind === 'unknown') return 'died'
      if (progress.kind === 'failed') return isItsOwn(progress) ? 'died' : fail(progress.problem)
      if (progress.kind === 'done') {
        const pdf = await talk.fetch(by, { kind: 'pdf', job }, progress.sizeBytes)
        return pdf === undefined ? 'died' : ok(pdf)
      }
    }
    return 'died'
  }

  /** Without an office of its own, a process waits for others only while there may be some. */
  async #refuseIfAlone(): Promise<void> {
    const { pool } = this.#options
    if (pool.size > 0 || pool.stats().queued === 0) return
    if (await this.isAnybodyHere()) {
      this.#aloneSinceMs = undefined
      return
    }
    this.#aloneSinceMs ??= performance.now()
    if (performance.now() - this.#aloneSinceMs < ALONE_MS) return
    this.#aloneSinceMs = undefined
    pool.refuseWaiting({ kind: 'unavailable', reason: 'no process with an office is there' })
  }
}

/** What says something about the other process and nothing about the document. */
function isItsOwn({ problem }: Progress & { readonly kind: 'failed' }): boolean {
  return (
    problem.kind === 'unavailable' ||
    problem.kind === 'busy' ||
    problem.kind === 'no-space' ||
    problem.kind === 'abandoned'
  )
}

async function abortOf(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return undefined
  return await new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
