import { FORM } from '../messages/values.ts'
import type { ActionDescription, ActionInput } from './action-description.ts'
import { isFilledIn } from './formula.ts'
import { MAX_DEPTH } from './line-depth.ts'
import type { Field, Lines, Model, Registry } from './types.ts'

/** The release of the API. @source docs/erp-v1.6.md */
export const API_RELEASE = '1.6'

/**
 * The OpenAPI document of one model: its generic paths with exact schemas. The main document names the paths once for
 * all models, since a thousand models in one document would weigh a hundred megabytes.
 */
export function openApiOfModel(
  registry: Registry,
  model: Model,
  actions: readonly ActionDescription[],
) {
  const path = `/api/v1/${model.name}`
  const one = { $ref: '#/components/schemas/Record' }
  return {
    openapi: '3.1.0',
    info: { title: model.labelPlural, version: API_RELEASE, description: model.help },
    security: [{ bearer: [] }],
    paths: {
      [path]: {
        get: {
          summary: 'List',
          parameters: filters(model),
          responses: { 200: answer({ type: 'array', items: one }) },
        },
        ...(model.operations.includes('create')
          ? {
              post: {
                summary: 'Create',
                requestBody: body({ $ref: '#/components/schemas/Create' }),
                responses: { 201: answer(one) },
              },
            }
          : {}),
      },
      [`${path}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { summary: 'Read', parameters: withLines(model), responses: { 200: answer(one) } },
        ...(model.operations.includes('update')
          ? {
              put: {
                summary: 'Change the fields that are sent',
                requestBody: body({ $ref: '#/components/schemas/Update' }),
                responses: { 200: answer(one) },
              },
            }
          : {}),
        ...(model.operations.includes('delete')
          ? { delete: { summary: 'Delete', responses: { 200: answer({ type: 'object' }) } } }
          : {}),
      },
      ...Object.fromEntries(actions.flatMap((action) => actionPaths(path, action))),
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Record: recordSchema(registry, model, MAX_DEPTH),
        Create: createSchema(registry, model, MAX_DEPTH),
        Update: updateSchema(registry, model, MAX_DEPTH),
      },
    },
  }
}

/** A native action has only the model's path, one for a record the record's, one for many both. */
function actionPaths(
  path: string,
  { name, label, mode, inputs }: ActionDescription,
): readonly (readonly [string, object])[] {
  const properties = Object.fromEntries(
    inputs.map((input) => [input.field.name, inputSchema(input)]),
  )
  const required = inputs.filter(({ field }) => field.required).map(({ field }) => field.name)
  const own = { type: 'object', additionalProperties: false, properties, required }
  const ids = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 500 }
  const many = { ...own, properties: { ids, ...properties }, required: ['ids', ...required] }
  const post = (schema: object) => ({
    post: {
      summary: label,
      requestBody: body(schema),
      responses: { 200: answer({ type: 'object' }) },
    },
  })
  const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const one = { parameters: [parameter], ...post(own) }
  switch (mode) {
    case 'native':
      return [[`${path}/actions/${name}`, post(own)]]
    case 'url_action':
      return [[`${path}/{id}/actions/${name}`, one]]
    case 'grid_action':
      return [
        [`${path}/actions/${name}`, post(many)],
        [`${path}/{id}/actions/${name}`, one],
      ]
  }
}

function inputSchema({ field, minLength }: ActionInput): object {
  return minLength === null ? fieldSchema(field) : { ...fieldSchema(field), minLength }
}

function body(schema: object) {
  return { required: true, content: { 'application/json': { schema } } }
}

function answer(data: object) {
  const properties = { data, meta: { type: 'object' }, errors: { type: 'null' } }
  const schema = { type: 'object', required: ['data', 'meta', 'errors'], properties }
  return { description: 'The standard envelope.', content: { 'application/json': { schema } } }
}

/** A GET shows the lines when it is asked for them, a POST or PUT those of a body that has them. */
function withLines({ lines }: Model): readonly object[] {
  if (lines.length === 0) return []
  const names = lines.map(({ name }) => name).join(', ')
  const description = `true shows the lines too: ${names}.`
  return [{ name: 'lines', in: 'query', description, schema: { type: 'boolean' } }]
}

/** The lines of a model as arrays, each made of a line's model. */
function lineArrays(
  registry: Registry,
  model: Model,
  itemOf: (line: Model, lines: Lines) => object,
): object {
  return Object.fromEntries(
    model.lines.flatMap((lines) => {
      const line = registry.models.get(lines.model)
      if (line === undefined) return []
      return [[lines.name, { type: 'array', title: line.labelPlural, items: itemOf(line, lines) }]]
    }),
  )
}

function recordSchema(registry: Registry, model: Model, depth: number): object {
  const fields = [...model.systemFields, ...model.fields].filter(({ type }) => type !== 'secret')
  return {
    type: 'object',
    required: ['id'],
    properties: {
      ...Object.fromEntries(fields.flatMap(outputProperties)),
      ...(depth > 1 &&
        lineArrays(registry, model, (line) => recordSchema(registry, line, depth - 1))),
    },
  }
}

function outputProperties(field: Field): readonly (readonly [string, object])[] {
  const own = [field.name, { ...fieldSchema(field), title: field.label }] as const
  if (field.type !== 'reference') return [own]
  const text = [
    `${field.name}_str`,
    { type: ['string', 'null'], title: `${field.label}, in words` },
  ] as const
  return [own, text]
}

function writable(model: Model): readonly Field[] {
  return model.fields.filter(({ readOnly }) => readOnly === null)
}

function fieldSchemas(fields: readonly Field[]): object {
  return Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]))
}

/** @param given what the document gives a line, so that nobody writes it */
function createSchema(
  registry: Registry,
  model: Model,
  depth: number,
  given: Partial<Lines> = {},
): object {
  const fields = writable(model).filter(({ name }) => name !== given.field)
  const isNeeded = (field: Field) =>
    field.required && field.default === null && !isFilledIn(field) && field.name !== given.number
  return {
    type: 'object',
    additionalProperties: false,
    required: fields.filter(isNeeded).map(({ name }) => name),
    properties: {
      ...fieldSchemas(fields),
      ...(depth > 1 &&
        lineArrays(registry, model, (line, lines) =>
          createSchema(registry, line, depth - 1, lines),
        )),
    },
  }
}

function updateSchema(registry: Registry, model: Model, depth: number): object {
  const version = { type: 'integer', description: 'The version that was read; another one is 412.' }
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...fieldSchemas(writable(model)),
      version,
      ...(depth > 1 &&
        lineArrays(registry, model, (line) => changedLine(registry, line, depth - 1))),
    },
  }
}

/** A line of a PUT: with its id it is changed, or removed; without one it is made. */
function changedLine(registry: Registry, model: Model, depth: number): object {
  const schema = updateSchema(registry, model, depth)
  const own = 'properties' in schema ? schema.properties : {}
  const id = { type: 'integer', format: 'int64', description: 'Of the line that is changed.' }
  const remove = { type: 'boolean', description: 'true removes the line with this id.' }
  return { ...schema, properties: { id, _delete: remove, ...Object(own) } }
}

function filters(model: Model) {
  return model.fields
    .filter(({ type }) => type !== 'secret' && type !== 'json')
    .map((field) => ({
      name: field.name,
      in: 'query',
      description: `${field.label}; also with __gt, __gte, __lt, __lte, __in, __like, __null where they apply.`,
      schema: fieldSchema({ ...field, required: true }),
    }))
}

function fieldSchema(field: Field): object {
  const { type, ...rest } = typeSchema(field)
  return { type: field.required ? type : [type, 'null'], ...rest }
}

function typeSchema(field: Field): { readonly type: string; readonly [key: string]: unknown } {
  switch (field.type) {
    case 'text':
      return {
        type: 'string',
        maxLength: field.length,
        ...(field.form !== undefined && {
          description: `The text ${String(FORM[field.form]())}.`,
        }),
      }
    case 'long_text':
      return { type: 'string' }
    case 'secret':
      return { type: 'string', minLength: 8, maxLength: 200, writeOnly: true }
    case 'integer':
      return { type: 'integer', format: 'int64' }
    case 'reference':
      return {
        type: 'integer',
        format: 'int64',
        description: `The id of a record of ${field.target}.`,
      }
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return {
        type: 'number',
        description: `At most ${field.scale} decimals; a text is accepted too.`,
      }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'boolean':
      return { type: 'boolean' }
    case 'json':
      return { type: 'object' }
    case 'choice':
      return { type: 'string', enum: field.choices.map(({ value }) => value) }
  }
}
