import { mkdir } from 'node:fs/promises'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { LiveOffices } from './live-offices.ts'
import { convertWith, refusalOf, type PdfOptions } from './office-conversion.ts'
import { OfficeInstance } from './office-instance.ts'
import { removeLeftovers } from './office-leftovers.ts'
import type { OfficeProblem } from './office-problem.ts'

// What a caller of `convert` names comes from where `convert` is.
export type { PdfOptions }

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
  /** Time for one conversion in milliseconds; waiting for a turn does not count. */
  readonly timeoutMs: number
  /** Jobs that may wait; one more is refused as `busy`. */
  readonly queueLimit: number
  /** An office is replaced after this many conversions, because it grows by about 0.3 MB with each. */
  readonly recycleAfter: number
  /** An office is replaced when it is larger than this after a conversion; 600 MiB. */
  readonly maxResidentBytes?: number
  readonly log: PoolLog
}

export interface PoolStats {
  readonly queued: number
  readonly active: number
  readonly instances: number
  readonly conversions: number
  readonly failures: number
  readonly restarts: number
}

type Conversion = Result<Buffer, OfficeProblem>

interface Job {
  readonly docx: Buffer
  readonly options: PdfOptions
  readonly signal: AbortSignal | undefined
  readonly settle: (result: Conversion) => void
}

interface Slot {
  instance: OfficeInstance | undefined
  isBusy: boolean
}

// A document that grew an office beyond this leaves the memory to the next ones.
const MAX_RESIDENT_BYTES = 600 * 1024 * 1024
const STOPPING: OfficeProblem = { kind: 'unavailable', reason: 'the service is stopping' }

/**
 * A pool of warm office processes. Jobs wait in the order they came; a process that hangs is killed with its whole
 * group, one that dies is replaced and its job tried once more on a fresh one.
 * @source docs/decisions/0120-office-pool.md
 */
export class OfficePool {
  readonly #options: OfficePoolOptions
  readonly #slots: readonly Slot[]
  readonly #queue: Job[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #live = new LiveOffices()
  readonly #closing = new AbortController()
  readonly #counts = { conversions: 0, failures: 0, restarts: 0 }

