import { describeProblems, parseConfig } from '@oficina/kit/config.ts'
import { runService } from '@oficina/kit/service-process.ts'

import { settings } from './config.ts'
import { buildChat } from './service.ts'

const config = parseConfig(settings({ isTerminal: process.stdout.isTTY }), process.env)
if (!config.ok) {
  process.stderr.write(`${describeProblems('chat', config.error)}\n`)
  process.exit(1)
}
await runService('chat', config.value, (tools) =>
  buildChat({ config: config.value, now: Date.now, ...tools }),
)
