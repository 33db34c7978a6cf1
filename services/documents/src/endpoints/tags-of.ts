import type { Language } from '@oficina/words/language.ts'

import type { CompiledTemplate } from '../docx/compile/compiled-template.ts'
import { problemIn } from '../docx/tags/template-problem.ts'
import { inferSchema, listTags, sampleData } from '../docx/template.ts'

/** What a template asks for, as answers tell it, in a language. */
export function tagsOf(compiled: CompiledTemplate, language: Language) {
  return {
    problems: compiled.problems.map(problemIn(language)),
    tags: listTags(compiled),
    schema: inferSchema(compiled, language),
    sample: sampleData(compiled),
  }
}
