import type { FastifyReply } from 'fastify'
import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'

import { findCompiled, MAX_ATTEMPTS } from '../actions/render-document.ts'
import { schemaProblem } from '../actions/validate-data.ts'
import { inferSchema, listTags, sampleData } from '../docx/template.ts'
import { ApiError, invalidInput, templateNotFound } from '../errors.ts'
import {
  etagOf,
  hasVersion,
  passesIfMatch,
  preconditionFailed,
  type Tools,
} from '../http/context.ts'
import type { Slug } from '../store/slug.ts'
import type { TemplateSummary, TemplateVersion } from '../store/template-store.ts'
import { empty, file, PROBLEM, STORED, SUMMARY, WORD_TYPE } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { docxPart, flagPart, schemaPart, textPart } from './form-kinds.ts'
import { slug as slugKind } from './kinds.ts'

const BY_SLUG = { slug: required(described(slugKind, 'Of the template.')) }

export const createTemplate = endpoint({
  method: 'POST',
  path: '/templates',
  auth: 'key',
  tag: 'templates',
  summary: 'Upload a template',
  description:
    'A template whose tags are broken is stored all the same; `problems` tells what to mend.',
  form: {
    slug: required(textPart(slugKind)),
    file: required(docxPart),
    schema: optional(schemaPart),
  },
  answers: { 201: STORED },
  failures: [400, 401, 409, 413, 507],
  handle: async ({ tools, reply, values: { slug, file: docx, schema } }) => {
    await checkSchema(tools, schema)
    const created = await tools.store.create(
      slug,
      schema === undefined ? { docx } : { docx, schema },
    )
    if (created === undefined) {
      throw new ApiError(
        'TEMPLATE_CONFLICT',
        `There is a template ${slug} already; PUT replaces it.`,
        {
          details: { slug },
        },
      )
    }
    return await sendSummary(
      tools,
      reply.code(201).header('location', `/templates/${slug}`),
      created,
    )
  },
})

export const listTemplates = endpoint({
  method: 'GET',
  path: '/templates',
  auth: 'key',
  tag: 'templates',
  summary: 'List the templates',
  answers: {
    200: {
      type: 'object',
      required: ['templates'],
      properties: { templates: { type: 'array', items: SUMMARY } },
    },
  },
  failures: [401],
  handle: async ({ tools, reply }) => {
    const templates = await tools.store.list()
    return reply.send({ templates: templates.map(summaryOf) })
  },
})

export const readTemplate = endpoint({
  method: 'GET',
  path: '/templates/:slug',
  auth: 'key',
  tag: 'templates',
  summary: 'Download a template',
  named: BY_SLUG,
  answers: {
    200: file('The .docx as it was uploaded.', WORD_TYPE),
    304: empty('Unchanged since If-None-Match.'),
  },
  failures: [400, 401, 404],
  handle: async ({ tools, request, reply, values }) => {
    const { slug } = values
    const { template, docx } = await findDocx(tools, slug)
    reply
      .header('etag', etagOf(template.version))
      .header('last-modified', template.updatedAt.toUTCString())
    if (hasVersion(request, template.version)) return reply.code(304).send()
    return reply
      .type(WORD_TYPE)
      .header('content-disposition', contentDisposition(`${slug}.docx`))
      .send(docx)
  },
})

/** A version with its file; looked up again when it was replaced between the two. */
async function findDocx({ store }: Tools, slug: Slug) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const template = await store.find(slug)
    if (template === undefined) throw templateNotFound(slug)
    const docx = await store.readDocx(template)
    if (docx !== undefined) return { template, docx }
  }
  throw templateNotFound(slug)
}

/** @throws ApiError INVALID_INPUT for what is no JSON Schema */
async function checkSchema({ threads }: Tools, schema: Buffer | undefined): Promise<void> {
  const message = schema === undefined ? undefined : await schemaProblem(threads, schema)
  if (message !== undefined) throw invalidInput([{ path: ['schema'], message }])
}

