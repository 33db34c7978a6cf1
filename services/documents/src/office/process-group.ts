import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const END_TIMEOUT_MS = 5_000
const POLL_MS = 5
const SEARCH_EVERY_MS = 100

/** Kills a whole process group at once: an office starts children, which killing one process would leave. */
export function killGroup(groupId: number): void {
  signalGroup(groupId, 'SIGKILL')
}

export function signalGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal)
  } catch (error) {
    // ESRCH: it has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Kills a group and waits until none of it runs, so that nobody writes into a directory that is about to be removed.
 * False when something still ran after 5 s, which only a process stuck in the kernel does.
 */
export async function endGroup(groupId: number): Promise<boolean> {
  killGroup(groupId)
  for (let waitedMs = 0; waitedMs < END_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (!isGroup(groupId)) return true
    // Looking through all processes of the machine is expensive, and a dead member that was not reaped is rare.
    if (waitedMs % SEARCH_EVERY_MS === 0 && (await groupMembers(groupId)).length === 0) return true
    await delay(POLL_MS)
  }
  return false
}

/** Whether the group still has a member, even a dead one that its parent has not reaped. */
function isGroup(groupId: number): boolean {
  try {
    return process.kill(-groupId, 0)
  } catch {
    // ESRCH: no member is left.
    return false
  }
}

const PAGE_BYTES = 4_096

interface ProcessState {
  readonly pid: number
  readonly groupId: number
  readonly residentBytes: number
  /** Clock ticks since boot: together with the pid they identify a process until the machine stops. */
  readonly startedTicks: string
}

/** The processes of a group, from /proc; empty where there is no /proc. */
export async function groupMembers(groupId: number): Promise<readonly ProcessState[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const states = await Promise.all(pids.map((pid) => processState(Number(pid))))
  return states.filter((state) => state?.groupId === groupId).flatMap((state) => state ?? [])
}

/** The resident memory of processes in bytes, at the cost of reading a file each; a dead process has none. */
export async function residentBytes(pids: readonly number[]): Promise<number> {
  const states = await Promise.all(pids.map(processState))
  return states.reduce((sum, state) => sum + (state?.residentBytes ?? 0), 0)
}

/** Undefined when there is no such process, or only a dead one that was not reaped. */
export async function processState(pid: number): Promise<ProcessState | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name stands in parentheses and may contain spaces; the fields after it begin with the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22 || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return {
    pid,
    groupId: Number(fields[2]),
    startedTicks: fields[19] ?? '',
    residentBytes: Number(fields[21]) * PAGE_BYTES,
  }
}

/** The paths of the unix sockets that a group listens on: files that outlive a killed process. */
export async function groupSocketPaths(groupId: number): Promise<readonly string[]> {
  const members = await groupMembers(groupId)
  const inodes = new Set((await Promise.all(members.map(({ pid }) => socketInodes(pid)))).flat())
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '')
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([, , , , , , inode = '', path]) =>
      inodes.has(inode) && path?.startsWith('/') === true ? [path] : [],
    )
}

async function socketInodes(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder).catch(() => [])
  const targets = await Promise.all(
    names.map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  )
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [])
}
