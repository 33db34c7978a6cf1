import type { Clock } from '@oficina/kit/clock.ts'
import { runService, type ProcessConfig } from '@oficina/kit/service-process.ts'

import { buildErp, type ErpDependencies } from './service.ts'

/** Runs the service as this process, with what `main.ts` read from its environment and by its clock. */
export async function run(
  config: ProcessConfig & ErpDependencies['config'],
  now: Clock,
): Promise<void> {
  await runService('erp', config, (tools) => buildErp({ config, now, ...tools }))
}
