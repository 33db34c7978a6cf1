import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import type { Prepared } from './loads/all-loads.ts'
import { startChatLoad } from './loads/chat-load.ts'
import { startDocumentsLoad } from './loads/documents-load.ts'
import { startErpLoad } from './loads/erp-load.ts'
import type { Load } from './loads/load.ts'
import { SERVICES, type ServiceName } from './parts/balancer.ts'

/** What one service did with so many processes, one service at a time, and what each request cost. */
export interface Measured {
  readonly service: ServiceName
  readonly processes: number
  readonly perSecond: number
  /** Milliseconds of processor time for one request, in each part of the cluster that had a share in it. */
  readonly processorMs: Readonly<Record<string, number>>
  readonly faults: number
}

export const COUNTS = [1, 2, 3] as const
const WARM_UP_MS = 1_000

/** Each service alone under as much load as it takes, with one, two and three processes behind the balancer. */
export async function throughput(
  cluster: Cluster,
  prepared: Prepared,
  seconds: number,
  say: (measured: Measured) => void,
): Promise<readonly Measured[]> {
  const all: Measured[] = []
  for (const processes of COUNTS) {
    await cluster.scale(processes)
    for (const service of SERVICES) {
      const mark = `${service}${processes}`
      const measured = await measure(cluster, prepared, { service, processes, mark, seconds })
      all.push(measured)
      say(measured)
    }
  }
  return all
}

interface Measuring {
  readonly service: ServiceName
  readonly processes: number
  readonly mark: string
  readonly seconds: number
}

async function measure(
  cluster: Cluster,
  prepared: Prepared,
  { service, processes, mark, seconds }: Measuring,
): Promise<Measured> {
  const load = await startFull(cluster, prepared, service, mark)
  await delay(WARM_UP_MS)
  const before = { requests: load.ledger.requests, used: usedBy(cluster), ms: performance.now() }
  await delay(seconds * 1_000)
  const after = { requests: load.ledger.requests, used: usedBy(cluster), ms: performance.now() }
  await load.stop()
  await load.check()
  const requests = Math.max(1, after.requests - before.requests)
  const processorMs: Record<string, number> = {}
  for (const [kind, ms] of after.used) {
    const each = round((ms - (before.used.get(kind) ?? 0)) / requests)
    if (each > 0) processorMs[kind] = each
  }
  const { failed, lost, doubled, wrong, examples } = load.ledger.count()
  if (examples.length > 0) process.stdout.write(`${examples.join('\n')}\n`)
  return {
    service,
    processes,
    perSecond: Math.round((1_000 * requests) / (after.ms - before.ms)),
    processorMs,
    faults: failed + lost + doubled + wrong,
  }
}

/** Documents are counted as .docx only: how many PDFs there are is a matter of offices, which bench/documents measures. */
async function startFull(
  { ports }: Cluster,
  { people, channelId, caller, things }: Prepared,
  service: ServiceName,
  mark: string,
): Promise<Load> {
  if (service === 'erp') return startErpLoad({ caller, things, mark, buyers: 12, paceMs: 0 })
  if (service === 'documents') {
    const clients = { writers: 12, printers: 0 }
    return await startDocumentsLoad({ port: ports.documents, mark, ...clients, paceMs: 0 })
  }
  const topic = { channelId, name: mark }
  const clients = { listeners: 2, sendersEach: 4 }
  return await startChatLoad({ port: ports.chat, people, topic, ...clients, paceMs: 0 })
}

/** Processor time by kind of part: all processes of a service together, all servers of the database together. */
function usedBy(cluster: Cluster): ReadonlyMap<string, number> {
  const used = new Map<string, number>([
    ['clients', process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000],
  ])
  for (const part of cluster.parts()) {
    const kind = part.name.replace(/ \d+$/, '').replace(/^citus.*/, 'postgresql')
    used.set(kind, (used.get(kind) ?? 0) + part.processorMs())
  }
  return used
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
