import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { renderTemplate } from '../docx/template.ts'
import type { CompiledTemplate, RenderOptions, RenderProblem } from '../docx/types.ts'
import { compileSchema, violations, type Violation } from './data-schema.ts'

/** The data of a task: itself, or the bytes of a JSON object that holds it as `data`. */
export type DataSource =
  | { readonly kind: 'value'; readonly data: unknown }
  | { readonly kind: 'json'; readonly json: Uint8Array }

/** Work that may take long, as a worker thread gets it: everything in it can be cloned. */
export type RenderTask =
  | {
      readonly kind: 'render'
      readonly version: string
      readonly folder: string
      readonly source: DataSource
      readonly options: RenderOptions
    }
  | { readonly kind: 'validate'; readonly schema: Uint8Array; readonly source: DataSource }

export type TaskResult =
  | { readonly kind: 'rendered'; readonly result: Result<Uint8Array, RenderProblem> }
  | { readonly kind: 'validated'; readonly violations: readonly Violation[] }

export type Compile = (version: string, docx: () => Buffer) => CompiledTemplate

/** Does one task, in whatever thread it is called. */
export function runTask(task: RenderTask, compile: Compile): TaskResult {
  switch (task.kind) {
    case 'validate': {
      const schema = compileSchema(Buffer.from(task.schema))
      // It was checked when it was stored; one that a person put there since is answered as a violation.
      if (!schema.ok) return { kind: 'validated', violations: [brokenSchema(schema.error)] }
      return { kind: 'validated', violations: violations(schema.value, dataOf(task.source)) }
    }
    case 'render': {
      const compiled = compile(task.version, () => readFileSync(join(task.folder, 'template.docx')))
      const rendered = renderTemplate(compiled, dataOf(task.source), task.options)
      return { kind: 'rendered', result: rendered.ok ? ok(rendered.value) : fail(rendered.error) }
    }
  }
}

function dataOf(source: DataSource): unknown {
  if (source.kind === 'value') return source.data
  // The main thread has parsed these bytes already and found an object with data in it.
  const text = Buffer.from(source.json)
    .toString('utf8')
    .replace(/^\u{feff}/u, '')
  return (JSON.parse(text) as { readonly data: unknown }).data
}

function brokenSchema(message: string): Violation {
  return { instancePath: '', schemaPath: '', keyword: 'schema', params: {}, message }
}
