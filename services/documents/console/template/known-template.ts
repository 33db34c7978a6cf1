import type { Field } from '../data/fields.ts'
import type { Template, TemplateTags } from '../templates/template-api.ts'

/** What a template's page knows of it. */
export interface KnownTemplate {
  readonly template: Template
  readonly tags: TemplateTags
  readonly fields: readonly Field[]
}
