import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 4_000
// A process stuck in the kernel does not end even when it is killed.
const END_TIMEOUT_MS = 8_000
// Each look reads what the system says of all its processes, hundreds of files.
const POLL_MS = 100

export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  /** Together with the pid it identifies a process until the machine stops. */
  readonly startedTicks: string
}

/** The processes that a process has started, directly and indirectly, from /proc; empty where there is no /proc. */
export async function descendantsOf(pid: number): Promise<readonly RunningProcess[]> {
  return descendantsIn(await runningProcesses(), pid)
}

function descendantsIn(all: readonly RunningProcess[], pid: number): readonly RunningProcess[] {
  const byParent = Map.groupBy(all, ({ parent }) => parent)
  const found = [...(byParent.get(pid) ?? [])]
  // Grows during the loop: each process adds its own children.
  for (const { pid: parent } of found) found.push(...(byParent.get(parent) ?? []))
  return found
}

async function runningProcesses(): Promise<readonly RunningProcess[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(pids.map((pid) => runningProcess(Number(pid))))
  return all.flatMap((one) => one ?? [])
}

/** Undefined for a process that has ended, even if its parent has not reaped it. */
export async function runningProcess(pid: number): Promise<RunningProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name stands in parentheses and may contain spaces; the fields after it begin with the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 20 || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return { pid, parent: Number(fields[1]), startedTicks: fields[19] ?? '' }
}

/**
 * Ends everything that this process has started, except `kept` and its children. Each process is asked first, so that
 * it can end what it started itself; what still runs after 4 s is killed.
 */
export async function endDescendants(kept: readonly RunningProcess[]): Promise<void> {
  const known = new Map<string, RunningProcess>()
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    // Looked up again each time: a process that ends may have started another meanwhile.
    const all = await runningProcesses()
    const begun = unkeptDescendants(all, kept).filter((one) => !known.has(nameOf(one)))
    for (const one of begun) {
      known.set(nameOf(one), one)
      signal(one, 'SIGTERM')
    }
    const left = all.filter((one) => known.has(nameOf(one)))
    if (left.length === 0 || waitedMs > END_TIMEOUT_MS) return
    if (waitedMs > PATIENCE_MS) for (const one of left) signal(one, 'SIGKILL')
    await delay(POLL_MS)
  }
}

function unkeptDescendants(
  all: readonly RunningProcess[],
  kept: readonly RunningProcess[],
): readonly RunningProcess[] {
  const below = kept.flatMap(({ pid }) => descendantsIn(all, pid))
  const names = new Set([...kept, ...below].map(nameOf))
  return descendantsIn(all, process.pid).filter((one) => !names.has(nameOf(one)))
}

function nameOf({ pid, startedTicks }: RunningProcess): string {
  return `${pid} ${startedTicks}`
}

function signal({ pid }: RunningProcess, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // ESRCH: it has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
