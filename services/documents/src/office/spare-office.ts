import type { OfficeInstance } from './office-instance.ts'

export interface SpareOfficeOptions {
  /** False: there is never a spare, and offices are started when needed. */
  readonly isKept: boolean
  /** Undefined when none can be started. Never throws. */
  readonly start: () => Promise<OfficeInstance | undefined>
  /** Called when the spare is ready, or cannot be had. */
  readonly onChange: () => void
}

/** A warm office beside those of the pool, for when one of them is lost. */
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

  /** Whether one is starting, or is lent out and will come back. */
  get isExpected(): boolean {
    return this.#starting !== undefined || this.#isLent
  }

  /** Starts one in the background when there is none and none is lent out. */
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

  /** Takes the spare for good, even one that is still starting; undefined when there is none. */
  async take(): Promise<OfficeInstance | undefined> {
    const starting = this.#starting
    this.#starting = undefined
    return starting === undefined ? this.#takeReady() : await starting
  }

  /** Borrows the spare, if it is ready, for one conversion: `giveBack` or `lose` must follow. */
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

  /** The borrowed office will not come back; another one is started. */
  lose(): void {
    this.#isLent = false
    this.prepare()
  }

  /** Takes the borrowed office back. */
  giveBack(office: OfficeInstance): void {
    this.#isLent = false
    this.#ready = office
    this.#options.onChange()
  }

  /** Ends it; call it when nobody prepares or takes one any more. */
  async close(): Promise<void> {
    const office = (await this.#starting) ?? this.#ready
    this.#ready = undefined
    await office?.destroy()
  }
}
