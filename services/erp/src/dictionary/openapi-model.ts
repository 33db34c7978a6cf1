import type { ActionDescription, ActionInput } from './action-description.ts'
import type { Field, Model } from './types.ts'

/**
 * The OpenAPI document of one model: its generic paths with exact schemas. The main document names the paths once for
 * all models, since a thousand models in one document would weigh a hundred megabytes.
 */
export function openApiOfModel(model: Model, actions: readonly ActionDescription[]) {
  const path = `/api/v1/${model.name}`
  const one = { $ref: '#/components/schemas/Record' }
  return {
    openapi: '3.1.0',
    info: { title: model.labelPlural, version: '1.5', description: model.help },
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
        get: { summary: 'Read', responses: { 200: answer(one) } },
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
      schemas: { Record: recordSchema(model), ...inputSchemas(model) },
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

function recordSchema(model: Model) {
  const fields = [...model.systemFields, ...model.fields].filter(({ type }) => type !== 'secret')
  return {
    type: 'object',
    required: ['id'],
    properties: Object.fromEntries(fields.flatMap(outputProperties)),
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

function inputSchemas(model: Model) {
  const fields = model.fields.filter(({ readOnly }) => readOnly === null)
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]))
  const required = fields
    .filter((field) => field.required && field.default === null)
    .map(({ name }) => name)
  const version = {
    type: 'integer',
    description: 'The version that was read; 412 if it has changed.',
  }
  return {
    Create: { type: 'object', additionalProperties: false, required, properties },
    Update: { type: 'object', additionalProperties: false, properties: { ...properties, version } },
  }
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
      return { type: 'string', maxLength: field.length }
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
