import type { CompiledTemplate } from '../docx/compile/compiled-template.ts'
import { inferSchema, listTags, sampleData } from '../docx/template.ts'

/** What a template asks for, as answers tell it. */
export function tagsOf(compiled: CompiledTemplate) {
  return {
    problems: compiled.problems,
    tags: listTags(compiled),
    schema: inferSchema(compiled),
    sample: sampleData(compiled),
  }
}
