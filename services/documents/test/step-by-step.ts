import { AsyncLocalStorage } from 'node:async_hooks'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate as soon } from 'node:timers/promises'
import timers from 'node:timers/promises'

/** Someone whose calls of the file system happen one by one, each when he is told to go on. */
export class Actor {
  /** How many calls he has begun. */
  steps = 0
  isDone = false
  readonly #waiting: (() => void)[] = []
  #running = 0
  #changed = Promise.withResolvers<void>()

  /** Runs work whose calls wait for `step`; it may fail. */
  start(work: () => Promise<void>): void {
    void acting.run(this, async () => {
      try {
        await this.turn()
        this.finished()
        await work()
      } finally {
        this.isDone = true
        this.#notify()
      }
    })
  }

  /** Lets one call happen, and waits until he waits for the next or has ended. */
  async step(): Promise<void> {
    this.steps += 1
    this.#running += 1
    this.#waiting.shift()?.()
    while (!this.isDone && (this.#running > 0 || this.#waiting.length === 0)) {
      await this.#changed.promise
      // What follows a call may be other calls.
      await soon()
    }
  }

  async turn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.#notify()
    await promise
  }

  finished(): void {
    this.#running -= 1
    this.#notify()
  }

  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}

const acting = new AsyncLocalStorage<Actor>()

const CALLS = [
  'link',
  'lstat',
  'mkdir',
  'open',
  'readdir',
  'readFile',
  'realpath',
  'rename',
  'rm',
  'stat',
  'symlink',
  'unlink',
  'utimes',
] as const

type Call = (...input: readonly unknown[]) => Promise<unknown>

/** Puts the file system's calls in the hands of actors; what others call happens at once. Returns how to undo it. */
export function takeSteps(): () => void {
  const own = CALLS.map((name) => [name, files[name]] as const)
  const { open } = files
  const { setTimeout } = timers
  // The signatures of the calls do not matter here: each is passed on as it came.
  const target = files as unknown as Record<string, Call>
  for (const [name, call] of own) target[name] = inSteps(call as Call)
  // No order depends on the disk, and it is slow.
  target['open'] = inSteps(open as Call, async (...input) => {
    const handle = await open(...(input as Parameters<typeof open>))
    return Object.assign(handle, { sync: async () => await Promise.resolve() })
  })
  // A pause is as long as others make it.
  timers.setTimeout = inSteps(setTimeout as Call, async () => {}) as typeof setTimeout
  syncBuiltinESMExports()
  return () => {
    for (const [name, call] of own) target[name] = call as Call
    timers.setTimeout = setTimeout
    syncBuiltinESMExports()
  }
}

/** A call that waits for its turn when an actor makes it, who may get another one; for anybody else it is the real one. */
function inSteps(call: Call, ofActor = call): Call {
  return async (...input) => {
    const actor = acting.getStore()
    if (actor === undefined) return await call(...input)
    await actor.turn()
    try {
      return await ofActor(...input)
    } finally {
      actor.finished()
    }
  }
}
