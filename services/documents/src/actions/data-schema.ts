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

/** Compiles a JSON Schema file; the error says what is wrong with it. Remote references are never loaded. */
export function compileSchema(bytes: Buffer): Result<ValidateFunction, string> {
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
    return '$async' in validate ? fail('must not be asynchronous ($async)') : ok(validate)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : 'it cannot be compiled'
    return fail(`is not a valid JSON Schema: ${reason}`)
  }
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
export function violations(validate: ValidateFunction, data: unknown): readonly Violation[] {
  if (validate(data)) return []
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

/** Whether validation may take long: a pattern can be made to run for ever on the right text. */
export function mayBeSlow(schema: Buffer): boolean {
  return /"(?:pattern|patternProperties|format|uniqueItems)"/.test(schema.toString('utf8'))
}
