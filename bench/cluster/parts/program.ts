import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import type { Part } from './part.ts'
import { treeMs, treeOf } from './process-tree.ts'

export interface ProgramOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Whom it runs as, when this process is root. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined
  /** What it prints goes to the end of this file. */
  readonly logFile: string
  /** Whether it answers; a throw means no. */
  readonly isReady: () => Promise<boolean>
  readonly startTimeoutMs?: number
  /** How often it may be tried again when it ends while it starts, as after a crash whose traces must go first. */
  readonly restarts?: number
  readonly stopSignal?: NodeJS.Signals
}

const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 25_000
const POLL_MS = 25
const RESTART_PAUSE_MS = 300
const LOG_TAIL = 1_500

/** A program in a process of its own, with whatever it starts. */
export class Program implements Part {
  readonly name: string
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined
  #isRetired = false

  constructor(options: ProgramOptions) {
    this.name = options.name
    this.#options = options
  }

  async start(): Promise<void> {
    const { startTimeoutMs = START_TIMEOUT_MS, restarts = 0, isReady } = this.#options
    const endMs = performance.now() + startTimeoutMs
    let left = restarts
    this.#child = this.#spawn()
    for (;;) {
      if (!this.#lives()) {
        if (left === 0) throw new Error(`${this.name} ended at its start: ${this.#tail()}`)
        left -= 1
        await delay(RESTART_PAUSE_MS)
        this.#child = this.#spawn()
      }
      if (this.#lives() && (await isReady().catch(() => false))) return
      if (performance.now() > endMs) {
        throw new Error(`${this.name} does not answer after ${startTimeoutMs} ms: ${this.#tail()}`)
      }
      await delay(POLL_MS)
    }
  }

  async kill(): Promise<void> {
    const pid = this.#child?.pid
    if (pid === undefined) return
    const exited = this.#exited()
    // The parent first, so that it cannot start others for those that die.
    for (const member of treeOf(pid)) endNow(member)
    await exited
  }

  async stop(): Promise<void> {
    if (!this.#lives()) return
    const exited = this.#exited().then(() => true)
    this.#child?.kill(this.#options.stopSignal ?? 'SIGTERM')
    const patience = new AbortController()
    const inTime = await Promise.race([
      exited,
      delay(STOP_TIMEOUT_MS, false, { signal: patience.signal }).catch(() => false),
    ])
    patience.abort()
    if (!inTime) await this.kill()
  }

  async retire(): Promise<void> {
    this.#isRetired = true
    await this.stop()
  }

  processorMs(): number {
    return this.#lives() ? treeMs(this.#child?.pid ?? 0) : 0
  }

  #spawn(): ChildProcess {
    if (this.#isRetired) throw new Error(`${this.name} was stopped for good`)
    const { command, args, env = {}, account, logFile } = this.#options
    const log = openSync(logFile, 'a')
    try {
      const child = spawn(command, [...args], {
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env },
        ...account,
        stdio: ['ignore', log, log],
      })
      child.on('error', () => undefined)
      return child
    } finally {
      closeSync(log)
    }
  }

  #lives(): boolean {
    const child = this.#child
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
  }

  async #exited(): Promise<void> {
    if (this.#child !== undefined && this.#lives()) await once(this.#child, 'exit')
  }

  #tail(): string {
    try {
      return readFileSync(this.#options.logFile, 'utf8').slice(-LOG_TAIL)
    } catch {
      return ''
    }
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
