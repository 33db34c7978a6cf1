import { parentPort } from 'node:worker_threads'

import { RecentMap } from '@oficina/kit/recent-map.ts'

import { compileTemplate } from '../docx/template.ts'
import { compileSchema } from './data-schema.ts'
import { runTask, type Compilers, type Task, type TaskResult } from './task.ts'

// A worker serves any template; a few compiled ones are enough for the common case of the same template again.
const MAX_KEPT = 20

const compilers: Compilers = {
  template: keeping(compileTemplate),
  schema: keeping(compileSchema),
}

function keeping<T>(make: (bytes: Buffer) => T): (version: string, read: () => Buffer) => T {
  const kept = new RecentMap<string, T>(MAX_KEPT)
  return (version, read) => {
    const known = kept.get(version)
    if (known !== undefined) return known
    const made = make(read())
    kept.set(version, made)
    return made
  }
}

/** One task, whose answer is its result; or several at once, whose answer is all their results. */
type Message = { readonly task: Task } | { readonly tasks: readonly Task[] }

parentPort?.on('message', (message: Message) => {
  try {
    if ('tasks' in message) {
      const results = message.tasks.map((task) => runTask(task, compilers, () => undefined))
      parentPort?.postMessage({ results }, results.flatMap(ownBytes))
      return
    }
    const result = runTask(message.task, compilers, onPrepared)
    parentPort?.postMessage({ result }, ownBytes(result))
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : 'unknown' })
  }
})

function onPrepared(): void {
  parentPort?.postMessage({ isPrepared: true })
}

/** The memory of a document that nothing else here uses: it is handed over instead of copied. */
function ownBytes(result: TaskResult): ArrayBuffer[] {
  if (result.kind !== 'rendered' || !result.result.ok) return []
  const { buffer, byteLength } = result.result.value
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
