import { fail, type Result } from '@oficina/kit/result.ts'

import type { PdfOptions } from './office-conversion.ts'
import type { OfficeProblem } from './office-problem.ts'

export type Conversion = Result<Buffer, OfficeProblem>

export interface Job {
  readonly docx: Buffer
  readonly options: PdfOptions
  /** What documents of one kind share, such as their template; one that ends offices is told by it. */
  readonly origin: string | undefined
  readonly signal: AbortSignal | undefined
  readonly settle: (result: Conversion) => void
}

export interface Turn {
  readonly job: Job
  /** An office ended under it, or under one of its kind: it must not take another's office along. */
  readonly isSuspect: boolean
}

// A kind that ended the spare office too ends each one that it gets, and a start takes a third of a second.
const MAX_WAITING_CULPRITS = 10
// Far more templates than are broken at a time.
const MAX_ORIGINS = 1_000

/** The conversions that wait, in the order they came but for suspects, who wait for an office of their own. */
export class ConversionQueue {
  readonly #limit: number
  readonly #waiting: Job[] = []
  /** Those whose first office ended under them, through their fault or not. */
  readonly #retried = new Set<Job>()
  readonly #origins = new Map<string, 'suspect' | 'culprit'>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get length(): number {
    return this.#waiting.length
  }

  /** The answer is why it is not taken. */
  add(job: Job): OfficeProblem | undefined {
    if (this.#waiting.length >= this.#limit) return { kind: 'busy', queued: this.#waiting.length }
    const alike = this.#waiting.filter(({ origin }) => origin === job.origin)
    if (this.#kindOf(job) === 'culprit' && alike.length >= MAX_WAITING_CULPRITS)
      return { kind: 'failed', reason: 'documents of this kind end each office' }
    this.#waiting.push(job)
    return undefined
  }

  /** The next one; suspects are passed over while there is nowhere to put them. */
  take({ takesSuspects }: { readonly takesSuspects: boolean }): Turn | undefined {
    const place = this.#waiting.findIndex((job) => takesSuspects || !this.#isSuspect(job))
    const [job] = place === -1 ? [] : this.#waiting.splice(place, 1)
    return job === undefined ? undefined : { job, isSuspect: this.#isSuspect(job) }
  }

  /** False when it does not wait any more. */
  remove(job: Job): boolean {
    const place = this.#waiting.indexOf(job)
    if (place >= 0) this.#waiting.splice(place, 1)
    return place >= 0
  }

  refuseAll(problem: OfficeProblem): void {
    for (const job of this.#waiting.splice(0)) job.settle(fail(problem))
  }

  /** An office ended under it. True when it may be tried again, which it waits for from now on. */
  retries({ job, isSuspect }: Turn): boolean {
    const isAgain = this.#retried.delete(job) || isSuspect
    this.#blame(job, isAgain ? 'culprit' : 'suspect')
    if (isAgain || job.signal?.aborted === true) return false
    this.#retried.add(job)
    this.#waiting.push(job)
    return true
  }

  /** An office outlived it. */
  acquit({ job, isSuspect }: Turn): void {
    this.#retried.delete(job)
    if (isSuspect && job.origin !== undefined) this.#origins.delete(job.origin)
  }

  #blame({ origin }: Job, as: 'suspect' | 'culprit'): void {
    if (origin === undefined) return
    this.#origins.delete(origin)
    this.#origins.set(origin, as)
    const oldest = this.#origins.keys().next()
    if (this.#origins.size > MAX_ORIGINS && oldest.done !== true) this.#origins.delete(oldest.value)
  }

  #kindOf({ origin }: Job): 'suspect' | 'culprit' | undefined {
    return origin === undefined ? undefined : this.#origins.get(origin)
  }

  #isSuspect(job: Job): boolean {
    return this.#retried.has(job) || this.#kindOf(job) !== undefined
  }
}
