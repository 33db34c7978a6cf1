import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type {
  CompiledTemplate,
  CompileOptions,
  ImageRequest,
  RenderOptions,
  RenderProblem,
  TemplateTag,
} from './types.ts'

/**
 * Makes a .docx template ready to be rendered. Never throws and never refuses: what is wrong with the file
 * or its tags stands in `problems`.
 * @source docs/contract/documents.md, "POST /templates"; a broken template is stored all the same
 */
export function compileTemplate(bytes: Uint8Array, options: CompileOptions = {}): CompiledTemplate {
  void options
  return { problems: [], sizeBytes: bytes.length, package: undefined }
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
  void data
  void options
  return fail({ kind: 'broken-template', problems: compiled.problems })
}

/** The image values that a render of this data needs, each once, so that they can be fetched before the render. */
export function collectImages(
  compiled: CompiledTemplate,
  data: unknown,
  options: RenderOptions = {},
): Result<readonly ImageRequest[], RenderProblem> {
  void compiled
  void data
  void options
  return ok([])
}

/** The tags of all parts, sections with their tags inside. */
export function listTags(compiled: CompiledTemplate): readonly TemplateTag[] {
  void compiled
  return []
}

/** A JSON Schema of the data that the tags read, as far as they tell. */
export function inferSchema(compiled: CompiledTemplate): Record<string, unknown> {
  void compiled
  return { type: 'object' }
}

/** Data that fits `inferSchema` and shows every tag once. */
export function sampleData(compiled: CompiledTemplate): Record<string, unknown> {
  void compiled
  return {}
}
