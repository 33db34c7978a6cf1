import type { Log } from '@oficina/kit/log.ts'
import { rest } from '@oficina/kit/rest.ts'
import { fail } from '@oficina/kit/result.ts'
import type { NatsLink } from '@oficina/nats/nats-link.ts'

import type { Conversion } from '../conversion-queue.ts'
import type { OfficeModule } from '../office-format.ts'
import type { OfficePool } from '../office-pool.ts'
import { optionsOf, type JobOffer } from './job-offer.ts'
import type { JobCall, Progress, SealedTalk } from './sealed-talk.ts'

interface Guest {
  readonly stop: AbortController
  readonly done: Promise<Conversion>
  result: Conversion | undefined
  askedMs: number
}

export interface TakerOptions {
  readonly link: NatsLink
  readonly talk: SealedTalk
  readonly pool: OfficePool
  /** The parts of the office suite that this process has; none without an office. */
  readonly modules: () => Promise<readonly OfficeModule[]>
  readonly log: Log
}

// How long a call for news is held.
const HOLD_MS = 1_000
// Whoever wants a conversion asks about it every second.
const FORGET_MS = 15_000
const SWEEP_MS = 5_000
// So long others' conversions may take when the service stops; the rest is done again elsewhere.
const FINISH_MS = 10_000
const LOOK_FOR_OFFICE_MS = 60_000
// PDFs that wait to be fetched beside those that are being made.
const MAX_WAITING = 4

/** Does others' conversions while an office of this process is free and none of its own waits. */
export class JobTaker {
  readonly #options: TakerOptions
  readonly #guests = new Map<string, Guest>()
  readonly #ears = new Map<OfficeModule, { readonly end: () => void }>()
  readonly #timers: NodeJS.Timeout[] = []
  #modules: readonly OfficeModule[] = []
  #fetching = 0
  #isStopping = false
  #emptied: () => void = () => undefined

  constructor(options: TakerOptions) {
    this.#options = options
  }

  start(): void {
    const { link, talk } = this.#options
    link.watch(() => this.refresh())
    link.listen(talk.subject('here'), (heard) => {
      if (this.#hasOffice() && !this.#isStopping) heard.answer(new Uint8Array())
    })
    this.#timers.push(
      setInterval(() => this.#sweep(), SWEEP_MS).unref(),
      setInterval(() => void this.#lookForOffice(), LOOK_FOR_OFFICE_MS).unref(),
    )
    void this.#lookForOffice()
  }

  /** Takes offers, or none, as many as fit now. */
  refresh(): void {
    const isFree = this.#hasRoom() && this.#options.link.isConnected
    if (isFree) this.#listen()
    else this.#endListening()
  }

  /** Takes nothing any more. */
  stopTaking(): void {
    this.#isStopping = true
    this.refresh()
  }

  /** Hands over what was taken, for some seconds at most. */
  async close(): Promise<void> {
    this.stopTaking()
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#guests.size > 0) {
      const emptied = new Promise<void>((resolve) => {
        this.#emptied = resolve
      })
      await Promise.race([emptied, rest(FINISH_MS)])
    }
    for (const job of this.#guests.keys()) this.#forget(job)
  }

  /** Undefined: it is no call about others' conversions. */
  async answer(call: JobCall): Promise<Buffer | undefined> {
    const guest = this.#guests.get(call.job)
    if (call.kind === 'document') return undefined
    if (call.kind === 'forget') {
      this.#forget(call.job)
      return Buffer.alloc(0)
    }
    if (guest !== undefined) guest.askedMs = performance.now()
    if (call.kind === 'progress') return Buffer.from(JSON.stringify(await progressOf(guest)))
    const pdf = guest?.result
    return pdf?.ok === true ? this.#options.talk.piece(pdf.value, call.offset) : Buffer.alloc(0)
  }

  /** One that runs, or starts. */
  #hasOffice(): boolean {
    const { active, instances } = this.#options.pool.stats()
    return this.#modules.length > 0 && active + instances > 0
  }

  #hasRoom(): boolean {
    const { size } = this.#options.pool
    const { active, queued, instances } = this.#options.pool.stats()
    return (
      !this.#isStopping &&
      // One that does not start would take everybody's conversions and fail them.
      instances > 0 &&
      active + queued + this.#fetching < size &&
      this.#guests.size < size + MAX_WAITING
    )
  }

