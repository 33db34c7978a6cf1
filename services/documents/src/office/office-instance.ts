import type { ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { LiveOffices } from './live-offices.ts'
import { pipePaths, removeSockets } from './office-leftovers.ts'
import { hasEnded, officeProgram, RESTART_CODE, spawnOffice } from './office-process.ts'
import { writeOfficeProfile } from './office-profile.ts'
import { PausableTimeLimit } from './pausable-time-limit.ts'
import {
  endGroup,
  groupMembers,
  groupSocketPaths,
  killGroup,
  residentBytes,
  signalGroup,
} from './process-group.ts'
import { createScratchFolder, recordOwner, removeScratchFolder } from './scratch-folder.ts'
import { openDesktop, type Desktop, type StoreRequest } from './uno-desktop.ts'
import { UrpConnection } from './urp-connection.ts'

export interface OfficeInstanceOptions {
  /** The `soffice` program to run. */
  readonly officePath: string
  /** Its profile, home and temporary files go to a directory below this one. */
  readonly tmpDir: string
  /** Told of the process at once, so that it cannot be forgotten. */
  readonly live: LiveOffices
  /** Aborts the start. */
  readonly signal: AbortSignal
}

interface OfficeParts {
  readonly folder: string
  readonly child: ChildProcess
  readonly groupId: number
  readonly sockets: readonly string[]
  /** The processes whose memory is measured. */
  readonly pids: readonly number[]
  readonly connection: UrpConnection
  readonly desktop: Desktop
}

// A third of a second on an idle machine; the first start after an installation reads 200 MB from the disk.
const START_TIMEOUT_MS = 30_000
const POLL_MS = 10
// One restart for a new profile where the build is not known, and one more for any other reason.
const MAX_RESTARTS = 2

/**
 * One office process that stays up: its own process group, profile, home and temporary directory, an environment
 * without secrets, and a bridge over a unix pipe.
 */
export class OfficeInstance {
  readonly #parts: OfficeParts
  readonly #live: LiveOffices
  #conversions = 0
  #isPaused = false
  #limit: PausableTimeLimit | undefined

  private constructor(parts: OfficeParts, live: LiveOffices) {
    this.#parts = parts
    this.#live = live
  }

  /** @throws Error when the office does not start within 30 s or `signal` aborts; nothing of it is left then */
  static async start(options: OfficeInstanceOptions): Promise<OfficeInstance> {
    const folder = await createScratchFolder(options.tmpDir, 'office')
    const limit = AbortSignal.timeout(START_TIMEOUT_MS)
    try {
      await mkdir(join(folder, 'tmp'))
      const program = await officeProgram(options.officePath)
      await writeOfficeProfile(join(folder, 'profile'), program)
      const signal = AbortSignal.any([options.signal, limit])
      for (let restarts = 0; ; restarts += 1) {
        const parts = await startOnce(program, { ...options, signal }, folder)
        if (parts !== 'restart') return new OfficeInstance(parts, options.live)
        if (restarts === MAX_RESTARTS) throw new Error('the office asks for one restart too many')
      }
    } catch (error) {
      await removeScratchFolder(folder)
      throw limit.aborted ? new Error('the office did not start in time', { cause: error }) : error
    }
  }

  /** Where its files are; a conversion's files go there too. */
  get folder(): string {
    return this.#parts.folder
  }

  get isAlive(): boolean {
    return !this.#parts.connection.isClosed
  }

  /** How many documents it has opened. */
  get conversions(): number {
    return this.#conversions
  }

  get processId(): number {
    return this.#parts.groupId
  }

  /** False when the office cannot read the file. @throws BridgeClosed, UnoException */
  async storeAsPdf(request: StoreRequest): Promise<boolean> {
    this.#conversions += 1
    return await this.#parts.desktop.storeAsPdf(request)
  }

  /** Pauses the process, and its conversion's time limits, until `resume`. */
  pause(): void {
    this.#isPaused = true
    this.#limit?.pause()
    signalOwn(this.#parts, 'SIGSTOP')
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    signalOwn(this.#parts, 'SIGCONT')
    this.#limit?.resume()
  }

  /** Limits what it does from now on: after running for this long, `onEnd` is called. End it with `end`. */
  limit(timeoutMs: number, onEnd: () => void): PausableTimeLimit {
    this.#limit = new PausableTimeLimit(timeoutMs, onEnd)
    return this.#limit
  }

  async residentBytes(): Promise<number> {
    return await residentBytes(this.#parts.pids)
  }

  /** Interrupts whatever it is doing: the pending call fails with BridgeClosed. `destroy` must follow. */
  kill(): void {
    this.#parts.connection.close()
    signalOwn(this.#parts, 'SIGKILL')
  }

  /** Kills the process group, waits until it is gone, and removes all of its files. */
  async destroy(): Promise<void> {
    const { connection, folder, sockets } = this.#parts
    connection.close()
    await endOwn(this.#parts)
    this.#live.delete(this.#parts.groupId)
    await removeSockets(sockets)
    await removeScratchFolder(folder)
  }
}

type OwnGroup = Pick<OfficeParts, 'child' | 'groupId'>

// Once the leader has ended, its number may be given to another process; the rest of its group was killed at that very
// moment (`startOnce`).
function signalOwn({ child, groupId }: OwnGroup, signal: NodeJS.Signals): void {
  if (!hasEnded(child)) signalGroup(groupId, signal)
}

async function endOwn({ child, groupId }: OwnGroup): Promise<void> {
  if (!hasEnded(child)) await endGroup(groupId)
}

/** Starts the program and opens its desktop; when this throws or asks for a restart, nothing of it is left running. */
async function startOnce(
  program: string,
  { live, signal }: Pick<OfficeInstanceOptions, 'live' | 'signal'>,
  folder: string,
): Promise<OfficeParts | 'restart'> {
  const pipeName = basename(folder)
  const child = spawnOffice(program, folder, pipeName)
  const groupId = child.pid
  if (groupId === undefined) throw new Error('the office cannot be run')
  // Programs that it started, such as those that look for keys to sign with, end with it.
  child.once('exit', () => killGroup(groupId))
  const pipes = pipePaths(pipeName)
  live.set({ groupId, folder, sockets: pipes })
  const own = { child, groupId }
  try {
    await recordOwner(folder, { officeGroup: groupId, sockets: pipes })
    const connection = new UrpConnection(await connectPipe(pipes, child, signal))
    // The bridge is closed when the time is up, which ends the calls below.
    const desktop = await closedOnAbort(connection, signal, async () => {
      await connection.ready
      return await openDesktop(connection)
    })
    const sockets = [...pipes, ...(await groupSocketPaths(groupId))]
    await recordOwner(folder, { officeGroup: groupId, sockets })
    live.set({ groupId, folder, sockets })
    const pids = (await groupMembers(groupId)).map(({ pid }) => pid)
    return { ...own, folder, sockets, pids, connection, desktop }
  } catch (error) {
    const sockets = [...pipes, ...(await groupSocketPaths(groupId))]
    await endOwn(own)
    live.delete(groupId)
    await removeSockets(sockets)
    if (child.exitCode === RESTART_CODE) return 'restart'
    throw error
  }
}

async function connectPipe(
  paths: readonly string[],
  child: ChildProcess,
  signal: AbortSignal,
): Promise<Socket> {
  for (;;) {
    if (hasEnded(child)) {
      throw new Error(`the office ended while it started (${child.exitCode ?? child.signalCode})`)
    }
    for (const path of paths) {
      const socket = await tryConnect(path)
      if (socket !== undefined) return socket
    }
    await delay(POLL_MS, undefined, { signal })
  }
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    // Not there yet, or there but not listening; the next round tries again.
    socket.once('error', () => resolve(undefined))
  })
}

async function closedOnAbort<T>(
  connection: UrpConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const close = () => connection.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    if (signal.aborted) close()
    return await work()
  } catch (error) {
    connection.close()
    throw error
  } finally {
    signal.removeEventListener('abort', close)
  }
}
