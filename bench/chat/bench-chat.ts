import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { environment } from '../documents/report.ts'
import { benchFetch } from './bench-fetch.ts'
import { benchMark } from './bench-mark.ts'
import { benchProcesses } from './bench-processes.ts'
import { benchQueues } from './bench-queues.ts'
import { benchRegister } from './bench-register.ts'
import { benchSend } from './bench-send.ts'
import { benchUploads } from './bench-uploads.ts'
import { startChat } from './chat-under-test.ts'

/** Each part on a server and a database of its own. `npm run bench chat/chat send` runs only that part. */
const PARTS = {
  send: benchSend,
  fetch: benchFetch,
  mark: benchMark,
  queues: benchQueues,
  register: benchRegister,
  uploads: benchUploads,
  processes: benchProcesses,
}

const results: Record<string, unknown> = {}
for (const [name, bench] of Object.entries(PARTS)) {
  if (process.argv.length > 2 && !process.argv.includes(name)) continue
  const chat = await startChat()
  try {
    results[name] = await bench(chat)
    console.log(name, JSON.stringify(results[name], null, 2))
  } finally {
    await chat.stop()
  }
}
if (process.argv.length === 2) {
  const folder = join(import.meta.dirname, '..', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'chat.json'),
    `${JSON.stringify({ ...environment(), results }, null, 2)}\n`,
  )
}
