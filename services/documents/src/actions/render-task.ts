import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { renderTemplate } from '../docx/template.ts'
import type { CompiledTemplate, RenderOptions, RenderProblem } from '../docx/types.ts'
import { compileSchema, violations, type Violation } from './data-schema.ts'

/** Work that may take long, as a worker thread gets it: everything in it can be cloned. */
export type RenderTask =
  | {
      readonly kind: 'render'
      readonly version: string
      readonly folder: string
      readonly data: unknown
      readonly options: RenderOptions
    }
  | { readonly kind: 'validate'; readonly schema: Uint8Array; readonly data: unknown }

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
      return { kind: 'validated', violations: violations(schema.value, task.data) }
    }
    case 'render': {
      const compiled = compile(task.version, () => readFileSync(join(task.folder, 'template.docx')))
      const rendered = renderTemplate(compiled, task.data, task.options)
      return { kind: 'rendered', result: rendered.ok ? ok(rendered.value) : fail(rendered.error) }
    }
  }
}

function brokenSchema(message: string): Violation {
  return { instancePath: '', schemaPath: '', keyword: 'schema', params: {}, message }
}
