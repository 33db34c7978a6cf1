import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { groupMembers, killGroup, processState } from './process-group.ts'

const OWNER_FILE = 'owner.json'
const INSTANCE_PREFIX = 'office-'
const PIPE_PREFIX = '/tmp/OSL_PIPE_'

/** Who made an instance's directory, and which process group runs in it. */
interface InstanceOwner {
  readonly servicePid: number
  readonly serviceStarted: string
  readonly officeGroup: number
  /** Sockets outside the directory, which a killed office leaves behind. */
  readonly sockets: readonly string[]
}

export function instanceFolder(tmpDir: string, name: string): string {
  return join(tmpDir, `${INSTANCE_PREFIX}${name}`)
}

/** Notes the owner of an instance's directory, for whoever cleans up after a service that was killed. */
export async function recordOwner(
  folder: string,
  officeGroup: number,
  sockets: readonly string[],
): Promise<void> {
  const own = await processState(process.pid)
  const owner: InstanceOwner = {
    servicePid: process.pid,
    serviceStarted: own?.startedTicks ?? '',
    officeGroup,
    sockets,
  }
  await writeFile(join(folder, OWNER_FILE), JSON.stringify(owner))
}

/**
 * Ends the office processes that a killed service left behind, and removes their directories and pipes. Those of a
 * service that still lives are left alone.
 */
export async function removeLeftovers(tmpDir: string): Promise<number> {
  const names = await readdir(tmpDir).catch(() => [])
  let removed = 0
  for (const name of names.filter((entry) => entry.startsWith(INSTANCE_PREFIX))) {
    const folder = join(tmpDir, name)
    const owner = await readOwner(folder)
    if (owner !== undefined && (await isAlive(owner))) continue
    if (owner !== undefined && (await runsIn(owner.officeGroup, folder)))
      killGroup(owner.officeGroup)
    await removeInstance(folder, [
      pipePath(name.slice(INSTANCE_PREFIX.length)),
      ...(owner?.sockets ?? []).filter((path) => path.startsWith(PIPE_PREFIX)),
    ])
    removed += 1
  }
  return removed
}

/** Removes an instance's directory and its sockets. */
export async function removeInstance(folder: string, sockets: readonly string[]): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await Promise.all(sockets.map((path) => rm(path, { force: true })))
}

/** Where LibreOffice makes the pipe of that name, whatever TMPDIR says. */
export function pipePath(name: string): string {
  return `${PIPE_PREFIX}${process.getuid?.() ?? 0}_${name}`
}

async function readOwner(folder: string): Promise<InstanceOwner | undefined> {
  try {
    // Written by `recordOwner`; whatever else it holds fails the checks of the processes.
    return JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8')) as InstanceOwner
  } catch {
    // Killed before it was written: there is a directory and no process to speak of.
    return undefined
  }
}

async function isAlive(owner: InstanceOwner): Promise<boolean> {
  const state = await processState(owner.servicePid)
  return state !== undefined && state.startedTicks === owner.serviceStarted
}

/** Whether a group is the office of this directory: its number may belong to somebody else by now. */
async function runsIn(groupId: number, folder: string): Promise<boolean> {
  const members = await groupMembers(groupId)
  const commands = await Promise.all(
    members.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return commands.some((command) => command.includes(folder))
}
