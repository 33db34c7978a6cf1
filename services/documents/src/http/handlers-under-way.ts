import type { FastifyInstance } from 'fastify'

/**
 * Handlers that have not ended. The server waits for the answers that somebody waits for, but a handler goes on for a
 * moment when its client has gone: whoever closes what handlers use waits for those too.
 */
export class HandlersUnderWay {
  readonly #all = new Set<Promise<unknown>>()

  /** From now on the end of the app comes after that of its handlers. */
  constructor(app: FastifyInstance) {
    app.addHook('onClose', async () => await this.#ended())
  }

  async run<T>(handle: () => Promise<T>): Promise<T> {
    const work = handle()
    this.#all.add(work)
    try {
      return await work
    } finally {
      this.#all.delete(work)
    }
  }

  async #ended(): Promise<void> {
    await Promise.allSettled(this.#all)
  }
}
