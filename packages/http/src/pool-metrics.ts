import { Gauge, Histogram, type Registry } from 'prom-client'
import { POOL_WAITS } from '@oficina/kit/channels.ts'

interface PoolWait {
  readonly name: string
  readonly waitedMs: number
  readonly pool: {
    readonly totalCount: number
    readonly idleCount: number
    readonly waitingCount: number
  }
}

const SECONDS_BUCKETS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** How long requests wait for a connection to the database, and how many wait, by pool. */
export function registerPoolMetrics(registry: Registry): void {
  const pools = new Map<string, PoolWait['pool']>()
  const waits = new Histogram({
    name: 'database_pool_wait_seconds',
    help: 'Time until a connection of the pool was free.',
    labelNames: ['pool'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  })
  POOL_WAITS.subscribe((message) => {
    // The channel has messages of this form alone.
    const { name, pool, waitedMs } = message as PoolWait
    pools.set(name, pool)
    waits.observe({ pool: name }, waitedMs / 1000)
  })
  registry.registerMetric(
    new Gauge({
      name: 'database_pool_waiting',
      help: 'How much work waits for a connection of the pool.',
      labelNames: ['pool'],
      registers: [],
      collect() {
        for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of the pool that are used, and that are idle.',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [pool, { idleCount, totalCount }] of pools) {
          this.set({ pool, state: 'idle' }, idleCount)
          this.set({ pool, state: 'used' }, totalCount - idleCount)
        }
      },
    }),
  )
}
