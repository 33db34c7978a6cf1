import formats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** One answer as a test client saw it. */
export interface Answer {
  readonly method: string
  /** The path without its query. */
  readonly path: string
  readonly status: number
  readonly contentType: string | undefined
  readonly body: unknown
}

interface Operation {
  readonly responses?: Readonly<Record<string, ResponseObject>>
}

interface ResponseObject {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: object
}

/** Checks answers against an OpenAPI document; each failure names what the document does not allow. */
export type OpenApiCheck = (answer: Answer) => void

/**
 * A check of answers against the document: the operation exists, names the status, names the content type, and a JSON
 * body fits its schema. Answers of paths that no operation has are let through when they are errors (404, 405).
 */
export function openApiCheck(document: OpenApiDocument, prefix = ''): OpenApiCheck {
  // One test of each service validates the document as a whole, instead of each of two hundred processes.
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components: document.components ?? {} })
  const routes = Object.entries(document.paths ?? {}).map(([path, operations]) => ({
    pattern: pathPattern(prefix + path),
    specificity: path.replaceAll(/\{[^}]+\}/g, '').length,
    path,
    operations,
  }))
  routes.sort((a, b) => b.specificity - a.specificity)
  const validators = new Map<object, ValidateFunction>()
  return (answer) => {
    const route = routes.find(
      ({ pattern, operations }) =>
        pattern.test(answer.path) && operations[answer.method.toLowerCase()] !== undefined,
    )
    if (route === undefined) return rejectUnlessError(answer)
    // An operation of a document that the service generated from its routes.
    const operation = route.operations[answer.method.toLowerCase()] as Operation
    const responses = operation.responses ?? {}
    const response =
      responses[answer.status] ?? responses[`${String(answer.status)[0]}XX`] ?? responses['default']
    if (response === undefined) {
      throw new Error(
        `${describe(answer)}: the OpenAPI document names no such status for ${route.path}`,
      )
    }
    checkBody(answer, response, (schema) => compile(ajv, validators, schema))
  }
}

function rejectUnlessError(answer: Answer): void {
  if (answer.status < 400) {
    throw new Error(`${describe(answer)}: the OpenAPI document has no such operation`)
  }
}

function checkBody(
  answer: Answer,
  response: ResponseObject,
  validator: (schema: object) => ValidateFunction,
): void {
  const content = response.content
  if (content === undefined || answer.contentType === undefined) return
  const type = answer.contentType.split(';')[0]?.trim() ?? ''
  const media = content[type] ?? content['*/*']
  if (media === undefined) {
    throw new Error(`${describe(answer)}: content type ${type} is not in the OpenAPI document`)
  }
  if (media.schema === undefined || !type.endsWith('json')) return
  const validate = validator(media.schema)
  if (!validate(answer.body)) {
    throw new Error(
      `${describe(answer)}: the body differs from the OpenAPI document: ${JSON.stringify(validate.errors)}`,
    )
  }
}

function compile(
  ajv: Ajv2020,
  validators: Map<object, ValidateFunction>,
  schema: object,
): ValidateFunction {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  const parsed: unknown = JSON.parse(text)
  const validate = ajv.compile(isObject(parsed) ? parsed : {})
  validators.set(schema, validate)
  return validate
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function pathPattern(path: string): RegExp {
  const source = path
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return new RegExp(`^${source}$`)
}

function describe(answer: Answer): string {
  return `${answer.method} ${answer.path} -> ${answer.status}`
}
