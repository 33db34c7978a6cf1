import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

import { describeProblems, parseConfig } from '@oficina/kit/config.ts'

import { settings } from './config.ts'

const config = parseConfig(settings({ isTerminal: process.stdout.isTTY }), process.env)
if (!config.ok) {
  process.stderr.write(`${describeProblems('erp', config.error)}\n`)
  process.exit(1)
}
// Half of a start is compiling; compiled code is kept for the next start, in the data directory. A folder that cannot
// be written only costs that time.
enableCompileCache(join(config.value.dataDir, 'cache', 'code'))
// By default V8 lets garbage grow to twice the live memory before it collects; memory is scarcer here.
setFlagsFromString('--heap-growing-percent=20')

// Loaded after that: the cache applies only to what is loaded later.
const { run } = await import('./run.ts')
await run(config.value, Date.now)
