import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import { call } from './loads/call.ts'
import { SERVICES } from './parts/balancer.ts'

const LIMIT_MS = 120_000
const POLL_MS = 50
// As many good answers in a row as there are processes behind the balancer, and more.
const IN_A_ROW = 6

/**
 * Waits until `/health` of every service is 200 through the balancer, six times in a row, so that each of its processes
 * was asked; the answer is in seconds since `sinceMs`, to the last answer that was not.
 * @throws Error naming the service that does not recover within two minutes
 */
export async function untilAllWell({ ports }: Cluster, sinceMs: number): Promise<number> {
  const beganMs = performance.now()
  const ends = await Promise.all(
    SERVICES.map(async (service) => {
      let wellSinceMs = performance.now()
      for (let good = 0; good < IN_A_ROW;) {
        const isWell = await call({
          port: ports[service],
          method: 'GET',
          path: '/health',
          timeoutMs: 5_000,
        }).then(
          ({ status }) => status === 200,
          () => false,
        )
        good = isWell ? good + 1 : 0
        if (!isWell) wellSinceMs = performance.now()
        if (performance.now() - beganMs > LIMIT_MS) throw new Error(`${service} does not recover`)
        await delay(POLL_MS)
      }
      return wellSinceMs
    }),
  )
  return Math.round((Math.max(...ends) - sinceMs) / 100) / 10
}
