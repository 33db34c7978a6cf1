import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'

import type { Task, TaskResult } from './task.ts'

interface Job {
  readonly task: Task
  readonly bytes: ArrayBuffer
  readonly done: (result: TaskResult | undefined) => void
}

interface Thread {
  readonly worker: Worker
  /** Batches under way, oldest first, as the thread does them. */
  readonly batches: Job[][]
  jobs: number
  timer: NodeJS.Timeout | undefined
}

interface WorkerMessage {
  readonly results?: readonly TaskResult[]
  readonly error?: string
}

// One message for several renders: a message costs half as much as a small render.
const BATCH = 8
// About as many as a busy turn of the event loop brings; what is more is rendered where it came.
const MAX_JOBS = 64
const MAX_HEAP_MB = 256
// All renders of a batch have a budget that ends them within milliseconds.
const TIMEOUT_MS = 10_000
// Parts of the time in which the event loop did something. What is handed over makes it less busy, which is no reason to
// stop at once.
const BUSY = 0.7
const STILL_BUSY = 0.35
const LOOK_EVERY_MS = 50

/**
 * Small renders in other threads while the thread that answers requests is busy; while it is not, they are quicker where
 * they came. Measured by bench/documents/bench-http.ts: 100 rows, 32 connections, two cores: twice as many documents.
 */
export class RenderBatches {
  readonly #size: number
  readonly #threads: Thread[] = []
  #gathered: Job[] = []
  #isClosed = false
  #load = performance.eventLoopUtilization()
  #lookedAtMs = performance.now()
  #isBusy = false

  /** @param size how many threads there may be, at least 1 */
  constructor(size: number) {
    this.#size = size
  }

  /** Whether a render handed over now would be of use. */
  get areUseful(): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#lookedAtMs > LOOK_EVERY_MS) {
      const load = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(load, this.#load)
      this.#isBusy = utilization > (this.#isBusy ? STILL_BUSY : BUSY)
      this.#load = load
      this.#lookedAtMs = nowMs
    }
    return this.#isBusy && !this.#isClosed
  }

  /**
   * The result of a task that has a small budget; undefined where it must be done by the caller.
   * @param bytes memory within the task, which is handed over: nobody else may use it
   */
  async run(task: Task, bytes: ArrayBuffer): Promise<TaskResult | undefined> {
    return await new Promise((done) => {
      this.#gathered.push({ task, bytes, done })
      // What else this turn of the event loop brings goes along.
      if (this.#gathered.length === 1) setImmediate(() => this.#handOver())
      else if (this.#gathered.length >= BATCH) this.#handOver()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    // A copy: each leaves the list as it ends.
    await Promise.all([...this.#threads].map(async (thread) => this.#end(thread)))
  }

  #handOver(): void {
    const jobs = this.#gathered
    this.#gathered = []
    const thread = this.#isAlone(jobs) ? undefined : this.#freest()
    if (thread === undefined) return giveBack(jobs)
    thread.batches.push(jobs)
    thread.jobs += jobs.length
    thread.timer ??= this.#limit(thread)
    thread.worker.postMessage(
      { tasks: jobs.map(({ task }) => task) },
      jobs.map(({ bytes }) => bytes),
    )
  }

  /** Nobody else waits, so another thread would only be a detour. */
  #isAlone(jobs: readonly Job[]): boolean {
    return jobs.length < 2 && this.#threads.every((thread) => thread.jobs === 0)
  }

  #freest(): Thread | undefined {
    if (this.#isClosed) return undefined
    const free = this.#threads.find(({ jobs }) => jobs === 0)
    if (free !== undefined) return free
    if (this.#threads.length < this.#size) return this.#start()
    const freest = this.#threads.reduce((best, thread) => (thread.jobs < best.jobs ? thread : best))
    return freest.jobs < MAX_JOBS ? freest : undefined
  }

  #start(): Thread {
    const worker = new Worker(new URL('task-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    worker.unref()
    const thread: Thread = { worker, batches: [], jobs: 0, timer: undefined }
    worker.on('message', (message: WorkerMessage) => this.#receive(thread, message))
    worker.on('error', () => void this.#end(thread))
    this.#threads.push(thread)
    return thread
  }

  #receive(thread: Thread, { results }: WorkerMessage): void {
    const jobs = thread.batches.shift() ?? []
    thread.jobs -= jobs.length
    clearTimeout(thread.timer)
    thread.timer = thread.jobs === 0 ? undefined : this.#limit(thread)
    for (const [index, job] of jobs.entries()) job.done(results?.[index])
  }

  #limit(thread: Thread): NodeJS.Timeout {
    return setTimeout(() => void this.#end(thread), TIMEOUT_MS).unref()
  }

  /** Ends a thread; the callers do what it had not finished. */
  async #end(thread: Thread): Promise<void> {
    const place = this.#threads.indexOf(thread)
    if (place >= 0) this.#threads.splice(place, 1)
    clearTimeout(thread.timer)
    for (const jobs of thread.batches.splice(0)) giveBack(jobs)
    await thread.worker.terminate()
  }
}

function giveBack(jobs: readonly Job[]): void {
  for (const { done } of jobs) done(undefined)
}
