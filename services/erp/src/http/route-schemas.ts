/** What the OpenAPI document says of each route. The handlers read requests themselves; nothing here validates. */

export const entry = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string' },
    row: { type: 'integer', minimum: 1 },
    dependents: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['count', 'ids'],
        properties: {
          count: { type: 'integer' },
          ids: { type: 'array', items: { type: 'integer' } },
        },
      },
    },
  },
}

const failure = {
  type: 'object',
  required: ['data', 'meta', 'errors'],
  properties: {
    data: { type: 'null' },
    meta: { type: 'object' },
    errors: { type: 'array', minItems: 1, items: entry },
  },
}

export function success(data: object, meta: object = { type: 'object' }) {
  return {
    type: 'object',
    required: ['data', 'meta', 'errors'],
    properties: { data, meta, errors: { type: 'null' } },
  }
}

// What any request may meet: it cannot be read, is too slow or too large, comes from a network that is not allowed or with
// an API key that was used too often, or the service cannot answer it now.
const ANYWHERE = [400, 403, 408, 429, 431, 500, 503, 507]
// A body that the path takes or passes over.
export const OF_BODIES = [413, 415]

export function responses(ok: Readonly<Record<number, object>>, ...failures: readonly number[]) {
  const all = [...ANYWHERE, ...failures].map((status): [number, object] => [status, failure])
  return { ...Object.fromEntries(all), ...ok }
}

export const bearer = [{ bearer: [] }]
export const modelo = {
  modelo: { type: 'string', description: 'Name of a model, such as Moneda.' },
}
export const modelPath = { type: 'object', required: ['modelo'], properties: modelo }
const recordPath = {
  type: 'object',
  required: ['modelo', 'id'],
  properties: { ...modelo, id: { type: 'integer', minimum: 1 } },
}
export const record = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const session = {
  type: 'object',
  required: ['token', 'expires_at'],
  properties: {
    token: { type: 'string', minLength: 64, maxLength: 64 },
    expires_at: { type: 'string', format: 'date-time' },
    usuario: { type: 'object' },
    empresa: { type: 'object' },
    debe_enrolar_factor: {
      const: true,
      description: 'A second factor is required; all that the session may do is enrol one.',
    },
  },
}

export const health = {
  tags: ['service'],
  summary: 'Whether the service and its database answer',
  response: responses({
    200: {
      type: 'object',
      required: ['status', 'uptimeMs', 'disk'],
      properties: { status: { enum: ['ok', 'degraded'] }, disk: { type: 'object' } },
    },
    503: {
      type: 'object',
      required: ['status', 'uptimeMs'],
      properties: { status: { const: 'down' } },
    },
  }),
}

export const login = {
  tags: ['session'],
  summary: 'Log in',
  description:
    'Where several companies have a user of that name, write `user@company` with the company’s clave.',
  body: {
    type: 'object',
    required: ['usuario', 'password'],
    properties: {
      usuario: { type: 'string' },
      password: { type: 'string' },
      codigo: { type: 'string', description: 'Of the second factor, or a recovery code.' },
      nueva: { type: 'string', minLength: 8, description: 'The password from now on.' },
    },
  },
  response: responses({ 200: success(session) }, ...OF_BODIES, 401, 422, 429),
}

export const refresh = {
  tags: ['session'],
  summary: 'Refresh the session: a new token only when fewer than 4 hours remain',
  security: bearer,
  response: responses({ 200: success(session) }, ...OF_BODIES, 401),
}

export const logout = {
  tags: ['session'],
  summary: 'Log out; 204 whether or not the token existed',
  querystring: { type: 'object', properties: { all: { type: 'boolean' } } },
  response: responses({ 204: { type: 'null', description: 'No content.' } }, 422),
}

export const permissions = {
  tags: ['session'],
  summary: 'The modules, models and actions that the user may see or do',
  security: bearer,
  response: responses(
    {
      200: success({ type: 'object', required: ['modules'] }),
      304: { type: 'null', description: 'Unchanged.' },
    },
    401,
  ),
}

