import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

import { describeProblems, parseConfig } from '@oficina/kit/config.ts'

import { settings } from './config.ts'

const config = parseConfig(settings(process.stdout.isTTY), process.env)
if (!config.ok) {
  process.stderr.write(`${describeProblems('erp', config.error)}\n`)
  process.exit(1)
}
// Half of a start is compiling; what was compiled is kept for the next one, where the data are. A folder that cannot be
// written only costs that time.
enableCompileCache(join(config.value.dataDir, 'cache', 'code'))
// V8 by itself lets the garbage grow to twice what lives before it collects; memory counts for more here.
setFlagsFromString('--heap-growing-percent=20')

// Not before: the cache holds for what is loaded behind it.
const { run } = await import('./run.ts')
await run(config.value, Date.now)
