import type { JsonSchema, Kind, Place } from '@oficina/api/kind.ts'

import { MAX_SCHEMA_BYTES } from '../actions/data-schema.ts'
import { MAX_TRANSLATIONS_BYTES, parseTranslations } from '../actions/translations.ts'
import { invalidInput } from '../errors.ts'
import type { JsonBody } from '../http/context.ts'
import { parseJsonBody } from '../http/json-body.ts'
import type { FormPart } from '../http/multipart-form.ts'
import { say } from '../messages/say.ts'

function partKind<T>(schema: JsonSchema, read: (part: FormPart, place: Place) => T): Kind<T> {
  // The form reader returns only parts.
  return { isRaw: true, schema, check: (value, place) => read(value as FormPart, place) }
}

/** The text of a part. */
export function textPart<T>(kind: Kind<T>): Kind<T> {
  return partKind(kind.schema, ({ bytes }, path) => kind.check(bytes.toString('utf8'), path))
}

const BINARY = { type: 'string', format: 'binary' }

/** A file with the name that its sender gave it. */
export function filePart(description: string): Kind<FormFile> {
  return partKind({ ...BINARY, description }, ({ kind, bytes, filename }, path) => {
    if (kind === 'file') return { bytes, filename }
    throw invalidInput([{ path, message: 'must be a file' }])
  })
}

interface FormFile {
  readonly bytes: Buffer
  readonly filename: string | undefined
}

const docx = filePart('The .docx.')
export const docxPart: Kind<Buffer> = {
  ...docx,
  check: (value, path) => docx.check(value, path).bytes,
}

/** A part whose text is JSON. */
export function jsonPart<T>(kind: Kind<T>): Kind<T> {
  return partKind({ type: 'string', description: 'JSON.' }, ({ bytes }, path) => {
    try {
      return kind.check(JSON.parse(bytes.toString('utf8')), path)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw invalidInput([{ path, message: 'must be JSON' }])
    }
  })
}

/** A JSON Schema, as a file or as text; whether it is valid is checked later. */
export const schemaPart: Kind<Buffer> = partKind(
  { ...BINARY, description: 'A JSON Schema that render data must fit.' },
  ({ bytes }, path) => {
    if (bytes.length <= MAX_SCHEMA_BYTES) return bytes
    throw invalidInput([
      { path, message: say('must have at most %{max} bytes', { max: MAX_SCHEMA_BYTES }) },
    ])
  },
)

/** The texts of a template, by locale and key. */
export const translationsPart: Kind<Buffer> = partKind(
  { ...BINARY, description: 'A JSON of texts by locale: {"es-MX": {"total": "Total"}}.' },
  ({ bytes }, path) => {
    if (bytes.length > MAX_TRANSLATIONS_BYTES)
      throw invalidInput([
        { path, message: say('must have at most %{max} bytes', { max: MAX_TRANSLATIONS_BYTES }) },
      ])
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
export function bodyPart(schema: JsonSchema): Kind<JsonBody> {
  return partKind(schema, ({ bytes }) => parseJsonBody(bytes))
}
