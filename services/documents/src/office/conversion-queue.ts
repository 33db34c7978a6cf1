import { fail, type Result } from '@oficina/kit/result.ts'

import type { PdfOptions } from './office-conversion.ts'
import type { OfficeProblem } from './office-problem.ts'

export type Conversion = Result<Buffer, OfficeProblem>

export interface Job {
  readonly docx: Buffer
  readonly options: PdfOptions
  /** What related documents share, such as their template; a kind that crashes offices is known by it. */
  readonly origin: string | undefined
  readonly signal: AbortSignal | undefined
  /** It came from another process, and goes to no third. */
  readonly isGuest: boolean
  readonly settle: (result: Conversion) => void
}

export interface Turn {
  readonly job: Job
  /** An office crashed under it, or under one of its kind: it must not crash another document's office. */
  readonly isSuspect: boolean
}

interface Takes {
  readonly takesSuspects: boolean
  /** Default: true. */
  readonly takesGuests?: boolean
}

// A kind that crashed the spare office too crashes each one that it gets, and a start takes a third of a second.
const MAX_WAITING_CULPRITS = 10
// Far more templates than are ever broken at the same time.
const MAX_ORIGINS = 1_000

/** The waiting conversions in order of arrival, except for suspects, which wait for an office of their own. */
export class ConversionQueue {
  readonly #limit: number
  readonly #waiting: Job[] = []
  #offered = 0
  /** Those whose first office crashed under them, whether or not it was their fault. */
  readonly #retried = new Set<Job>()
  readonly #origins = new Map<string, 'suspect' | 'culprit'>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get length(): number {
    return this.#waiting.length + this.#offered
  }

  /** The result says why it is not accepted. */
  add(job: Job): OfficeProblem | undefined {
    if (this.length >= this.#limit) return { kind: 'busy', queued: this.length }
    const alike = this.#waiting.filter(({ origin }) => origin === job.origin)
    if (this.#kindOf(job) === 'culprit' && alike.length >= MAX_WAITING_CULPRITS)
      return { kind: 'failed', reason: 'documents of this kind end each office' }
    this.#waiting.push(job)
    return undefined
  }

  /** The next one; suspects are skipped while there is no office for them. */
  take({ takesSuspects, takesGuests = true }: Takes): Turn | undefined {
    const place = this.#waiting.findIndex(
      (job) => (takesSuspects || !this.#isSuspect(job)) && (takesGuests || !job.isGuest),
    )
    const [job] = place === -1 ? [] : this.#waiting.splice(place, 1)
    return job === undefined ? undefined : { job, isSuspect: this.#isSuspect(job) }
  }

  /** The next one that may go to another process; it goes on waiting until it is `placed`, or put back as the first. */
  offer(takes: Pick<Takes, 'takesSuspects'>): Turn | undefined {
    const turn = this.take({ ...takes, takesGuests: false })
    if (turn !== undefined) this.#offered += 1
    return turn
  }

  placed(): void {
    this.#offered -= 1
  }

  putBack({ job }: Turn): void {
    this.#offered -= 1
    this.#waiting.unshift(job)
  }

  /** False when it no longer waits. */
  remove(job: Job): boolean {
    const place = this.#waiting.indexOf(job)
    if (place >= 0) this.#waiting.splice(place, 1)
    return place >= 0
  }

  refuseAll(problem: OfficeProblem): void {
    for (const job of this.#waiting.splice(0)) job.settle(fail(problem))
  }

  /** An office crashed under it. True when it may be tried again, for which it now waits. */
  retries({ job, isSuspect }: Turn): boolean {
    const isAgain = this.#retried.delete(job) || isSuspect
    this.#blame(job, isAgain ? 'culprit' : 'suspect')
    if (isAgain || job.signal?.aborted === true) return false
    this.#retried.add(job)
    this.#waiting.push(job)
    return true
  }

  /** An office survived it. */
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
