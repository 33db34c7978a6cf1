import { readFileSync } from 'node:fs'

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, object>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

// Zulip's own description of its API at feature level 421.
const TEXT = readFileSync(new URL('../data/zulip-openapi.json', import.meta.url), 'utf8')
const DOCUMENT = asJsonSchema(JSON.parse(TEXT)) as Document

/** OpenAPI 3.0 writes "or null" in a way of its own. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = value as Readonly<Record<string, unknown>>
  const plain = Object.fromEntries(
    Object.entries(rest).map(([name, one]) => [name, asJsonSchema(one)]),
  )
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain
}

const ajv = new Ajv2020({ strict: false, validateSchema: false })
ajv.addSchema({ $id: 'zulip', ...DOCUMENT })
const validators = new Map<string, ValidateFunction>()

/** An error that the document shows by an example. */
export interface DocumentedError {
  readonly operation: string
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> & { readonly msg: string }
}

/** The errors of which Zulip's document shows the whole answer. */
export function documentedErrors(): readonly DocumentedError[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, response]) =>
        examplesOf(response).map((body) => ({
          operation: `${method.toUpperCase()} ${path}`,
          status: Number(status),
          body: body as DocumentedError['body'],
        })),
      ),
    ),
  )
}

/** The examples of errors in a part of the document, behind its references too. */
function examplesOf(part: unknown): readonly object[] {
  if (Array.isArray(part)) return part.flatMap(examplesOf)
  if (typeof part !== 'object' || part === null) return []
  if ('$ref' in part) return examplesOf(referred(String(part.$ref)))
  if ('result' in part && part.result === 'error') return [part]
  return Object.values(part).flatMap(examplesOf)
}

function referred(pointer: string): unknown {
  const steps = pointer.slice(2).split('/')
  const names = steps.map((step) =>
    decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'),
  )
  // Whatever stands in a JSON document can be looked into by name.
  return names.reduce<unknown>(
    (at, name) => (at as Readonly<Record<string, unknown>>)[name],
    DOCUMENT,
  )
}

/** The operations that Zulip's document describes, as `GET /messages`. */
export function zulipOperations(): readonly string[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

const PATTERNS = Object.keys(DOCUMENT.paths)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    weight: path.replaceAll(/\{[^}]+\}/g, '').length,
  }))
  .toSorted((a, b) => b.weight - a.weight)

/**
 * Checks a success answer against Zulip's own description of the operation.
 * @throws Error naming what does not fit
 */
export function checkAgainstZulip(method: string, path: string, body: unknown): void {
  const found = PATTERNS.find(
    ({ pattern, path: named }) =>
      pattern.test(path) && DOCUMENT.paths[named]?.[method.toLowerCase()] !== undefined,
  )
  if (found === undefined) return
  const key = `${method} ${found.path}`
  let validate = validators.get(key)
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `zulip#${answerPointer(method.toLowerCase(), found.path)}` })
    validators.set(key, validate)
  }
  if (validate(body)) return
  throw new Error(
    `${key} does not answer as Zulip's document says: ${JSON.stringify(validate.errors)}`,
  )
}

/** Where the schema of an operation's success answer stands; many operations share one answer. */
function answerPointer(method: string, path: string): string {
  const answer = DOCUMENT.paths[path]?.[method]?.responses['200'] ?? {}
  const encoded = path
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D')
  const place =
    '$ref' in answer ? String(answer.$ref).slice(1) : `/paths/${encoded}/${method}/responses/200`
  return `${place}/content/application~1json/schema`
}