  constructor(options: OfficePoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.size }, () => ({
      instance: undefined,
      isBusy: false,
    }))
  }

  /** Removes what a killed service left behind and starts the processes, so that the first conversion is not a slow one. */
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
  }

  /** Converts a .docx to PDF. Never throws. */
  async convert(
    docx: Buffer,
    { signal, ...options }: PdfOptions & { readonly signal?: AbortSignal } = {},
  ): Promise<Conversion> {
    if (this.#isClosed) return fail(STOPPING)
    if (signal?.aborted === true) return fail({ kind: 'abandoned' })
    const refusal = refusalOf(docx)
    if (refusal !== undefined) return fail({ kind: 'failed', reason: refusal })
    if (this.#queue.length >= this.#options.queueLimit) {
      return fail({ kind: 'busy', queued: this.#queue.length })
    }
    return await new Promise((resolve) => {
      const abandon = () => this.#abandon(job)
      const settle = (result: Conversion) => {
        signal?.removeEventListener('abort', abandon)
        resolve(result)
      }
      const job: Job = { docx, options, signal, settle }
      signal?.addEventListener('abort', abandon, { once: true })
      this.#queue.push(job)
      this.#dispatch()
    })
  }

  stats(): PoolStats {
    return {
      ...this.#counts,
      queued: this.#queue.length,
      active: this.#slots.filter(({ isBusy }) => isBusy).length,
      instances: this.#slots.filter(({ instance }) => instance !== undefined).length,
    }
  }

  /** The process groups that run now, those that only start included, for supervision and tests. */
  processIds(): readonly number[] {
    return this.#live.groupIds()
  }

  /** Refuses new and waiting jobs, lets the running ones finish, and ends the processes. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#refuseWaiting(STOPPING)
    while (this.#running.size > 0) await Promise.all(this.#running)
    await Promise.all(this.#slots.map((slot) => this.#drop(slot)))
    this.#live.close()
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  #abandon(job: Job): void {
    const place = this.#queue.indexOf(job)
    if (place < 0) return
    this.#queue.splice(place, 1)
    job.settle(fail({ kind: 'abandoned' }))
  }

  #refuseWaiting(problem: OfficeProblem): void {
    for (const job of this.#queue.splice(0)) job.settle(fail(problem))
  }

  #dispatch(): void {
    for (const slot of this.#slots.filter(({ isBusy }) => !isBusy)) {
      const job = this.#queue.shift()
      if (job === undefined) return
      void this.#occupy(slot, () => this.#run(slot, job))
    }
  }

  /** Holds a slot while something is done with it, which `close` waits for. Never throws. */
  #occupy(slot: Slot, work: () => Promise<void>): Promise<void> {
    slot.isBusy = true
    const run = work()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'the office pool stumbled'))
      .finally(() => {
        slot.isBusy = false
        this.#running.delete(run)
        this.#dispatch()
      })
    this.#running.add(run)
    return run
  }

  async #run(slot: Slot, job: Job): Promise<void> {
    const result = await this.#convert(slot, job).catch((error: unknown): Conversion => {
      this.#options.log.warn({ err: error }, 'an office cannot be replaced')
      return fail({ kind: 'unavailable', reason: 'it cannot be replaced' })
    })
    if (result.ok) this.#counts.conversions += 1
    else this.#counts.failures += 1
    job.settle(result)
    // An office that cannot start is tried again by the next job, not in a loop.
    const isStartable = result.ok || result.error.kind !== 'unavailable'
    if (isStartable) await this.#renew(slot)
  }

  async #convert(slot: Slot, job: Job): Promise<Conversion> {
    const first = await this.#attempt(slot, job)
    if (first !== 'died') return first
    if (job.signal?.aborted === true) return fail({ kind: 'abandoned' })
    // The process died under it: perhaps another's fault, so it gets one more chance on a fresh one.
    const second = await this.#attempt(slot, job)
    return second === 'died'
      ? fail({ kind: 'failed', reason: 'the office ended in the middle, twice' })
      : second
  }

  async #attempt(slot: Slot, { docx, options }: Job): Promise<Conversion | 'died'> {
    const office = await this.#ensure(slot)
    if (!office.ok) return office
    const { timeoutMs, log } = this.#options
    const result = await convertWith(office.value, { docx, options, timeoutMs }).catch(
      (error: unknown) => {
        // Its directory may have been swept away; a fresh office has a fresh one.
        log.warn({ err: error }, 'the scratch space of an office fails')
        office.value.kill()
        return 'died' as const
      },
    )
    if (result === 'died' || (!result.ok && result.error.kind === 'timeout')) {
      log.warn({ pid: office.value.processId, result }, 'an office process is lost')
    }
    return result
  }

  async #ensure(slot: Slot): Promise<Result<OfficeInstance, OfficeProblem>> {
    if (slot.instance?.isAlive === true) return ok(slot.instance)
    const problem = await this.#restart(slot)
    if (slot.instance !== undefined) return ok(slot.instance)
    // Those that wait would each wait for the same failure, unless another office can serve them.
    if (this.#slots.every((other) => other === slot || !other.isBusy)) this.#refuseWaiting(problem)
    return fail(problem)
  }

  /** Puts a fresh office into the slot, or leaves it empty; the problem is the reason for that. */
  async #restart(slot: Slot): Promise<OfficeProblem> {
    const { findOffice, tmpDir, log } = this.#options
    await this.#drop(slot)
    if (this.#isClosed) return STOPPING
    const officePath = await findOffice()
    if (officePath === undefined) return { kind: 'unavailable', reason: 'not installed' }
    try {
      slot.instance = await OfficeInstance.start({
        officePath,
        tmpDir,
        live: this.#live,
        signal: this.#closing.signal,
      })
      this.#counts.restarts += 1
      log.info({ pid: slot.instance.processId }, 'office process started')
    } catch (error) {
      if (this.#isClosed) return STOPPING
      log.warn({ err: error }, 'the office does not start')
    }
    return { kind: 'unavailable', reason: 'it does not start' }
  }

  /** Replaces an office that is lost or has done its work, after the answer has left and before the next job comes. */
  async #renew(slot: Slot): Promise<void> {
    const { instance } = slot
    if (instance === undefined || this.#isClosed) return
    if (instance.isAlive) {
      const { recycleAfter, maxResidentBytes = MAX_RESIDENT_BYTES } = this.#options
      const isDue =
        instance.conversions >= recycleAfter || (await instance.residentBytes()) > maxResidentBytes
      if (!isDue) return
      this.#options.log.info({ conversions: instance.conversions }, 'recycling an office process')
    }
    await this.#restart(slot)
  }

  async #drop(slot: Slot): Promise<void> {
    const { instance } = slot
    slot.instance = undefined
    await instance?.destroy()
  }
}
