import type { JsonObject } from '../templates/template-api.ts'
import type { Field } from './fields.ts'

/** Data that shows every field: the service's own sample where it fits the field's kind. */
export function sampleOf(fields: readonly Field[], given: JsonObject): JsonObject {
  return Object.fromEntries(
    fields.map((field) => [field.name, sampleValue(field, given[field.name])]),
  )
}

const SAMPLE_ROWS = 2

function sampleValue(field: Field, given: unknown): unknown {
  const { kind, choices, fields, label } = field
  switch (kind) {
    case 'number':
      return typeof given === 'number' ? given : 1234.5
    case 'boolean':
      return true
    case 'choice':
      return choices[0]
    case 'object':
      return sampleOf(fields, objectOf(given))
    case 'list': {
      const [first] = Array.isArray(given) ? (given as unknown[]) : []
      return Array.from({ length: SAMPLE_ROWS }, () => sampleOf(fields, objectOf(first)))
    }
    case 'texts':
      return Array.isArray(given) ? given : [`${label} 1`, `${label} 2`]
    case 'date':
      return typeof given === 'string' ? given : '2026-01-31'
    case 'rich':
    case 'text':
      return typeof given === 'string' && given !== field.name ? given : label
    case 'formatted':
    case 'image':
    case 'json':
      return given
  }
}

function objectOf(value: unknown): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : {}
}
