import type { FastifyReply } from 'fastify'
import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'
import { contentDisposition } from '@oficina/http/content-disposition.ts'

import { findCompiled, MAX_ATTEMPTS } from '../actions/render-document.ts'
import { untranslated, type Translations } from '../actions/translations.ts'
import { schemaProblem } from '../actions/validate-data.ts'
import { problemIn } from '../docx/tags/template-problem.ts'
import { textKeys } from '../docx/template.ts'
import { ApiError, invalidInput, templateNotFound } from '../errors.ts'
import {
  etagOf,
  hasVersion,
  passesIfMatch,
  preconditionFailed,
  type Tools,
} from '../http/context.ts'
import { languageOfRequest } from '../http/request-language.ts'
import { say, type Told } from '../messages/say.ts'
import type { Slug } from '../store/slug.ts'
import type { TemplateSummary, TemplateVersion } from '../store/template-store.ts'
import { empty, file, STORED, SUMMARY, TAGS, UNTRANSLATED, WORD_TYPE } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { docxPart, flagPart, schemaPart, textPart, translationsPart } from './form-kinds.ts'
import { slug as slugKind } from './kinds.ts'
import { tagsOf } from './tags-of.ts'

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
    translations: optional(translationsPart),
  },
  answers: { 201: STORED },
  failures: [400, 401, 409, 413, 503, 507],
  handle: async ({ tools, reply, values: { slug, file: docx, schema, translations } }) => {
    await checkSchema(tools, schema)
    const created = await tools.store.create(slug, {
      docx,
      ...(schema === undefined ? {} : { schema }),
      ...(translations === undefined ? {} : { translations }),
    })
    if (created === undefined) {
      throw new ApiError(
        'TEMPLATE_CONFLICT',
        say('There is a template %{slug} already; PUT replaces it.', { slug }),
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
  failures: [401, 503],
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
  failures: [400, 401, 404, 503],
  handle: async ({ tools, request, reply, values }) => {
    const { slug } = values
    const { template, docx } = await findDocx(tools, slug)
    reply
      .header('etag', etagOf(template.version))
      .header('last-modified', template.updatedAt.toUTCString())
      // A browser that may not ask again would show, and compare, what was replaced.
      .header('cache-control', 'no-cache')
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

/** Likewise its schema, if it has one. */
async function findSchema({ store }: Tools, slug: Slug) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const template = await store.find(slug)
    if (template === undefined) throw templateNotFound(slug)
    const schema = await store.readSchema(template)
    if (schema !== undefined || !template.hasSchema) return { template, schema }
  }
  throw templateNotFound(slug)
}

/** Likewise its tags, and its texts if it has some. */
async function findTexts(tools: Tools, slug: Slug) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { template, compiled } = await findCompiled(tools, slug)
    const texts = await tools.translations.find(tools.store, template)
    if (texts !== 'gone') return { template, compiled, texts }
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
    translations: optional(translationsPart),
    translations_clear: defaulted(flagPart, false),
  },
  answers: { 200: STORED },
  failures: [400, 401, 404, 412, 413, 503, 507],
  handle: async ({ tools, request, reply, values }) => {
    const { slug, file: docx } = values
    const schema = replacement('schema', values.schema, values.schema_clear)
    const translations = replacement('translations', values.translations, values.translations_clear)
    await checkSchema(tools, values.schema)
    const parts = {
      ...(docx === undefined ? {} : { docx }),
      ...(schema === undefined ? {} : { schema }),
      ...(translations === undefined ? {} : { translations }),
    }
    if (Object.keys(parts).length === 0) {
      const message: Told =
        'file, schema, schema_clear, translations or translations_clear is required'
      throw invalidInput([{ path: [], message }])
    }
    const replaced = await tools.store.replace(slug, parts, ({ version }) =>
      passesIfMatch(request, version),
    )
    if (replaced === undefined) throw templateNotFound(slug)
    if (replaced === false) throw preconditionFailed()
    return await sendSummary(tools, reply, replaced)
  },
})

