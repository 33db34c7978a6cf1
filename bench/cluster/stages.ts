import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import { startLoads, type Prepared } from './loads/all-loads.ts'
import { sum, type Count } from './loads/ledger.ts'
import { untilAllWell } from './until-well.ts'

/** What became of the work of all clients while something happened to the cluster. */
export interface Row extends Count {
  readonly what: string
  /** From the moment it happened until every service answered through the balancer, again and again, in seconds. */
  readonly secondsUntilWell: number
}

/** Load before, during and after; then what is there is compared with what was acknowledged. */
export async function underLoad(
  cluster: Cluster,
  prepared: Prepared,
  options: { readonly what: string; readonly mark: string; readonly seconds: number },
  happen: () => Promise<void>,
): Promise<Row> {
  const loads = await startLoads(cluster, prepared, options.mark)
  await delay(options.seconds * 1_000)
  const beganMs = performance.now()
  await happen()
  const secondsUntilWell = await untilAllWell(cluster, beganMs)
  await delay(options.seconds * 1_000)
  await Promise.all(loads.map((load) => load.stop()))
  for (const load of loads) await load.check()
  return { what: options.what, secondsUntilWell, ...sum(loads.map(({ ledger }) => ledger.count())) }
}
