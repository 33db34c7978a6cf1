import { readdirSync, readFileSync } from 'node:fs'

// What Linux counts in, on all usual systems.
const TICK_MS = 10

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ms: number
}

/** A process and all that came from it, the process first; empty when it has ended. */
export function treeOf(root: number): readonly number[] {
  return membersOf(root).map(({ pid }) => pid)
}

/** What they have used of the processor, in milliseconds, ended children that were waited for included. */
export function treeMs(root: number): number {
  return membersOf(root).reduce((sum, { ms }) => sum + ms, 0)
}

function membersOf(root: number): readonly Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf)
  const found = all.filter(({ pid }) => pid === root)
  for (const member of found) found.push(...all.filter(({ parent }) => parent === member.pid))
  return found
}

function statOf(pid: string): Stat[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    return [{ pid: Number(pid), parent: Number(fields[1]), ms: ticks * TICK_MS }]
  } catch {
    // It ended between the list and the look.
    return []
  }
}
