import { mkdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { ConversionQueue, type Conversion, type Job, type Turn } from './conversion-queue.ts'
import { LiveOffices } from './live-offices.ts'
import { convertWith, refusalOf, type PdfOptions } from './office-conversion.ts'
import { OfficeInstance } from './office-instance.ts'
import { removeLeftovers } from './office-leftovers.ts'
import type { OfficeProblem } from './office-problem.ts'
import { SpareOffice } from './spare-office.ts'

interface PoolLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface OfficePoolOptions {
  /** Finds the `soffice` to run, or undefined when none is installed. */
  readonly findOffice: () => Promise<string | undefined>
  readonly tmpDir: string
  /** Simultaneous conversions, each with an office process of its own. */
  readonly size: number
  /** Time limit of one conversion in milliseconds; waiting for a turn does not count. */
  readonly timeoutMs: number
  /** Jobs that may wait; any further one is refused as `busy`. */
  readonly queueLimit: number
  /** An office is replaced after this many conversions, because it grows by about 0.3 MB with each. */
  readonly recycleAfter: number
  /** Whether one more office is kept warm, for when one is lost or busy for long; default true. */
  readonly hasSpare?: boolean
  /** An office that is larger than this after a conversion is replaced; default 600 MiB. */
  readonly maxResidentBytes?: number
  readonly log: PoolLog
}

export interface ConversionOptions extends PdfOptions {
  readonly signal?: AbortSignal
  /** What documents of one kind share, such as their template's name. */
  readonly origin?: string
  readonly isGuest?: boolean
}

/** A conversion that waits, in the hands of somebody who looks for another process to do it. */
export interface LentJob {
  readonly docx: Buffer
  readonly options: PdfOptions
  readonly origin: string | undefined
  readonly signal: AbortSignal | undefined
  /** Another process has it, and then finishes it: it waits no more. */
  placed(): void
  /** `died`: the other process ended in the middle. It is tried once more, like one whose office died. */
  finish(result: Conversion | 'died'): void
  /** It waits again, as the first. */
  giveBack(): void
}

export interface PoolStats {
  readonly queued: number
  readonly active: number
  readonly instances: number
  readonly spares: number
  readonly conversions: number
  readonly failures: number
  readonly restarts: number
}

interface Slot {
  instance: OfficeInstance | undefined
  isBusy: boolean
}

// An office that a document grew beyond this is replaced, to free the memory.
const MAX_RESIDENT_BYTES = 600 * 1024 * 1024
// Nearly every conversion is over by then; one that is not lets others pass.
const SLICE_MS = 500
const STOPPING: OfficeProblem = { kind: 'unavailable', reason: 'the service is stopping' }

/**
 * A pool of warm office processes and a spare. Jobs wait in order of arrival. A process that hangs is killed with its
 * whole group; one that dies is replaced by the spare, and its job is tried once more on the next spare, where it can
 * harm nobody else's. A job that runs for long is paused now and then while the spare serves those that wait.
 * @source docs/decisions/0120-office-pool.md
 */
export class OfficePool {
  readonly #options: OfficePoolOptions
  readonly #slots: readonly Slot[]
  readonly #queue: ConversionQueue
  readonly #spare: SpareOffice
  readonly #running = new Set<Promise<void>>()
  readonly #live = new LiveOffices()
  readonly #closing = new AbortController()
  #changed: () => void = () => undefined
  readonly #counts = { conversions: 0, failures: 0, restarts: 0 }

  constructor(options: OfficePoolOptions) {
    this.#options = options
    this.#queue = new ConversionQueue(options.queueLimit)
    this.#slots = Array.from({ length: options.size }, () => ({
      instance: undefined,
      isBusy: false,
    }))
    this.#spare = new SpareOffice({
      isKept: options.hasSpare ?? true,
      start: async () => {
        const started = await this.#start()
        return started.ok ? started.value : undefined
      },
      onChange: () => this.#dispatch(),
    })
  }

  /** Removes what a killed service left behind and starts the processes, so that the first conversion is not slow. */
  async warm(): Promise<void> {
    await mkdir(this.#options.tmpDir, { recursive: true })
    const removed = await removeLeftovers(this.#options.tmpDir)
    if (removed > 0) this.#options.log.warn({ removed }, 'removed what a killed service left')
    const cold = this.#slots.filter(({ isBusy, instance }) => !isBusy && instance === undefined)
    await Promise.all(
      cold.map((slot) =>
        this.#occupy(slot, async () => {
          await this.#ensure(slot)
        }),
      ),
    )
    if (!this.#isClosed) this.#spare.prepare()
  }

  /** Converts a .docx, or a file of another format, to PDF. Never throws. */
  async convert(
    docx: Buffer,
    { signal, origin, isGuest = false, ...options }: ConversionOptions = {},
  ): Promise<Conversion> {
    if (this.#isClosed) return fail(STOPPING)
    if (signal?.aborted === true) return fail({ kind: 'abandoned' })
    const refusal = refusalOf(docx, options.format)
    if (refusal !== undefined) return fail({ kind: 'failed', reason: refusal })
    return await new Promise((resolve) => {
      const abandon = () => this.#abandon(job)
      const settle = (result: Conversion) => {
        signal?.removeEventListener('abort', abandon)
        resolve(result)
      }
      const job: Job = { docx, options, origin, signal, isGuest, settle }
      signal?.addEventListener('abort', abandon, { once: true })
      const problem = this.#queue.add(job)
      if (problem === undefined) this.#dispatch()
      else settle(fail(problem))
      this.#changed()
    })
  }

  /** Calls back when an office becomes free or busy, or a conversion waits. */
  watch(changed: () => void): void {
    this.#changed = changed
  }

  /** The first that waits and may go to another process, if any. */
  lend(): LentJob | undefined {
    const takesSuspects = this.#slots.length === 0
    const turn = this.#isClosed ? undefined : this.#queue.offer({ takesSuspects })
    if (turn === undefined) return undefined
    const { docx, options, origin, signal } = turn.job
    return {
      docx,
      options,
      origin,
      signal,
      placed: () => this.#queue.placed(),
      finish: (result) => {
        this.#finish(turn, result)
        this.#dispatch()
      },
      giveBack: () => {
        this.#queue.putBack(turn)
        if (this.#isClosed) this.#queue.refuseAll(STOPPING)
        if (signal?.aborted === true) this.#abandon(turn.job)
        this.#dispatch()
      },
    }
  }

  /** Answers everything that waits; nobody will do it. */
  refuseWaiting(problem: OfficeProblem): void {
    this.#queue.refuseAll(problem)
  }

  /** Simultaneous conversions. */
  get size(): number {
    return this.#slots.length
  }

  stats(): PoolStats {
    return {
      ...this.#counts,
      queued: this.#queue.length,
      active: this.#slots.filter(({ isBusy }) => isBusy).length,
      instances: this.#slots.filter(({ instance }) => instance !== undefined).length,
      spares: this.#spare.isReady ? 1 : 0,
    }
  }

  /** The process groups that run now, starting ones included, for supervision and tests. */
  processIds(): readonly number[] {
    return this.#live.groupIds()
  }

  /** Refuses new and waiting jobs, lets the running ones finish, and ends the processes. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#queue.refuseAll(STOPPING)
    while (this.#running.size > 0) await Promise.all(this.#running)
    await Promise.all([this.#spare.close(), ...this.#slots.map((slot) => slot.instance?.destroy())])
    this.#live.close()
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  #abandon(job: Job): void {
    if (this.#queue.remove(job)) job.settle(fail({ kind: 'abandoned' }))
  }

  #dispatch(): void {
    for (const slot of this.#slots.filter(({ isBusy }) => !isBusy)) {
      const turn = this.#queue.take({ takesSuspects: !this.#spare.isExpected })
      if (turn === undefined) return
      void this.#occupy(slot, () =>
        this.#run(slot, turn).catch((error: unknown) => {
          this.#settle(turn.job, fail({ kind: 'unavailable', reason: 'the pool stumbled' }))
          throw error
        }),
      )
    }
  }

  /** Holds a slot while `work` runs, which `close` waits for. Never throws. */
  #occupy(slot: Slot, work: () => Promise<void>): Promise<void> {
    slot.isBusy = true
    const run = work()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'the office pool stumbled'))
      .finally(() => {
        slot.isBusy = false
        this.#running.delete(run)
        this.#dispatch()
        this.#changed()
      })
    this.#running.add(run)
    return run
  }

  async #run(slot: Slot, turn: Turn): Promise<void> {
    const lent = turn.isSuspect ? this.#spare.lend() : undefined
    if (lent !== undefined) return await this.#runOnSpare(lent, turn)
    const office = await this.#ensure(slot)
    // The next job tries again to start an office that could not start; there is no retry loop.
    if (!office.ok) return this.#settle(turn.job, office)
    const work = this.#attempt(office.value, turn.job)
    await this.#letPass(office.value, work)
    this.#finish(turn, await work)
    await this.#renew(slot, office.value)
  }

  async #runOnSpare(office: OfficeInstance, turn: Turn): Promise<void> {
    this.#finish(turn, await this.#attempt(office, turn.job))
    if (!(await this.#isSpent(office))) return this.#spare.giveBack(office)
    this.#end(office)
    if (!this.#isClosed) this.#spare.lose()
  }

  /** A conversion that takes long is paused now and then, and the spare serves what waits. */
  async #letPass(office: OfficeInstance, work: Promise<unknown>): Promise<void> {
    let sliceMs = SLICE_MS
    while (!(await isOver(work, sliceMs))) {
      const startedMs = performance.now()
      const isPast = () => performance.now() - startedMs >= SLICE_MS
      while (this.#spare.isReady && office.isAlive && !isPast()) {
        const turn = this.#queue.take({ takesSuspects: false })
        const spare = turn === undefined ? undefined : this.#spare.lend()
        if (turn === undefined || spare === undefined) break
        office.pause()
        await this.#runOnSpare(spare, turn)
      }
      // Nothing when it was not paused.
      office.resume()
      // Both get the same amount of time.
      sliceMs = Math.max(SLICE_MS, performance.now() - startedMs)
    }
  }

  /** Answers a job, or puts it back when an office died under it and another job may be to blame. */
  #finish(turn: Turn, result: Conversion | 'died'): void {
    if (result !== 'died') this.#queue.acquit(turn)
    else if (!this.#isClosed && this.#queue.retries(turn)) return
    const { job } = turn
    if (result !== 'died') this.#settle(job, result)
    else if (job.signal?.aborted === true) this.#settle(job, fail({ kind: 'abandoned' }))
    else this.#settle(job, fail({ kind: 'failed', reason: 'the office ended in the middle' }))
  }

  #settle(job: Job, result: Conversion): void {
    if (result.ok) this.#counts.conversions += 1
    else this.#counts.failures += 1
    job.settle(result)
  }

  async #attempt(office: OfficeInstance, { docx, options }: Job): Promise<Conversion | 'died'> {
    const { timeoutMs, log } = this.#options
    const result = await convertWith(office, { docx, options, timeoutMs }).catch(
      (error: unknown) => {
        // Its directory may have been deleted; a fresh office has a fresh one.
        log.warn({ err: error }, 'the scratch space of an office fails')
        office.kill()
        return 'died' as const
      },
    )
    if (result === 'died' || (!result.ok && result.error.kind === 'timeout')) {
      log.warn({ pid: office.processId, result }, 'an office process is lost')
    }
    return result
  }

  async #ensure(slot: Slot): Promise<Result<OfficeInstance, OfficeProblem>> {
    if (slot.instance?.isAlive === true) return ok(slot.instance)
    const office = await this.#replace(slot)
    // Each waiting job would wait for the same failure, unless another office can serve it.
    if (!office.ok && this.#slots.every((other) => other === slot || !other.isBusy))
      this.#queue.refuseAll(office.error)
    return office
  }

  /** Puts another office into the slot, or leaves it empty; the problem says why. */
  async #replace(slot: Slot): Promise<Result<OfficeInstance, OfficeProblem>> {
    const { instance } = slot
    slot.instance = undefined
    if (instance !== undefined) this.#end(instance)
    if (this.#isClosed) return fail(STOPPING)
    const spare = await this.#spare.take()
    if (spare?.isAlive === false) this.#end(spare)
    const office = spare?.isAlive === true ? ok(spare) : await this.#start()
    if (!office.ok) return office
    slot.instance = office.value
    // Not before the first one is up: at the service's start nobody should wait for the second.
    if (!this.#isClosed) this.#spare.prepare()
    return office
  }

  async #start(): Promise<Result<OfficeInstance, OfficeProblem>> {
    const { findOffice, tmpDir, log } = this.#options
    const { signal } = this.#closing
    try {
      const officePath = await findOffice()
      if (officePath === undefined) return fail({ kind: 'unavailable', reason: 'not installed' })
      const office = await OfficeInstance.start({ officePath, tmpDir, live: this.#live, signal })
      this.#counts.restarts += 1
      log.info({ pid: office.processId }, 'office process started')
      return ok(office)
    } catch (error) {
      if (this.#isClosed) return fail(STOPPING)
      log.warn({ err: error }, 'the office does not start')
      return fail({ kind: 'unavailable', reason: 'it does not start' })
    }
  }

  /** Replaces an office that is lost or worn out, after the answer has left and before the next job comes. */
  async #renew(slot: Slot, office: OfficeInstance): Promise<void> {
    if (this.#isClosed || !(await this.#isSpent(office))) return
    if (office.isAlive)
      this.#options.log.info({ conversions: office.conversions }, 'recycling an office process')
    await this.#replace(slot)
  }

  async #isSpent(office: OfficeInstance): Promise<boolean> {
    const { recycleAfter, maxResidentBytes = MAX_RESIDENT_BYTES } = this.#options
    if (!office.isAlive || office.conversions >= recycleAfter) return true
    return (await office.residentBytes()) > maxResidentBytes
  }

  /** Ends an office in the background; `close` waits for it. */
  #end(office: OfficeInstance): void {
    const end = office
      .destroy()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'an office does not end'))
      .finally(() => this.#running.delete(end))
    this.#running.add(end)
  }
}

/** Whether work finishes within a time; it goes on all the same. */
async function isOver(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const timer = new AbortController()
  const over = await Promise.race([
    work.then(() => true),
    delay(withinMs, false, { signal: timer.signal }).catch(() => false),
  ])
  timer.abort()
  return over
}
