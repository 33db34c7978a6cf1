import { readdirSync, readFileSync } from 'node:fs'

// What Linux counts in, on all usual systems.
const TICK_MS = 10

/** What processes have used of the processor, in milliseconds; unlike a clock, it does not tell what else was running. */
export interface ProcessorTime {
  readonly client: number
  readonly service: number
  readonly postgres: number
}

export function processorTime(pids: {
  readonly service: number
  readonly postgres: number
}): ProcessorTime {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const backends = all.map(statOf).filter(({ parent }) => parent === pids.postgres)
  const sum = backends.reduce((total, { ms }) => total + ms, statOf(pids.postgres).ms)
  return { client: statOf(process.pid).ms, service: statOf(pids.service).ms, postgres: sum }
}

/** Of a process that has ended, nothing. */
function statOf(pid: number | string): { readonly parent: number; readonly ms: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { parent: Number(fields[1]), ms: ticks * TICK_MS }
  } catch {
    return { parent: 0, ms: 0 }
  }
}

export function between(before: ProcessorTime, after: ProcessorTime): ProcessorTime {
  return {
    client: after.client - before.client,
    service: after.service - before.service,
    postgres: after.postgres - before.postgres,
  }
}
