import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { CompiledTemplate } from '../docx/compile/compiled-template.ts'
import type { ImageRequest } from '../docx/render/loaded-image.ts'
import type { RenderOptions } from '../docx/render/render-options.ts'
import type { RenderProblem } from '../docx/render/render-problem.ts'
import { collectImages, renderTemplate } from '../docx/template.ts'
import type { Told } from '../messages/say.ts'
import type { OfficeFormat } from '../office/office-format.ts'
import {
  compileSchema,
  violation,
  violations,
  type CompiledSchema,
  type Violation,
} from './data-schema.ts'
import { harmlessCopy } from './harmless-copy.ts'

/** The data of a task: itself, or the bytes of a JSON object that holds it as `data`. */
export type DataSource =
  | { readonly kind: 'value'; readonly data: unknown }
  | { readonly kind: 'json'; readonly json: Uint8Array }

/** Work that may take long, in the form that a worker thread gets: everything in it can be cloned. */
export type Task =
  | {
      /** To render a document, or to find the images that it needs. */
      readonly kind: 'render' | 'find-images'
      readonly version: string
      readonly folder: string
      /** The template with those that it includes; without it, the file in the folder. */
      readonly docx?: Uint8Array
      readonly source: DataSource
      readonly options: RenderOptions
    }
  | {
      readonly kind: 'validate'
      readonly version: string
      readonly folder: string
      readonly source: DataSource
    }
  | { readonly kind: 'check-schema'; readonly schema: Uint8Array }
  | { readonly kind: 'harmless-copy'; readonly file: Uint8Array; readonly format: OfficeFormat }

export type TaskResult =
  | { readonly kind: 'rendered'; readonly result: Result<Uint8Array, RenderProblem> }
  | {
      readonly kind: 'found-images'
      readonly result: Result<readonly ImageRequest[], RenderProblem>
    }
  | { readonly kind: 'validated'; readonly violations: readonly Violation[] }
  | { readonly kind: 'checked'; readonly problem: Told | undefined }
  | { readonly kind: 'copied'; readonly result: Result<Uint8Array, string> }
  /** The version has been replaced and removed since it was found. */
  | { readonly kind: 'gone' }

/** What a thread keeps from task to task, by the version it was made from. */
export interface Compilers {
  template(version: string, docx: () => Buffer): CompiledTemplate
  schema(version: string, bytes: () => Buffer): Result<CompiledSchema, Told>
}

/** Runs one task in the current thread; `onPrepared` is called between compiling a schema and using it. */
export function runTask(task: Task, compilers: Compilers, onPrepared: () => void): TaskResult {
  try {
    return doTask(task, compilers, onPrepared)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { kind: 'gone' }
    }
    throw error
  }
}

function doTask(task: Task, compilers: Compilers, onPrepared: () => void): TaskResult {
  switch (task.kind) {
    case 'check-schema': {
      const schema = compileSchema(Buffer.from(task.schema))
      return { kind: 'checked', problem: schema.ok ? undefined : schema.error }
    }
    case 'harmless-copy': {
      const { buffer, byteOffset, byteLength } = task.file
      const file = Buffer.from(buffer, byteOffset, byteLength)
      return { kind: 'copied', result: harmlessCopy(file, task.format) }
    }
    case 'validate': {
      const path = join(task.folder, 'schema.json')
      const schema = compilers.schema(task.version, () => readFileSync(path))
      // The schema was checked when it was stored; a bad one that a person put there since is reported as a violation.
      if (!schema.ok) return { kind: 'validated', violations: [violation('schema', schema.error)] }
      onPrepared()
      return { kind: 'validated', violations: violations(schema.value, dataOf(task.source)) }
    }
    case 'render':
    case 'find-images': {
      const path = join(task.folder, 'template.docx')
      const read = () => (task.docx === undefined ? readFileSync(path) : Buffer.from(task.docx))
      const compiled = compilers.template(task.version, read)
      if (task.kind === 'find-images') {
        const result = collectImages(compiled, dataOf(task.source), task.options)
        return { kind: 'found-images', result }
      }
      const rendered = renderTemplate(compiled, dataOf(task.source), task.options)
      return { kind: 'rendered', result: rendered.ok ? ok(rendered.value) : fail(rendered.error) }
    }
  }
}

function dataOf(source: DataSource): unknown {
  if (source.kind === 'value') return source.data
  // The main thread has already parsed these bytes and found an object with data in it.
  const text = Buffer.from(source.json)
    .toString('utf8')
    .replace(/^\u{feff}/u, '')
  return (JSON.parse(text) as { readonly data: unknown }).data
}
