import { runService } from '@oficina/http/service-process.ts'
import { describeProblems, parseConfig } from '@oficina/kit/config.ts'
import { createLog } from '@oficina/kit/log.ts'
import { natsProblems } from '@oficina/nats/nats-settings.ts'
import { bucketAddress } from '@oficina/objects/bucket-settings.ts'
import { withTraces } from '@oficina/traces/with-traces.ts'

import { settings } from './config.ts'
import { buildChat } from './service.ts'

const config = parseConfig(settings({ isTerminal: process.stdout.isTTY }), process.env)
if (!config.ok) {
  process.stderr.write(`${describeProblems('chat', config.error)}\n`)
  process.exit(1)
}
const bucket = bucketAddress(config.value)
const problems = [...natsProblems(config.value), ...(bucket.ok ? [] : bucket.error)]
if (!bucket.ok || problems.length > 0) {
  process.stderr.write(`${describeProblems('chat', problems)}\n`)
  process.exit(1)
}
const configured = { ...config.value, bucket: bucket.value }
const args = process.argv.slice(2)
if (args.length === 0) {
  await runService('chat', config.value, (tools) =>
    withTraces('chat', config.value, tools.log, () =>
      buildChat({ config: configured, now: Date.now, ...tools }),
    ),
  )
} else {
  // Only commands need them.
  const { runCommand } = await import('./commands/run-command.ts')
  const log = createLog({ service: 'chat', level: 'warn', format: config.value.logFormat })
  const streams = { output: process.stdout, progress: process.stderr }
  process.exitCode = await runCommand({ config: configured, log, now: Date.now, ...streams }, args)
}
