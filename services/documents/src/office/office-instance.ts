import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { instanceFolder, pipePath, recordOwner, removeInstance } from './office-leftovers.ts'
import { writeOfficeProfile } from './office-profile.ts'
import { groupResidentBytes, groupSocketPaths, killGroup } from './process-group.ts'
import { openDesktop, type Desktop } from './uno-desktop.ts'
import { UrpConnection } from './urp-connection.ts'
import type { UnoProperties } from './urp-writer.ts'

export interface OfficeInstanceOptions {
  /** The `soffice` to run. */
  readonly officePath: string
  /** Its profile, home and temporary files go to a directory below this one. */
  readonly tmpDir: string
}

const START_TIMEOUT_MS = 30_000
const POLL_MS = 20

/**
 * One office process that stays up: its own process group, profile, home and temporary directory, an environment that
 * holds no secret, and a bridge over a unix pipe.
 */
export class OfficeInstance {
  readonly folder: string
  readonly #sockets: readonly string[]
  readonly #child: ChildProcess
  readonly #groupId: number
  readonly #connection: UrpConnection
  readonly #desktop: Desktop
  #conversions = 0

  private constructor(parts: {
    readonly sockets: readonly string[]
    readonly folder: string
    readonly child: ChildProcess
    readonly groupId: number
    readonly connection: UrpConnection
    readonly desktop: Desktop
  }) {
    this.folder = parts.folder
    this.#sockets = parts.sockets
    this.#child = parts.child
    this.#groupId = parts.groupId
    this.#connection = parts.connection
    this.#desktop = parts.desktop
  }

  /** @throws Error when the office does not start within 30 s; nothing of it is left then */
  static async start(options: OfficeInstanceOptions): Promise<OfficeInstance> {
    const name = `${process.pid}-${randomBytes(6).toString('hex')}`
    const folder = instanceFolder(options.tmpDir, name)
    await mkdir(join(folder, 'tmp'), { recursive: true, mode: 0o700 })
    await writeOfficeProfile(join(folder, 'profile'))
    const child = spawnOffice(options.officePath, folder, name)
    const groupId = child.pid
    try {
      if (groupId === undefined) throw new Error('the office cannot be run')
      await recordOwner(folder, groupId, [])
      const connection = new UrpConnection(await connectPipe(name, child))
      await within(START_TIMEOUT_MS, connection.ready)
      const desktop = await within(START_TIMEOUT_MS, openDesktop(connection))
      const sockets = [pipePath(name), ...(await groupSocketPaths(groupId))]
      await recordOwner(folder, groupId, sockets)
      return new OfficeInstance({ sockets, folder, child, groupId, connection, desktop })
    } catch (error) {
      if (groupId !== undefined) killGroup(groupId)
      await removeInstance(folder, [pipePath(name)])
      throw error
    }
  }

  get isAlive(): boolean {
    return !this.#connection.isClosed && this.#child.exitCode === null
  }

  /** How many documents it has opened. */
  get conversions(): number {
    return this.#conversions
  }

  get processId(): number {
    return this.#groupId
  }

  /** False when the office cannot read the file. @throws BridgeClosed, UnoException */
  async storeAsPdf(source: string, target: string, filterData: UnoProperties): Promise<boolean> {
    this.#conversions += 1
    return await this.#desktop.storeAsPdf(source, target, filterData)
  }

  async residentBytes(): Promise<number> {
    return await groupResidentBytes(this.#groupId)
  }

  /** Ends the process group at once and removes every file of it. */
  async destroy(): Promise<void> {
    this.#connection.close()
    killGroup(this.#groupId)
    await removeInstance(this.folder, this.#sockets)
  }
}

function spawnOffice(officePath: string, folder: string, name: string): ChildProcess {
  const profile = pathToFileURL(join(folder, 'profile')).href
  const child = spawn(
    officePath,
    [
      '--headless',
      '--invisible',
      '--nocrashreport',
      '--nodefault',
      '--nologo',
      '--nofirststartwizard',
      '--norestore',
      `-env:UserInstallation=${profile}`,
      `--accept=pipe,name=${name};urp;StarOffice.ComponentContext`,
    ],
    {
      detached: true,
      stdio: 'ignore',
      cwd: folder,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: folder,
        TMPDIR: join(folder, 'tmp'),
        LANG: 'C.UTF-8',
      },
    },
  )
  // The failure shows as a pipe that never comes; without a listener it would end this process.
  child.on('error', () => undefined)
  return child
}

async function connectPipe(name: string, child: ChildProcess): Promise<Socket> {
  const path = pipePath(name)
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the office ended while it started (${child.exitCode ?? child.signalCode})`)
    }
    const socket = existsSync(path) ? await tryConnect(path) : undefined
    if (socket !== undefined) return socket
    await delay(POLL_MS)
  }
  throw new Error('the office did not start in time')
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    // It exists before it listens; the next round tries again.
    socket.once('error', () => resolve(undefined))
  })
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  try {
    return await Promise.race([
      work,
      delay(timeoutMs, undefined, { signal: timer.signal }).then(() => {
        throw new Error('the office did not answer in time')
      }),
    ])
  } finally {
    timer.abort()
  }
}
