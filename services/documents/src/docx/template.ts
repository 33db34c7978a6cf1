import { fail, type Result } from '@oficina/kit/result.ts'
import type { Language } from '@oficina/words/language.ts'

import { compilePackage } from './compile/compile-package.ts'
import type { CompiledTemplate, CompileOptions } from './compile/compiled-template.ts'
import type { CompiledPackage, Op } from './compile/program.ts'
import { dataShape, type DataShape } from './describe/data-shape.ts'
import { jsonSchema } from './describe/json-schema.ts'
import { sampleObject } from './describe/sample-data.ts'
import { tagTree } from './describe/tag-tree.ts'
import type { TemplateTag } from './describe/tag-tree.ts'
import { packageTextKeys } from './describe/text-keys.ts'
import { DEFAULT_PACKAGE_LIMITS } from './package/package-limits.ts'
import { collectPackageImages } from './render/collect-images.ts'
import type { ImageRequest } from './render/loaded-image.ts'
import type { RenderOptions } from './render/render-options.ts'
import type { RenderProblem } from './render/render-problem.ts'
import { renderPackage } from './render/render.ts'
import type { TemplateProblem } from './tags/template-problem.ts'

// An author fixes a few at a time; a hostile file could cause a million.
const MAX_PROBLEMS = 100

/**
 * Prepares a .docx template for rendering. Never throws and never refuses: what is wrong with the file or its tags is
 * in `problems`.
 * @source docs/contract/documents.md, "POST /templates"; a broken template is stored all the same
 */
export function compileTemplate(bytes: Uint8Array, options: CompileOptions = {}): CompiledTemplate {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const problems: TemplateProblem[] = [...(options.problems ?? [])]
  const compiled = compilePackage(
    archive,
    { ...DEFAULT_PACKAGE_LIMITS, ...options.limits },
    problems,
  )
  if (!compiled.ok) return { problems: [compiled.error], sizeBytes: 0, package: undefined }
  return {
    problems: problems.slice(0, MAX_PROBLEMS),
    sizeBytes: packageBytes(compiled.value),
    package: compiled.value,
  }
}

/**
 * Fills a template with data and gives the bytes of the .docx.
 * @source docs/contract/documents.md, "POST /render"
 */
export function renderTemplate(
  compiled: CompiledTemplate,
  data: unknown,
  options: RenderOptions = {},
): Result<Buffer, RenderProblem> {
  if (compiled.package === undefined || compiled.problems.length > 0) {
    return fail({ kind: 'broken-template', problems: compiled.problems })
  }
  return renderPackage(compiled.package, data, options)
}

/** The image values that a render of this data needs, each once, so that they can be fetched before the render. */
export function collectImages(
  compiled: CompiledTemplate,
  data: unknown,
  options: RenderOptions = {},
): Result<readonly ImageRequest[], RenderProblem> {
  if (compiled.package === undefined || compiled.problems.length > 0) {
    return fail({ kind: 'broken-template', problems: compiled.problems })
  }
  return collectPackageImages(compiled.package, data, options)
}

/** The tags of all parts; sections contain their tags. */
export function listTags(compiled: CompiledTemplate): readonly TemplateTag[] {
  return compiled.package === undefined ? [] : tagTree(compiled.package)
}

/** The keys of translated texts that the tags name. */
export function textKeys(compiled: CompiledTemplate): readonly string[] {
  return compiled.package === undefined ? [] : packageTextKeys(compiled.package)
}

/** A JSON Schema of the data that the tags read, as far as the tags tell; it describes values in this language. */
export function inferSchema(
  compiled: CompiledTemplate,
  language: Language = 'en',
): Record<string, unknown> {
  return jsonSchema(shapeOf(compiled), language)
}

/** Data that fits `inferSchema` and shows every tag once. */
export function sampleData(compiled: CompiledTemplate): Record<string, unknown> {
  return sampleObject(shapeOf(compiled))
}

function shapeOf(compiled: CompiledTemplate): DataShape {
  return compiled.package === undefined
    ? { uses: new Set(), children: new Map() }
    : dataShape(compiled.package)
}

function packageBytes(compiled: CompiledPackage): number {
  const parts = compiled.parts.reduce((sum, part) => sum + opsBytes(part.ops), 0)
  return compiled.prefix.local.length + compiled.prefix.central.length + parts
}

// What a step takes besides its text.
const OP_BYTES = 200

function opsBytes(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => {
    if (op.kind === 'static') return sum + op.text.length + OP_BYTES
    if (op.kind === 'section') return sum + opsBytes(op.body) + opsBytes(op.otherwise) + OP_BYTES
    if (op.kind === 'drop') return sum + opsBytes(op.body) + OP_BYTES
    if (op.kind === 'table') return sum + opsBytes(op.head) + opsBytes(op.rows) + opsBytes(op.tail)
    return sum + OP_BYTES
  }, 0)
}