/** What is to become of an optional part: its new bytes, null for none, undefined for the present one. */
function replacement(
  name: string,
  bytes: Buffer | undefined,
  clear: boolean,
): Buffer | null | undefined {
  if (!clear) return bytes
  if (bytes === undefined) return null
  throw invalidInput([
    { path: [`${name}_clear`], message: say('cannot be sent together with %{name}', { name }) },
  ])
}

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/templates/:slug',
  auth: 'key',
  tag: 'templates',
  summary: 'Delete a template and its schema',
  named: BY_SLUG,
  answers: { 204: empty('Deleted.') },
  failures: [400, 401, 404, 412, 503, 507],
  handle: async ({ tools, request, reply, values }) => {
    const { slug } = values
    const removed = await tools.store.remove(slug, ({ version }) => passesIfMatch(request, version))
    if (removed === undefined) throw templateNotFound(slug)
    if (!removed) throw preconditionFailed()
    return reply.code(204).send()
  },
})

export const templateSchema = endpoint({
  method: 'GET',
  path: '/templates/:slug/schema',
  auth: 'key',
  tag: 'templates',
  summary: 'Download the JSON Schema of a template',
  named: BY_SLUG,
  answers: {
    200: { description: 'The JSON Schema as it was uploaded.', type: ['object', 'boolean'] },
  },
  failures: [400, 401, 404, 503],
  handle: async ({ tools, reply, values: { slug } }) => {
    const { template, schema } = await findSchema(tools, slug)
    if (schema === undefined) {
      throw new ApiError('NOT_FOUND', say('The template %{slug} has no schema.', { slug }), {
        details: { slug },
      })
    }
    return reply
      .header('etag', etagOf(template.version))
      .header('cache-control', 'no-cache')
      .type('application/json')
      .header('content-disposition', contentDisposition(`${slug}.schema.json`))
      .send(schema)
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
        ...TAGS,
        translations: {
          type: 'object',
          required: ['keys', 'texts', 'untranslated'],
          properties: {
            keys: { type: 'array', items: { type: 'string' } },
            texts: { type: 'object' },
            untranslated: UNTRANSLATED,
          },
        },
      },
    },
  },
  failures: [400, 401, 404, 503],
  handle: async ({ tools, request, reply, values }) => {
    const { slug } = values
    const { template, compiled, texts } = await findTexts(tools, slug)
    const keys = textKeys(compiled)
    const tagged = reply
      .header('etag', etagOf(template.version))
      // Its problems and descriptions are in the language of the request.
      .header('vary', 'accept-language')
    return tagged.send({
      slug,
      ...tagsOf(compiled, languageOfRequest(request)),
      ...(texts === undefined && keys.length === 0
        ? {}
        : { translations: translationsOf(keys, texts) }),
    })
  },
})

/** The keys of texts that the tags name, the texts as uploaded, and what they lack. */
function translationsOf(keys: readonly string[], texts: Translations = new Map()) {
  const byLocale = [...texts].map(([locale, own]) => [locale, Object.fromEntries(own)])
  return {
    keys,
    texts: Object.fromEntries(byLocale),
    untranslated: untranslated(texts, keys),
  }
}

async function sendSummary(
  tools: Tools,
  reply: FastifyReply,
  template: TemplateVersion,
): Promise<FastifyReply> {
  const { cache, store, translations } = tools
  const found = await cache.find({ ...template, read: () => store.readDocx(template) })
  const compiled = found?.compiled
  const language = languageOfRequest(reply.request)
  const texts = await translations.find(store, template)
  // Somebody may have replaced or removed it already; it was stored all the same.
  const problems = compiled?.problems ?? []
  const isKnown = compiled !== undefined && texts !== undefined && texts !== 'gone'
  const lacking = isKnown ? untranslated(texts, textKeys(compiled)) : {}
  return reply.header('etag', etagOf(template.version)).send({
    ...summaryOf(template),
    // A broken template is stored all the same; its author reads here what to fix.
    ...(problems.length === 0 ? {} : { problems: problems.map(problemIn(language)) }),
    ...(Object.keys(lacking).length === 0 ? {} : { untranslated: lacking }),
  })
}

function summaryOf({ slug, sizeBytes, updatedAt, hasSchema }: TemplateSummary) {
  return { slug, sizeBytes, updatedAt: updatedAt.toISOString(), hasSchema }
}
