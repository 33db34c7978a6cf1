import { fork, type ChildProcess } from 'node:child_process'

import type { ImageResults, ImageTask } from './image-task.ts'

/** Why an image could not be processed. */
export class ImageProblem extends Error {
  /** `unreadable`: the file itself is at fault, and every attempt would fail. */
  readonly kind: 'unreadable' | 'failed' | 'busy'

  constructor(kind: ImageProblem['kind'], message: string) {
    super(message)
    this.name = 'ImageProblem'
    this.kind = kind
  }
}

interface Job {
  readonly task: ImageTask
  readonly resolve: (result: unknown) => void
  readonly reject: (error: ImageProblem) => void
}

interface Child {
  readonly process: ChildProcess
  job: Job | undefined
  /** Ends a job that takes too long, or the process when it has been idle for a while. */
  timer: NodeJS.Timeout | undefined
}

// One for work that somebody waits for, one more for thumbnails; each may hold a decoded image.
const MAX_CHILDREN = 2
const MAX_THUMBNAILS_AT_ONCE = 1
// A waiting job is only a path; more than these are a flood.
const MAX_WAITING = 500
const TIME_LIMIT_MS = 30_000
// An idle process costs memory, a new one a tenth of a second.
const IDLE_MS = 60_000
const MAX_HEAP_MB = 256

/**
 * Decodes images in processes of their own, without the service's environment: a file that crashes the decoder,
 * exhausts its memory or never ends costs only that file's thumbnail.
 */
export class ImageProcesses {
  readonly #children: Child[] = []
  readonly #waiting: Job[] = []
  #isClosed = false

  /** @throws ImageProblem */
  async run<K extends ImageTask['kind']>(
    task: Extract<ImageTask, { readonly kind: K }>,
  ): Promise<ImageResults[K]> {
    if (this.#isClosed) throw new ImageProblem('failed', 'the service is stopping')
    if (this.#waiting.length >= MAX_WAITING) {
      throw new ImageProblem('busy', 'too many images are waiting')
    }
    return await new Promise((resolve, reject) => {
      // The child answers each kind of task with its kind of result.
      const job = { task, resolve: resolve as (result: unknown) => void, reject }
      this.#waiting.push(job)
      this.#dispatch()
    })
  }

  close(): void {
    this.#isClosed = true
    for (const child of this.#children) this.#end(child, 'the service is stopping')
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new ImageProblem('failed', 'the service is stopping'))
    }
  }

  #dispatch(): void {
    for (let at = this.#nextJob(); at !== -1; at = this.#nextJob()) {
      const child = this.#children.find(({ job }) => job === undefined) ?? this.#start()
      if (child === undefined) return
      const [job] = this.#waiting.splice(at, 1)
      if (job === undefined) return
      child.job = job
      this.#setTimer(child, TIME_LIMIT_MS, 'the image takes too long')
      child.process.send(job.task)
    }
  }

  /** Work that somebody waits for goes before thumbnails, of which a few at a time may run. */
  #nextJob(): number {
    const urgent = this.#waiting.findIndex(({ task }) => task.kind !== 'thumbnails')
    if (urgent !== -1) return urgent
    const running = this.#children.filter(({ job }) => job?.task.kind === 'thumbnails').length
    return this.#waiting.length > 0 && running < MAX_THUMBNAILS_AT_ONCE ? 0 : -1
  }

  #start(): Child | undefined {
    if (this.#children.length >= MAX_CHILDREN) return undefined
    const child: Child = {
      process: fork(new URL('image-child.ts', import.meta.url), {
        env: {},
        execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
      job: undefined,
      timer: undefined,
    }
    child.process.unref()
    child.process.channel?.unref()
    child.process.on(
      'message',
      (answer: { readonly result?: unknown; readonly error?: string }) => {
        const { job } = child
        child.job = undefined
        this.#setTimer(child, IDLE_MS, 'idle')
        if (answer.error === undefined) job?.resolve(answer.result)
        else job?.reject(new ImageProblem('unreadable', answer.error))
        this.#dispatch()
      },
    )
    child.process.on('exit', () => this.#end(child, 'the image ended its process'))
    child.process.on('error', (error) => this.#end(child, error.message))
    this.#children.push(child)
    return child
  }

  #setTimer(child: Child, delayMs: number, reason: string): void {
    clearTimeout(child.timer)
    child.timer = setTimeout(() => this.#end(child, reason), delayMs).unref()
  }

  /** Ends a process; the next job gets a new one. */
  #end(child: Child, reason: string): void {
    clearTimeout(child.timer)
    const place = this.#children.indexOf(child)
    if (place >= 0) this.#children.splice(place, 1)
    child.process.kill('SIGKILL')
    child.job?.reject(new ImageProblem('failed', reason))
    child.job = undefined
    if (!this.#isClosed) this.#dispatch()
  }
}