  #listen(): void {
    const { link, talk } = this.#options
    const silent = this.#modules.filter((module) => !this.#ears.has(module))
    for (const module of silent) {
      const subject = talk.subject(`offer.${module}`)
      // NATS gives each offer to one of those that are free, and this one after one offer no other.
      const ear = link.listen(
        subject,
        (heard) => {
          this.#ears.delete(module)
          const offer = talk.read(subject, heard) as JobOffer | undefined
          const isTaken = offer !== undefined && this.#hasRoom()
          if (offer !== undefined) {
            const acceptance = Buffer.from(JSON.stringify({ isTaken, by: talk.self }))
            talk.answer(heard, `offer ${offer.job}`, acceptance)
          }
          if (isTaken) this.#take(offer)
          this.refresh()
        },
        { queue: 'offices', max: 1 },
      )
      this.#ears.set(module, ear)
    }
    if (silent.length > 0) link.say(talk.subject('free'))
  }

  #endListening(): void {
    for (const ear of this.#ears.values()) ear.end()
    this.#ears.clear()
  }

  #take(offer: JobOffer): void {
    const stop = new AbortController()
    const done = this.#convert(offer, stop.signal)
    const guest: Guest = { stop, done, result: undefined, askedMs: performance.now() }
    this.#guests.set(offer.job, guest)
    void keepResult(guest)
  }

  async #convert(offer: JobOffer, signal: AbortSignal): Promise<Conversion> {
    const { pool, talk, log } = this.#options
    const { job, from, sizeBytes, origin } = offer
    this.#fetching += 1
    let converted: Promise<Conversion>
    try {
      const docx = await talk.fetch(from, { kind: 'document', job }, sizeBytes)
      if (docx === undefined) return fail({ kind: 'abandoned' })
      converted = pool.convert(docx, {
        ...optionsOf(offer),
        ...(origin !== undefined && { origin }),
        signal,
        isGuest: true,
      })
    } catch (error) {
      log.warn({ err: error }, 'a conversion of another process cannot be taken')
      return fail({ kind: 'unavailable', reason: 'it cannot be taken' })
    } finally {
      this.#fetching -= 1
      this.refresh()
    }
    return await converted
  }

  #forget(job: string): void {
    this.#guests.get(job)?.stop.abort()
    this.#guests.delete(job)
    if (this.#guests.size === 0) this.#emptied()
    this.refresh()
  }

  #sweep(): void {
    const nowMs = performance.now()
    for (const [job, { askedMs }] of this.#guests)
      if (nowMs - askedMs > FORGET_MS) this.#forget(job)
  }

  async #lookForOffice(): Promise<void> {
    const { modules: look, pool, log } = this.#options
    const modules = await look()
    // No conversion of this process may ever come, by which an office that did not start would be tried again.
    if (modules.length > 0 && this.#modules.length > 0 && !this.#hasOffice() && !this.#isStopping)
      await pool
        .warm()
        .catch((error: unknown) => log.warn({ err: error }, 'the office pool cannot be started'))
    const isSame = modules.join(' ') === this.#modules.join(' ')
    if (isSame) return
    this.#modules = modules
    this.#endListening()
    this.refresh()
  }
}

async function keepResult(guest: Guest): Promise<void> {
  guest.result = await guest.done
}

async function progressOf(guest: Guest | undefined): Promise<Progress> {
  if (guest === undefined) return { kind: 'unknown' }
  const held = new AbortController()
  const result = await Promise.race([guest.done, rest(HOLD_MS, held.signal)])
  held.abort()
  if (result === undefined) return { kind: 'working' }
  return result.ok
    ? { kind: 'done', sizeBytes: result.value.length }
    : { kind: 'failed', problem: result.error }
}
