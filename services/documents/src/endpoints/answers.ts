import type { JsonSchema } from '@oficina/api/kind.ts'

import { slug } from './kinds.ts'

export const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const FAILURE: JsonSchema = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', pattern: '^[A-Z_]+$' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
}

/** The error schema for each of the statuses, and for 500. */
export function failures(statuses: readonly number[]): Readonly<Record<number, JsonSchema>> {
  return Object.fromEntries([500, ...statuses].map((status) => [status, FAILURE]))
}

/** A file as an answer, with one of several media types. */
export function file(description: string, ...types: readonly string[]): JsonSchema {
  const binary = { schema: { type: 'string', format: 'binary' } }
  return { description, content: Object.fromEntries(types.map((type) => [type, binary])) }
}

/** An answer without a body. */
export function empty(description: string): JsonSchema {
  return { type: 'null', description }
}

const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['part', 'paragraph', 'tag', 'message'],
  properties: {
    part: { type: 'string' },
    paragraph: { type: 'integer' },
    tag: { type: 'string' },
    message: { type: 'string' },
  },
}

/** What a template asks for. */
export const TAGS: Readonly<Record<string, JsonSchema>> = {
  problems: { type: 'array', items: PROBLEM },
  tags: { type: 'array', items: { type: 'object' } },
  schema: { type: 'object' },
  sample: { type: 'object' },
}

const SUMMARY_FIELDS = {
  slug: slug.schema,
  sizeBytes: { type: 'integer', minimum: 0 },
  updatedAt: { type: 'string', format: 'date-time' },
  hasSchema: { type: 'boolean' },
}

/** A template in a list. */
export const SUMMARY: JsonSchema = {
  type: 'object',
  required: ['slug', 'sizeBytes', 'updatedAt', 'hasSchema'],
  additionalProperties: false,
  properties: SUMMARY_FIELDS,
}

/** The keys that a locale has no text for, by locale. */
export const UNTRANSLATED: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
}

/** A template that was just stored, with the problems that its author may fix. */
export const STORED: JsonSchema = {
  ...SUMMARY,
  properties: {
    ...SUMMARY_FIELDS,
    problems: { type: 'array', minItems: 1, items: PROBLEM },
    untranslated: UNTRANSLATED,
  },
}
