import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { processState } from './process-group.ts'

const OWNER_FILE = 'owner.json'
const OWNER_ONLY = 0o700

/** Who made a scratch directory, and what runs in it. */
export interface ScratchOwner {
  /** Several containers may share one TMP_DIR, and a process id means nothing in another one. */
  readonly host: string
  /** The boot of the machine that the process ids belong to. */
  readonly boot: string
  readonly servicePid: number
  readonly serviceStarted: string
  /** The process group that works in it; absent when none does. */
  readonly officeGroup?: number
  /** Sockets outside the directory, which a killed office leaves behind. */
  readonly sockets: readonly string[]
}

/**
 * Makes a directory for this process alone, named `<kind>-<random>`. It appears with its owner's name inside, so that
 * another service that cleans up in the same TMP_DIR always knows whose it is.
 */
export async function createScratchFolder(tmpDir: string, kind: string): Promise<string> {
  const name = randomBytes(8).toString('hex')
  const unnamed = join(tmpDir, `.new-${name}`)
  await mkdir(unnamed, { recursive: true, mode: OWNER_ONLY })
  await recordOwner(unnamed, {})
  const folder = join(tmpDir, `${kind}-${name}`)
  await rename(unnamed, folder)
  return folder
}

/** Records the owner of a scratch directory, for whoever cleans up after a killed service. */
export async function recordOwner(
  folder: string,
  office: { readonly officeGroup?: number; readonly sockets?: readonly string[] },
): Promise<void> {
  const own = await processState(process.pid)
  const owner: ScratchOwner = {
    host: hostname(),
    boot: await bootId(),
    servicePid: process.pid,
    serviceStarted: own?.startedTicks ?? '',
    sockets: [],
    ...office,
  }
  // Replaced as a whole: half an owner file would look like a directory without owner.
  const draft = join(folder, `.${OWNER_FILE}`)
  await writeFile(draft, JSON.stringify(owner))
  await rename(draft, join(folder, OWNER_FILE))
}

/** Undefined when the file names none, as after a machine that stopped while writing it. */
export async function readOwner(folder: string): Promise<ScratchOwner | undefined> {
  try {
    // Written by `recordOwner`; anything else in it fails the checks of host and processes.
    return JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8')) as ScratchOwner
  } catch {
    return undefined
  }
}

/** Whether the owner may still be running: it runs here, or it is on another host, which this one cannot check. */
export async function isInUse(owner: ScratchOwner): Promise<boolean> {
  if (owner.host !== hostname()) return true
  if (owner.boot !== (await bootId())) return false
  const state = await processState(owner.servicePid)
  return state !== undefined && state.startedTicks === owner.serviceStarted
}

export async function removeScratchFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
}
