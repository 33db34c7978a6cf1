import { parentPort } from 'node:worker_threads'

import { RecentMap } from '@oficina/kit/recent-map.ts'

import { compileTemplate } from '../docx/template.ts'
import { compileSchema } from './data-schema.ts'
import { runTask, type Compilers, type Task } from './task.ts'

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

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: Task }) => {
  try {
    const onPrepared = () => parentPort?.postMessage({ id, isPrepared: true })
    parentPort?.postMessage({ id, result: runTask(task, compilers, onPrepared) })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : 'unknown' })
  }
})
