import { setTimeout as delay } from 'node:timers/promises'

import type { Log } from '@oficina/kit/log.ts'
import { REFUSED_EXIT_CODE } from '@oficina/kit/start-refusal.ts'

import { startService, type Output, type ServiceChild } from './service-child.ts'
import type { Service } from './service-list.ts'

// Each restart of a service that keeps dying waits twice as long, up to a cap.
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
// A service that ran for this long counts as healthy again.
const STEADY_MS = 60_000

export interface SupervisedOptions {
  readonly service: Service
  /** 0 asks for a free port; a restart uses the port of the first start. */
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
  readonly output: Output
  readonly log: Log
}

/** A service that is started again whenever it ends before `stop`. */
export class SupervisedService {
  /** Its address, or undefined when it ended before it ever listened; then it is not restarted. */
  readonly ready: Promise<string | undefined>
  /** Whether it ended before it listened because its data ask for a person's decision; known once `ready` is. */
  readonly isRefused: () => Promise<boolean>
  #child: ServiceChild
  #isStopping = false
  readonly #options: SupervisedOptions

  constructor(options: SupervisedOptions) {
    this.#options = options
    this.#child = this.#start(options.port)
    this.ready = this.#firstStart()
    const first = this.#child
    this.isRefused = async () => (await first.ended) === REFUSED_EXIT_CODE
  }

  /** Asks it to finish its requests and waits until it has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#child.kill('SIGTERM')
    await this.#child.ended
  }

  #start(port: number): ServiceChild {
    const { service, environment, output, log } = this.#options
    const child = startService(service, { ...environment, PORT: String(port) }, output)
    log.info({ pid: child.pid }, `starting ${service.name}`)
    return child
  }

  async #firstStart(): Promise<string | undefined> {
    const url = await this.#child.ready
    if (url !== undefined) void this.#keepRunning(Number(new URL(url).port))
    return url
  }

  async #keepRunning(port: number): Promise<void> {
    const { log, service } = this.#options
    for (let deaths = 1; ; deaths += 1) {
      const startedMs = performance.now()
      const how = await this.#child.ended
      if (performance.now() - startedMs > STEADY_MS) deaths = 1
      const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (deaths - 1), LONGEST_DELAY_MS)
      if (this.#isStopping) return
      const text = `${service.name} ended (${how}) and is started again in ${delayMs / 1000} s`
      log.error({ how, deaths, delayMs }, text)
      await delay(delayMs)
      if (this.#isStopping) return
      this.#child = this.#start(port)
      void this.#tellWhenBack(this.#child)
    }
  }

  async #tellWhenBack(child: ServiceChild): Promise<void> {
    const url = await child.ready
    if (url !== undefined) this.#options.log.warn({ url }, `${this.#options.service.name} is back`)
  }
}
