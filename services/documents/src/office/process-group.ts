import { readdir, readFile, readlink } from 'node:fs/promises'

/** Ends a whole process group at once: an office is a launcher and its child, and killing one leaves the other. */
export function killGroup(groupId: number): void {
  try {
    process.kill(-groupId, 'SIGKILL')
  } catch (error) {
    // ESRCH: it has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const PAGE_BYTES = 4_096

interface ProcessState {
  readonly pid: number
  readonly groupId: number
  readonly residentBytes: number
  /** Clock ticks since the machine started: with the pid, names a process for ever. */
  readonly startedTicks: string
}

/** The processes of a group, from /proc; empty where there is no /proc. */
export async function groupMembers(groupId: number): Promise<readonly ProcessState[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const states = await Promise.all(pids.map((pid) => processState(Number(pid))))
  return states.filter((state) => state?.groupId === groupId).flatMap((state) => state ?? [])
}

/** The resident memory of a group in bytes. */
export async function groupResidentBytes(groupId: number): Promise<number> {
  const members = await groupMembers(groupId)
  return members.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
}

export async function processState(pid: number): Promise<ProcessState | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name stands in parentheses and may hold spaces; the fields after it begin with the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22 || fields[0] === 'Z') return undefined
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