export const invalidate = {
  tags: ['session'],
  summary: 'Have the user’s permissions computed anew',
  security: bearer,
  response: responses({ 200: success({ type: 'object' }) }, ...OF_BODIES, 401),
}

export const metadataIndex = {
  tags: ['metadata'],
  summary: 'All models by module',
  response: responses({ 200: success({ type: 'object', required: ['modules'] }) }),
}

export const metadata = {
  tags: ['metadata'],
  summary: 'Columns, relations, admin, capture and grid of a model',
  params: modelPath,
  response: responses(
    {
      200: success({
        type: 'object',
        required: ['columns', 'relations', 'admin', 'capture', 'grid'],
      }),
      304: { type: 'null', description: 'Unchanged.' },
    },
    404,
  ),
}

const listingMeta = {
  type: 'object',
  required: ['model', 'total', 'page', 'per_page', 'pages'],
  properties: {
    model: { type: 'string' },
    total: { type: ['integer', 'null'] },
    page: { type: 'integer', minimum: 1 },
    per_page: { type: 'integer', minimum: 1, maximum: 100 },
    pages: { type: ['integer', 'null'] },
    after: { type: ['string', 'null'] },
  },
}

const shown = {
  lean: { type: 'boolean', description: 'true leaves the _str values out.' },
  fields: { type: 'string', description: 'Only these fields, with commas.' },
}

export const list = {
  tags: ['records'],
  summary: 'List records',
  description:
    'Any field of the model is a filter, with the suffixes __gt, __gte, __lt, __lte, __in, __like, __null. ' +
    'An instant without an offset is UTC. No control below has the name of a field.',
  security: bearer,
  params: modelPath,
  querystring: {
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1, default: 1 },
      per_page: {
        type: 'integer',
        minimum: 1,
        default: 25,
        description: 'More than 100 is served as 100.',
      },
      sort: {
        type: 'string',
        description: 'A field, or several with commas; a minus means descending.',
      },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
      ...shown,
      count: {
        type: 'boolean',
        description: 'false leaves meta.total and meta.pages out, for speed.',
      },
      q: { type: 'string', description: 'Words that must occur in the search fields.' },
      after: {
        type: 'string',
        description: 'meta.after of the page before; costs the same on every page.',
      },
      format: { type: 'string', enum: ['json', 'csv', 'xlsx'], default: 'json' },
      headers: {
        type: 'string',
        enum: ['name', 'label'],
        default: 'name',
        description: 'Of an exported file.',
      },
    },
  },
  response: {
    ...responses({}, 401, 403, 404, 422),
    200: {
      description: 'A page of records, or all of them as a file.',
      content: {
        'application/json': { schema: success({ type: 'array', items: record }, listingMeta) },
        'text/csv': { schema: { type: 'string' } },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
          schema: { type: 'string', format: 'binary' },
        },
      },
    },
  },
}

export const create = {
  tags: ['records'],
  summary: 'Create a record',
  security: bearer,
  params: modelPath,
  body: { type: 'object' },
  response: responses({ 201: success(record) }, ...OF_BODIES, 401, 403, 404, 409, 422),
}

export const read = {
  tags: ['records'],
  summary: 'Read a record',
  security: bearer,
  params: recordPath,
  querystring: { type: 'object', properties: shown },
  response: responses(
    { 200: success(record), 304: { type: 'null', description: 'Unchanged.' } },
    401,
    403,
    404,
    422,
  ),
}

export const update = {
  tags: ['records'],
  summary: 'Change the fields sent',
  security: bearer,
  params: recordPath,
  body: { type: 'object' },
  response: responses({ 200: success(record) }, ...OF_BODIES, 401, 403, 404, 409, 412, 422),
}

export const remove = {
  tags: ['records'],
  summary: 'Delete a record that nothing refers to',
  security: bearer,
  params: recordPath,
  response: responses({ 200: success(record) }, ...OF_BODIES, 401, 403, 404, 409, 412, 422),
}

export const modelOpenApi = {
  tags: ['metadata'],
  summary: 'The OpenAPI document of one model, with exact schemas',
  params: modelPath,
  response: responses({ 200: { type: 'object', required: ['openapi', 'paths'] } }, 404),
}