/** The parts that are sent replace the stored ones. */
export const replaceTemplate = endpoint({
  method: 'PUT',
  path: '/templates/:slug',
  auth: 'key',
  tag: 'templates',
  summary: 'Replace parts of a template',
  named: BY_SLUG,
  form: {
    file: optional(docxPart),
    schema: optional(schemaPart),
    schema_clear: defaulted(flagPart, false),
  },
  answers: { 200: STORED },
  failures: [400, 401, 404, 412, 413, 507],
  handle: async ({ tools, request, reply, values }) => {
    const { slug, file: docx, schema, schema_clear: clearsSchema } = values
    if (clearsSchema && schema !== undefined) {
      const message = 'cannot be sent together with schema'
      throw invalidInput([{ path: ['schema_clear'], message }])
    }
    await checkSchema(tools, schema)
    if (docx === undefined && schema === undefined && !clearsSchema) {
      throw invalidInput([{ path: [], message: 'file, schema or schema_clear is required' }])
    }
    const parts = {
      ...(docx === undefined ? {} : { docx }),
      ...(clearsSchema ? { schema: null } : schema === undefined ? {} : { schema }),
    }
    const replaced = await tools.store.replace(slug, parts, ({ version }) =>
      passesIfMatch(request, version),
    )
    if (replaced === undefined) throw templateNotFound(slug)
    if (replaced === false) throw preconditionFailed()
    return await sendSummary(tools, reply, replaced)
  },
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/templates/:slug',
  auth: 'key',
  tag: 'templates',
  summary: 'Delete a template and its schema',
  named: BY_SLUG,
  answers: { 204: empty('Deleted.') },
  failures: [400, 401, 404, 412],
  handle: async ({ tools, request, reply, values }) => {
    const { slug } = values
    const removed = await tools.store.remove(slug, ({ version }) => passesIfMatch(request, version))
    if (removed === undefined) throw templateNotFound(slug)
    if (!removed) throw preconditionFailed()
    return reply.code(204).send()
  },
})

/** The tags, what is wrong with them, and the data that they need. */
export const templateTags = endpoint({
  method: 'GET',
  path: '/templates/:slug/tags',
  auth: 'key',
  tag: 'templates',
  summary: 'The tags of a template, the JSON Schema of the data they need, and a sample',
  named: BY_SLUG,
  answers: {
    200: {
      type: 'object',
      required: ['slug', 'problems', 'tags', 'schema', 'sample'],
      properties: {
        slug: slugKind.schema,
        problems: { type: 'array', items: PROBLEM },
        tags: { type: 'array', items: { type: 'object' } },
        schema: { type: 'object' },
        sample: { type: 'object' },
      },
    },
  },
  failures: [400, 401, 404],
  handle: async ({ tools, reply, values }) => {
    const { slug } = values
    const { template, compiled } = await findCompiled(tools, slug)
    return reply.header('etag', etagOf(template.version)).send({
      slug,
      problems: compiled.problems,
      tags: listTags(compiled),
      schema: inferSchema(compiled),
      sample: sampleData(compiled),
    })
  },
})

async function sendSummary(
  tools: Tools,
  reply: FastifyReply,
  template: TemplateVersion,
): Promise<FastifyReply> {
  const problems = await problemsOf(tools, template)
  return reply
    .header('etag', etagOf(template.version))
    .send({ ...summaryOf(template), ...(problems.length === 0 ? {} : { problems }) })
}

/** A broken template is stored all the same; its author reads here what to fix. */
async function problemsOf({ cache, store }: Tools, template: TemplateVersion) {
  const compiled = await cache.compiled(template.version, () => store.readDocx(template))
  // Somebody has already replaced or removed it; it was stored all the same.
  return compiled?.problems ?? []
}

function summaryOf({ slug, sizeBytes, updatedAt, hasSchema }: TemplateSummary) {
  return { slug, sizeBytes, updatedAt: updatedAt.toISOString(), hasSchema }
}
