import { fieldsOf } from '../data/fields.ts'
import { ApiFailure } from '../session/api.ts'
import { readSchema, readTags, type JsonObject } from '../templates/template-api.ts'
import { loadTemplates } from '../templates/template-list.ts'
import type { KnownTemplate } from './known-template.ts'

/** A template with its tags and its schema; undefined when there is none of this name. @throws ApiFailure */
export async function loadTemplate(
  slug: string,
  signal: AbortSignal,
): Promise<KnownTemplate | undefined> {
  const all = await loadTemplates(signal)
  const template = all.find((one) => one.slug === slug)
  if (template === undefined) return undefined
  const [tags, schema] = await Promise.all([
    readTags(slug, signal),
    template.hasSchema ? readSchema(slug, signal).catch(withoutSchema) : undefined,
  ])
  const fields = fieldsOf(tags.schema, tags.tags, schemaOf(schema))
  return { template, tags, fields }
}

/** Somebody took it away meanwhile. */
function withoutSchema(error: unknown): undefined {
  if (error instanceof ApiFailure && error.status === 404) return undefined
  throw error
}

function schemaOf(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined
  const schema: unknown = JSON.parse(text)
  return typeof schema === 'object' && schema !== null ? (schema as JsonObject) : undefined
}
