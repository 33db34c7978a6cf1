/** What the OpenAPI document says of each route. The handlers read requests themselves; nothing here validates. */

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const key = [{ apiKey: [] }]

const failure = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', pattern: '^[A-Z_]+$' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
}

function failures(...statuses: readonly number[]) {
  return Object.fromEntries([500, ...statuses].map((status) => [status, failure]))
}

const binary = { schema: { type: 'string', format: 'binary' } }
const slug = { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$' }
const params = { type: 'object', required: ['slug'], properties: { slug } }

const summary = {
  type: 'object',
  required: ['slug', 'sizeBytes', 'updatedAt', 'hasSchema'],
  additionalProperties: false,
  properties: {
    slug,
    sizeBytes: { type: 'integer', minimum: 0 },
    updatedAt: { type: 'string', format: 'date-time' },
    hasSchema: { type: 'boolean' },
  },
}

const problem = {
  type: 'object',
  required: ['part', 'paragraph', 'tag', 'message'],
  properties: {
    part: { type: 'string' },
    paragraph: { type: 'integer' },
    tag: { type: 'string' },
    message: { type: 'string' },
  },
}

const summaryWithProblems = {
  ...summary,
  properties: { ...summary.properties, problems: { type: 'array', minItems: 1, items: problem } },
}

const upload = {
  file: { type: 'string', format: 'binary', description: 'The .docx.' },
  schema: {
    type: 'string',
    format: 'binary',
    description: 'A JSON Schema that render data must fit.',
  },
}

const office = {
  type: 'object',
  required: ['available'],
  properties: { available: { type: 'boolean' }, version: { type: 'string' } },
}

export const health = {
  tags: ['service'],
  summary: 'Whether the service can do its work',
  response: {
    200: {
      type: 'object',
      required: ['status', 'uptimeMs', 'office', 'tmpDir'],
      additionalProperties: false,
      properties: {
        status: { enum: ['ok', 'degraded'] },
        uptimeMs: { type: 'integer', minimum: 0 },
        office,
        tmpDir: {
          type: 'object',
          required: ['writable'],
          properties: { writable: { type: 'boolean' } },
        },
        templatesDir: {
          type: 'object',
          description: 'Present when its disk is full: nothing can be uploaded.',
          required: ['readable', 'writable'],
          properties: { readable: { const: true }, writable: { const: false } },
        },
      },
    },
    503: {
      type: 'object',
      required: ['status', 'uptimeMs', 'office', 'templatesDir'],
      additionalProperties: false,
      properties: {
        status: { const: 'down' },
        uptimeMs: { type: 'integer', minimum: 0 },
        office,
        templatesDir: {
          type: 'object',
          required: ['readable'],
          properties: { readable: { type: 'boolean' } },
        },
      },
    },
  },
}

export const createTemplate = {
  tags: ['templates'],
  summary: 'Upload a template',
  description:
    'A template whose tags are broken is stored all the same; `problems` tells what to mend.',
  security: key,
  consumes: ['multipart/form-data'],
  body: { type: 'object', required: ['slug', 'file'], properties: { slug, ...upload } },
  response: { 201: summaryWithProblems, ...failures(400, 401, 409, 413, 507) },
}

export const listTemplates = {
  tags: ['templates'],
  summary: 'List the templates',
  security: key,
  response: {
    200: {
      type: 'object',
      required: ['templates'],
      properties: { templates: { type: 'array', items: summary } },
    },
    ...failures(401),
  },
}

export const readTemplate = {
  tags: ['templates'],
  summary: 'Download a template',
  security: key,
  params,
  response: {
    200: { description: 'The .docx as it was uploaded.', content: { [WORD_TYPE]: binary } },
    304: { type: 'null', description: 'Unchanged since If-None-Match.' },
    ...failures(400, 401, 404),
  },
}

export const replaceTemplate = {
  tags: ['templates'],
  summary: 'Replace parts of a template',
  security: key,
  params,
  consumes: ['multipart/form-data'],
  body: {
    type: 'object',
    properties: { ...upload, schema_clear: { type: 'string', enum: ['true', 'false'] } },
  },
  response: { 200: summaryWithProblems, ...failures(400, 401, 404, 412, 413, 507) },
}

export const deleteTemplate = {
  tags: ['templates'],
  summary: 'Delete a template and its schema',
  security: key,
  params,
  response: { 204: { type: 'null', description: 'Deleted.' }, ...failures(400, 401, 404, 412) },
}

export const templateTags = {
  tags: ['templates'],
  summary: 'The tags of a template, the JSON Schema of the data they need, and a sample',
  security: key,
  params,
  response: {
    200: {
      type: 'object',
      required: ['slug', 'problems', 'tags', 'schema', 'sample'],
      properties: {
        slug,
        problems: { type: 'array', items: problem },
        tags: { type: 'array', items: { type: 'object' } },
        schema: { type: 'object' },
        sample: { type: 'object' },
      },
    },
    ...failures(400, 401, 404),
  },
}

const renderProperties = {
  slug,
  format: { type: 'string', enum: ['docx', 'pdf'], default: 'docx' },
  filename: { type: 'string', description: 'Suggested name of the file.' },
  strict: {
    type: 'boolean',
    default: false,
    description: 'A missing value is 422 instead of empty text.',
  },
  locale: {
    type: 'string',
    description: 'Language tag for formatters that name none, such as es-MX.',
  },
  timezone: {
    type: 'string',
    description: 'IANA time zone for dates, such as America/Mexico_City.',
  },
  pdfa: { type: 'boolean', default: false, description: 'PDF/A-2b instead of plain PDF.' },
}
const data = { type: 'object', description: 'The values of the template’s tags.' }
const renderFailures = failures(400, 401, 404, 413, 422, 502, 503, 507)

export const render = {
  tags: ['render'],
  summary: 'Render a template with data',
  security: key,
  body: { type: 'object', required: ['slug', 'data'], properties: { ...renderProperties, data } },
  response: {
    200: {
      description: 'The document.',
      content: { [WORD_TYPE]: binary, 'application/pdf': binary },
    },
    ...renderFailures,
  },
}

export const batch = {
  tags: ['render'],
  summary: 'Render one template with many data as a zip; all or none',
  security: key,
  body: {
    type: 'object',
    required: ['slug', 'items'],
    properties: {
      ...renderProperties,
      items: {
        type: 'array',
        minItems: 1,
        maxItems: 500,
        items: {
          type: 'object',
          required: ['data'],
          properties: { data, filename: { type: 'string' } },
        },
      },
    },
  },
  response: {
    200: { description: 'A zip.', content: { 'application/zip': binary } },
    ...renderFailures,
  },
}

export const preview = {
  tags: ['render'],
  summary: 'Render one page as PNG',
  security: key,
  body: {
    type: 'object',
    required: ['slug', 'data'],
    properties: {
      ...renderProperties,
      data,
      page: { type: 'integer', minimum: 1, default: 1 },
      dpi: { type: 'integer', minimum: 36, maximum: 300, default: 96 },
    },
  },
  response: {
    200: { description: 'The page.', content: { 'image/png': binary } },
    ...renderFailures,
  },
}

const page = (type: string) => ({
  200: {
    description: 'A file of the console.',
    content: { [type]: { schema: { type: 'string' } } },
  },
})

export const consolePage = { hide: true, response: page('text/html') }
export const consoleFile = { hide: true, response: page('text/javascript') }
