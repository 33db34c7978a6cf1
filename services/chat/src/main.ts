import { describeProblems, parseConfig } from '@oficina/kit/config.ts'
import { createLog } from '@oficina/kit/log.ts'
import { runService } from '@oficina/kit/service-process.ts'

import { settings } from './config.ts'
import { buildChat } from './service.ts'

const config = parseConfig(settings({ isTerminal: process.stdout.isTTY }), process.env)
if (!config.ok) {
  process.stderr.write(`${describeProblems('chat', config.error)}\n`)
  process.exit(1)
}
const args = process.argv.slice(2)
if (args.length === 0) {
  await runService('chat', config.value, (tools) =>
    buildChat({ config: config.value, now: Date.now, ...tools }),
  )
} else {
  // Only commands need them.
  const { runCommand } = await import('./commands/run-command.ts')
  const log = createLog({ service: 'chat', level: 'warn', format: config.value.logFormat })
  const streams = { output: process.stdout, progress: process.stderr }
  process.exitCode = await runCommand(
    { config: config.value, log, now: Date.now, ...streams },
    args,
  )
}
