import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// Half of a start is compiling; what was compiled is kept for the next one, where the data are. A folder that cannot be
// written only costs that time.
enableCompileCache(join(process.env['DATA_DIR'] ?? '.data', 'cache', 'code'))
// V8 by itself lets the garbage grow to twice what lives before it collects; memory counts for more here.
setFlagsFromString('--heap-growing-percent=20')

// Not before: the cache holds for what is loaded behind it.
const { run } = await import('./run.ts')
await run(process.env, Date.now)
