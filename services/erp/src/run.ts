import type { Clock } from '@oficina/kit/clock.ts'
import { describeProblems, parseConfig, type Environment } from '@oficina/kit/config.ts'
import { runService } from '@oficina/kit/service-process.ts'

import { settings } from './config.ts'
import { buildErp } from './service.ts'

/** Runs the service as this process, with what `main.ts` read from its environment and by its clock. */
export async function run(environment: Environment, now: Clock): Promise<void> {
  const config = parseConfig(settings(process.stdout.isTTY), environment)
  if (!config.ok) {
    process.stderr.write(`${describeProblems('erp', config.error)}\n`)
    process.exit(1)
  }
  await runService('erp', config.value, (tools) =>
    buildErp({ config: config.value, now, ...tools }),
  )
}
