import type { OfficeInstance } from './office-instance.ts'

export interface SpareOfficeOptions {
  /** False: there is never one, and offices are started when they are needed. */
  readonly isKept: boolean
  /** Undefined when none can be started. Never throws. */
  readonly start: () => Promise<OfficeInstance | undefined>
  /** Called when one is ready, or cannot be had. */
  readonly onChange: () => void
}

/** An office beside those of the pool, warm, for the moment when one of them is lost. */
export class SpareOffice {
  readonly #options: SpareOfficeOptions
  #ready: OfficeInstance | undefined
  #starting: Promise<OfficeInstance | undefined> | undefined
  #isLent = false

  constructor(options: SpareOfficeOptions) {
    this.#options = options
  }

  get isReady(): boolean {
    return this.#ready?.isAlive === true
  }

  /** Whether one is being started, or was lent and comes back. */
  get isExpected(): boolean {
    return this.#starting !== undefined || this.#isLent
  }

  /** Starts one in the background when there is none and none was lent. */
  prepare(): void {
    if (!this.#options.isKept || this.isReady || this.isExpected) return
    const dead = this.#ready
    this.#ready = undefined
    const starting = (dead?.destroy() ?? Promise.resolve()).then(this.#options.start)
    this.#starting = starting
    void this.#keep(starting)
  }

  async #keep(starting: Promise<OfficeInstance | undefined>): Promise<void> {
    const office = await starting
    // Else it was taken while it started.
    if (this.#starting !== starting) return
    this.#ready = office
    this.#starting = undefined
    this.#options.onChange()
  }

  /** The spare, also one that is just being started, for good; undefined when there is none. */
  async take(): Promise<OfficeInstance | undefined> {
    const starting = this.#starting
    this.#starting = undefined
    return starting === undefined ? this.#takeReady() : await starting
  }

  /** The spare if it is ready, for one conversion: `giveBack` or `lose` must follow. */
  lend(): OfficeInstance | undefined {
    const office = this.#takeReady()
    this.#isLent = office !== undefined
    return office
  }

  #takeReady(): OfficeInstance | undefined {
    const office = this.isReady ? this.#ready : undefined
    if (office !== undefined) this.#ready = undefined
    return office
  }

  /** What was lent does not come back; another one is started. */
  lose(): void {
    this.#isLent = false
    this.prepare()
  }

  /** Takes back what was lent. */
  giveBack(office: OfficeInstance): void {
    this.#isLent = false
    this.#ready = office
    this.#options.onChange()
  }

  /** Ends it; to be called when nobody prepares or takes one any more. */
  async close(): Promise<void> {
    const office = (await this.#starting) ?? this.#ready
    this.#ready = undefined
    await office?.destroy()
  }
}
