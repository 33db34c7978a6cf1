import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** The fields that the contract promises of a violation. */
export type Violation = Pick<
  ErrorObject,
  'instancePath' | 'schemaPath' | 'keyword' | 'params' | 'message'
>

export const MAX_SCHEMA_BYTES = 256 * 1024
const MAX_VIOLATIONS = 1_000
const SMALL_SCHEMA_BYTES = 16 * 1024
const UNBOUNDED: ReadonlySet<string> = new Set([
  'pattern',
  'patternProperties',
  'format',
  'uniqueItems',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
])

/** A schema that can validate data. */
export interface CompiledSchema {
  readonly validate: ValidateFunction
  /** Whether its work is bounded by its size and that of the data, whatever they hold. */
  readonly isQuick: boolean
}

/** Compiles a JSON Schema file; the error says what is wrong with it. Remote references are never loaded. */
export function compileSchema(bytes: Buffer): Result<CompiledSchema, string> {
  const parsed = parse(bytes)
  if (!parsed.ok) return parsed
  const schema = parsed.value
  if (
    typeof schema !== 'boolean' &&
    (typeof schema !== 'object' || schema === null || Array.isArray(schema))
  ) {
    return fail('must be a JSON Schema: an object, or true or false')
  }
  try {
    const ajv = validatorFor(schema)
    const validate = ajv.compile(schema)
    if ('$async' in validate) return fail('must not be asynchronous ($async)')
    return ok({ validate, isQuick: isSmallSchema(bytes) && !hasUnboundedWord(schema) })
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : 'it cannot be compiled'
    return fail(`is not a valid JSON Schema: ${reason}`)
  }
}

/** Whether a schema is compiled in a moment; one of the largest size takes a second. */
export function isSmallSchema(bytes: Uint8Array): boolean {
  return bytes.length <= SMALL_SCHEMA_BYTES
}

/**
 * Whether a schema holds a word that lets a small one run for ever: a pattern that is tried in very many ways, a list
 * whose items are compared each with each, references that double at every level or lead back to themselves.
 */
function hasUnboundedWord(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(
    ([word, value]) => UNBOUNDED.has(word) || hasUnboundedWord(value),
  )
}

function parse(bytes: Buffer): Result<unknown, string> {
  try {
    return ok(JSON.parse(bytes.toString('utf8').replace(/^\u{feff}/u, '')))
  } catch {
    return fail('is not valid JSON')
  }
}

/** The validator of the draft that the schema names; draft 7 when it names none. */
function validatorFor(schema: object | boolean): Ajv {
  const draft = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : ''
  const options = { allErrors: true, strict: false, validateFormats: true, logger: false as const }
  const ajv = draft.includes('2020-12')
    ? new Ajv2020(options)
    : draft.includes('2019-09')
      ? new Ajv2019(options)
      : new Ajv(options)
  formats.default(ajv)
  return ajv
}

/** What of the data the schema does not allow; empty when all is well. */
export function violations({ validate }: CompiledSchema, data: unknown): readonly Violation[] {
  try {
    if (validate(data)) return []
  } catch (error) {
    // The stack is full: the schema refers to itself without end.
    if (error instanceof RangeError)
      return [violation('$ref', 'the schema refers to itself without end')]
    throw error
  }
  return (validate.errors ?? [])
    .slice(0, MAX_VIOLATIONS)
    .map(({ instancePath, schemaPath, keyword, params, message }) => ({
      instancePath,
      schemaPath,
      keyword,
      params,
      ...(message === undefined ? {} : { message }),
    }))
}

/** A violation that no word of the schema stands for. */
export function violation(keyword: string, message: string): Violation {
  return { instancePath: '', schemaPath: '', keyword, params: {}, message }
}
