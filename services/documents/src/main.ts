import { runService } from '@oficina/http/service-process.ts'
import { describeProblems, parseConfig } from '@oficina/kit/config.ts'
import { natsProblems } from '@oficina/nats/nats-settings.ts'
import { bucketAddress } from '@oficina/objects/bucket-settings.ts'
import { withTraces } from '@oficina/traces/with-traces.ts'

import { settings } from './config.ts'
import { buildDocuments } from './service.ts'

const config = parseConfig(settings({ isTerminal: process.stdout.isTTY }), process.env)
if (!config.ok) {
  process.stderr.write(`${describeProblems('documents', config.error)}\n`)
  process.exit(1)
}
const bucket = bucketAddress(config.value)
const problems = [...natsProblems(config.value), ...(bucket.ok ? [] : bucket.error)]
if (!bucket.ok || problems.length > 0) {
  process.stderr.write(`${describeProblems('documents', problems)}\n`)
  process.exit(1)
}
await runService('documents', config.value, (tools) =>
  withTraces('documents', config.value, tools.log, () =>
    buildDocuments({
      config: { ...config.value, bucket: bucket.value },
      now: Date.now,
      ...tools,
    }),
  ),
)
