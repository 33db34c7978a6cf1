import { runService, type ProcessConfig } from '@oficina/http/service-process.ts'
import type { Clock } from '@oficina/kit/clock.ts'
import type { TraceSettings } from '@oficina/traces/trace-settings.ts'
import { withTraces } from '@oficina/traces/with-traces.ts'

import { buildErp, type ErpDependencies } from './service.ts'

/** Runs the service as this process, with what `main.ts` read from its environment and by its clock. */
export async function run(
  config: ProcessConfig & TraceSettings & ErpDependencies['config'],
  now: Clock,
): Promise<void> {
  await runService('erp', config, (tools) =>
    withTraces('erp', config, tools.log, () => buildErp({ config, now, ...tools })),
  )
}
