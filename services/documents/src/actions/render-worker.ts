import { parentPort } from 'node:worker_threads'

import { compileTemplate } from '../docx/template.ts'
import type { CompiledTemplate } from '../docx/types.ts'
import { runTask, type RenderTask } from './render-task.ts'

// A worker serves whatever template comes; a few compiled ones are enough for the common case of the same one again.
const MAX_COMPILED = 20
const compiled = new Map<string, CompiledTemplate>()

function compile(version: string, docx: () => Buffer): CompiledTemplate {
  const known = compiled.get(version)
  if (known !== undefined) return known
  const template = compileTemplate(docx())
  compiled.set(version, template)
  const oldest = compiled.keys().next()
  if (compiled.size > MAX_COMPILED && oldest.done !== true) compiled.delete(oldest.value)
  return template
}

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: RenderTask }) => {
  try {
    parentPort?.postMessage({ id, result: runTask(task, compile) })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : 'unknown' })
  }
})
