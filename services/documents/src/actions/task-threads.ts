import { Worker } from 'node:worker_threads'

import type { Task, TaskResult } from './task.ts'

/** A task took longer than it may; its thread has been ended. */
export class TaskTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`the task took longer than ${timeoutMs} ms`)
    this.name = 'TaskTimeout'
  }
}

/** A task took more memory than a thread may have; its thread has ended. */
export class TaskTooLarge extends Error {
  constructor() {
    super('the task took too much memory')
    this.name = 'TaskTooLarge'
  }
}

export interface TaskLimits {
  readonly timeoutMs: number
  /** Time for a thread to compile what the task needs; it does not count as the task's time. */
  readonly prepareMs?: number
}

interface Job {
  readonly task: Task
  readonly timeoutMs: number
  readonly prepareMs: number
  readonly resolve: (result: TaskResult) => void
  readonly reject: (error: Error) => void
}

interface WorkerMessage {
  readonly result?: TaskResult
  readonly error?: string
  /** From here on the task's own time counts. */
  readonly isPrepared?: true
}

interface Thread {
  readonly worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

// A few waiting tasks are a burst; more are a client that should slow down, which the HTTP server's own queue handles.
const MAX_QUEUE = 1_000
const MAX_HEAP_MB = 1_024

/** Worker threads for large renders and slow validations, so that the main thread answers meanwhile. */
export class TaskThreads {
  readonly #size: number
  readonly #threads: Thread[] = []
  readonly #queue: Job[] = []
  #isClosed = false

  constructor(size: number) {
    this.#size = size
  }

  /** @throws TaskTimeout, TaskTooLarge, or Error when the thread fails */
  async run(task: Task, { timeoutMs, prepareMs = timeoutMs }: TaskLimits): Promise<TaskResult> {
    if (this.#isClosed) throw new Error('the service is stopping')
    if (this.#queue.length >= MAX_QUEUE) throw new Error('too many tasks are waiting')
    return await new Promise((resolve, reject) => {
      this.#queue.push({ task, timeoutMs, prepareMs, resolve, reject })
      this.#dispatch()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const thread = this.#threads.find(({ job }) => job === undefined) ?? this.#start()
      const job = thread === undefined ? undefined : this.#queue.shift()
      if (thread === undefined || job === undefined) return
      thread.job = job
      this.#limit(thread, job.prepareMs)
      thread.worker.postMessage({ task: job.task })
    }
  }

  #start(): Thread | undefined {
    if (this.#threads.length >= this.#size) return undefined
    const worker = new Worker(new URL('task-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    worker.unref()
    const thread: Thread = { worker, job: undefined, timer: undefined }
    worker.on('message', (message: WorkerMessage) => {
      if (message.isPrepared === true) return this.#limit(thread, thread.job?.timeoutMs ?? 0)
      const { job } = this.#free(thread)
      if (message.result === undefined) job?.reject(new Error(message.error ?? 'the task failed'))
      else job?.resolve(message.result)
      return this.#dispatch()
    })
    worker.on('error', (error: unknown) => {
      const isOverMemory =
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isOverMemory) this.#end(thread, new TaskTooLarge())
      else
        this.#end(thread, error instanceof Error ? error : new Error('the thread of a task failed'))
    })
    this.#threads.push(thread)
    return thread
  }

  #limit(thread: Thread, timeoutMs: number): void {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => this.#end(thread, new TaskTimeout(timeoutMs)), timeoutMs)
  }

  #free(thread: Thread): { readonly job: Job | undefined } {
    const { job } = thread
    clearTimeout(thread.timer)
    thread.job = undefined
    return { job }
  }

  /** Ends a thread whose task failed or hangs; the next task starts a new one. */
  #end(thread: Thread, error: Error): void {
    const { job } = this.#free(thread)
    const place = this.#threads.indexOf(thread)
    if (place >= 0) this.#threads.splice(place, 1)
    void thread.worker.terminate()
    job?.reject(error)
    if (!this.#isClosed) this.#dispatch()
  }
}
