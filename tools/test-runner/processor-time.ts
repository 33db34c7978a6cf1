import { readFile } from 'node:fs/promises'

import { descendantsOf } from './descendants.ts'

// What Linux counts in is a hundredth of a second everywhere.
const TICKS_A_SECOND = 100
// Of /proc/<pid>/stat after the name: user and system time of the process, then of its children that have ended.
const FIRST_TIME = 11

/**
 * The seconds that the processors have worked for this process and for all that it started, directly and indirectly,
 * also what has ended since.
 * @returns undefined where there is no /proc
 */
export async function processorSeconds(): Promise<number | undefined> {
  const pids = [process.pid, ...(await descendantsOf(process.pid)).map(({ pid }) => pid)]
  const ticks = await Promise.all(pids.map(ticksOf))
  const sum = ticks.reduce((total, one) => total + one, 0)
  return sum === 0 ? undefined : sum / TICKS_A_SECOND
}

async function ticksOf(pid: number): Promise<number> {
  // One that has ended meanwhile is counted by its parent next time.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(FIRST_TIME, FIRST_TIME + 4).reduce((total, field) => total + Number(field), 0)
}
