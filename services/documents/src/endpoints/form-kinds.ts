import type { JsonSchema, Kind, Place } from '@oficina/api/kind.ts'

import { MAX_SCHEMA_BYTES } from '../actions/data-schema.ts'
import { MAX_TRANSLATIONS_BYTES, parseTranslations } from '../actions/translations.ts'
import { invalidInput } from '../errors.ts'
import type { JsonBody } from '../http/context.ts'
import { parseJsonBody } from '../http/json-body.ts'
import type { FormPart } from '../http/multipart-form.ts'

function partKind<T>(schema: JsonSchema, read: (part: FormPart, place: Place) => T): Kind<T> {
  // The form reader returns only parts.
  return { isRaw: true, schema, check: (value, place) => read(value as FormPart, place) }
}

/** The text of a part. */
export function textPart<T>(kind: Kind<T>): Kind<T> {
  return partKind(kind.schema, ({ bytes }, path) => kind.check(bytes.toString('utf8'), path))
}

const BINARY = { type: 'string', format: 'binary' }

export const docxPart: Kind<Buffer> = partKind(
  { ...BINARY, description: 'The .docx.' },
  ({ kind, bytes }, path) => {
    if (kind === 'file') return bytes
    throw invalidInput([{ path, message: 'must be a file' }])
  },
)

/** A JSON Schema, as a file or as text; whether it is valid is checked later. */
export const schemaPart: Kind<Buffer> = partKind(
  { ...BINARY, description: 'A JSON Schema that render data must fit.' },
  ({ bytes }, path) => {
    if (bytes.length <= MAX_SCHEMA_BYTES) return bytes
    throw invalidInput([{ path, message: `must have at most ${MAX_SCHEMA_BYTES} bytes` }])
  },
)

/** The texts of a template, by locale and key. */
export const translationsPart: Kind<Buffer> = partKind(
  { ...BINARY, description: 'A JSON of texts by locale: {"es-MX": {"total": "Total"}}.' },
  ({ bytes }, path) => {
    if (bytes.length > MAX_TRANSLATIONS_BYTES)
      throw invalidInput([{ path, message: `must have at most ${MAX_TRANSLATIONS_BYTES} bytes` }])
    const parsed = parseTranslations(bytes)
    if (!parsed.ok) throw invalidInput(parsed.error)
    return bytes
  },
)

export const flagPart: Kind<boolean> = partKind(
  { type: 'string', enum: ['true', 'false'] },
  ({ bytes }, path) => {
    const text = bytes.toString('utf8')
    if (text === 'true' || text === 'false') return text === 'true'
    throw invalidInput([{ path, message: 'must be true or false' }])
  },
)

/** JSON of a schema, as a text or a file; who reads its fields reports them. */
export function jsonPart(schema: JsonSchema): Kind<JsonBody> {
  return partKind(schema, ({ bytes }) => parseJsonBody(bytes))
}
