import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { Language } from '@oficina/words/language.ts'

import { say, tell, type Told } from '../messages/say.ts'
import { ruleBroken } from './rule-broken.ts'

/** The fields of a violation that the contract promises. */
export type Violation = Pick<ErrorObject, 'instancePath' | 'schemaPath' | 'keyword' | 'params'> & {
  readonly message?: Told
}

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

interface Draft {
  readonly name: string
  /** Keeps the compiled meta-schema, which takes ten times as long as a schema of a few properties. */
  readonly checker: Ajv
  /** A new one for each schema, so that one schema cannot refer to another's names. */
  readonly validator: () => Ajv
}

const DRAFT_7 = draft('draft-07', (options) => new Ajv(options))
const DRAFTS: readonly Draft[] = [
  draft('2020-12', (options) => new Ajv2020(options)),
  draft('2019-09', (options) => new Ajv2019(options)),
]

/** A schema that can validate data. */
export interface CompiledSchema {
  readonly validate: ValidateFunction
  /** Whether validating takes time bounded by the size of schema and data, whatever they hold. */
  readonly isQuick: boolean
}

/** Compiles a JSON Schema file; the error says what is wrong with it. Remote references are never loaded. */
export function compileSchema(bytes: Buffer): Result<CompiledSchema, Told> {
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
    const { checker, validator } = draftOf(schema)
    // Throws at once; a promise could only come from an asynchronous schema, which a schema file may declare.
    void checker.validateSchema(schema, true)
    const validate = validator().compile(schema)
    if ('$async' in validate) return fail('must not be asynchronous ($async)')
    return ok({ validate, isQuick: isSmallSchema(bytes) && !hasUnboundedWord(schema) })
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 300) : say('it cannot be compiled')
    return fail(say('is not a valid JSON Schema: %{why}', { why }))
  }
}

/** Whether a schema compiles in a moment; one of the largest size takes a second. */
export function isSmallSchema(bytes: Uint8Array): boolean {
  return bytes.length <= SMALL_SCHEMA_BYTES
}

/**
 * Whether a schema holds a keyword that can make even a small one run for ever: a pattern that backtracks, a list whose
 * items are compared pairwise, references that double at every level or refer back to themselves.
 */
function hasUnboundedWord(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return Object.entries(schema).some(
    ([word, value]) => UNBOUNDED.has(word) || hasUnboundedWord(value),
  )
}

function parse(bytes: Buffer): Result<unknown, Told> {
  try {
    return ok(JSON.parse(bytes.toString('utf8').replace(/^\u{feff}/u, '')))
  } catch {
    return fail('is not valid JSON')
  }
}

/** The draft that the schema names; draft 7 when it names none. */
function draftOf(schema: object | boolean): Draft {
  const named = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : ''
  return DRAFTS.find(({ name }) => named.includes(name)) ?? DRAFT_7
}

function draft(name: string, make: (options: Options) => Ajv): Draft {
  const options: Options = {
    allErrors: true,
    strict: false,
    validateFormats: true,
    logger: false,
    // The validator of the draft reports it.
    validateSchema: false,
  }
  const validator = () => {
    const ajv = make(options)
    formats.default(ajv)
    return ajv
  }
  return { name, validator, checker: validator() }
}

/** What of the data the schema does not allow; empty when everything is valid. */
export function violations({ validate }: CompiledSchema, data: unknown): readonly Violation[] {
  try {
    if (validate(data)) return []
  } catch (error) {
    // The stack is full: the schema refers to itself endlessly.
    if (error instanceof RangeError)
      return [violation('$ref', 'the schema refers to itself endlessly')]
    throw error
  }
  return (validate.errors ?? [])
    .slice(0, MAX_VIOLATIONS)
    .map(({ instancePath, schemaPath, keyword, params, message }) => ({
      instancePath,
      schemaPath,
      keyword,
      params,
      ...(message === undefined ? {} : { message: ruleBroken(keyword, params, message) }),
    }))
}

/** A violation as answers have it. */
export function violationIn(language: Language) {
  return ({ message, ...violated }: Violation): object =>
    message === undefined ? violated : { ...violated, message: tell(message, language) }
}

/** A violation that no keyword of the schema stands for. */
export function violation(keyword: string, message: Told): Violation {
  return { instancePath: '', schemaPath: '', keyword, params: {}, message }
}
