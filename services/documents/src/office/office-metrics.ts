import { Gauge, type Registry } from 'prom-client'

import type { OfficePool, PoolStats } from './office-pool.ts'

const GAUGES: Readonly<Record<keyof PoolStats, string>> = {
  queued: 'Conversions that wait for an office process.',
  active: 'Office processes that are converting.',
  instances: 'Office processes that run.',
  spares: 'Warm office processes beside those that convert.',
  conversions: 'Conversions that gave a PDF since the start.',
  failures: 'Conversions that failed since the start.',
  restarts: 'Office processes started since the start.',
}

/** Exposes the pool's state to Prometheus as `office_queued` and so on. */
export function registerOfficeMetrics(registry: Registry, office: OfficePool): void {
  for (const [name, help] of Object.entries(GAUGES)) {
    const gauge: Gauge = new Gauge({
      name: `office_${name}`,
      help,
      registers: [registry],
      // The keys of the table are those of PoolStats.
      collect: () => gauge.set(office.stats()[name as keyof PoolStats]),
    })
  }
}
