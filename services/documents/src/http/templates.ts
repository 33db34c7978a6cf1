import type { FastifyReply } from 'fastify'

import { findCompiled, MAX_ATTEMPTS } from '../actions/render-document.ts'
import { inferSchema, listTags, sampleData } from '../docx/template.ts'
import { ApiError, invalidInput, templateNotFound, type Issue } from '../errors.ts'
import { parseSlug, SLUG_RULE, type Slug } from '../store/slug.ts'
import type { TemplateSummary, TemplateVersion } from '../store/template-store.ts'
import { contentDisposition } from './content-disposition.ts'
import {
  etagOf,
  hasVersion,
  passesIfMatch,
  preconditionFailed,
  slugOf,
  type Exchange,
  type Tools,
} from './context.ts'
import { readUpload } from './template-upload.ts'

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** POST /templates */
export async function createTemplate({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const upload = await readUpload(request, tools)
  const issues: Issue[] = []
  const slug = upload.slug === undefined ? undefined : parseSlug(upload.slug)
  if (slug === undefined) {
    issues.push({ path: ['slug'], message: upload.slug === undefined ? 'is required' : SLUG_RULE })
  }
  if (upload.docx === undefined) issues.push({ path: ['file'], message: 'is required' })
  if (slug === undefined || upload.docx === undefined) throw invalidInput(issues)
  const { docx, schema } = upload
  const created = await tools.store.create(slug, schema === undefined ? { docx } : { docx, schema })
  if (created === undefined) {
    throw new ApiError(
      'TEMPLATE_CONFLICT',
      `There is a template ${slug} already; PUT replaces it.`,
      {
        details: { slug },
      },
    )
  }
  return await sendSummary(tools, reply.code(201).header('location', `/templates/${slug}`), created)
}

/** GET /templates */
export async function listTemplates({ tools, reply }: Exchange): Promise<FastifyReply> {
  const templates = await tools.store.list()
  return reply.send({ templates: templates.map(summaryOf) })
}

/** GET /templates/:slug */
export async function readTemplate({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const slug = slugOf(request)
  const { template, docx } = await findDocx(tools, slug)
  reply
    .header('etag', etagOf(template.version))
    .header('last-modified', template.updatedAt.toUTCString())
  if (hasVersion(request, template.version)) return reply.code(304).send()
  return reply
    .type(WORD_TYPE)
    .header('content-disposition', contentDisposition(`${slug}.docx`))
    .send(docx)
}

/** A version with its file; asks again when it was replaced between the two. */
async function findDocx({ store }: Tools, slug: Slug) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const template = await store.find(slug)
    if (template === undefined) throw templateNotFound(slug)
    const docx = await store.readDocx(template)
    if (docx !== undefined) return { template, docx }
  }
  throw templateNotFound(slug)
}

/** PUT /templates/:slug: the parts that are sent replace the present ones. */
export async function replaceTemplate({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const slug = slugOf(request)
  const { docx, schema, clearsSchema } = await readUpload(request, tools)
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
}

/** DELETE /templates/:slug */
export async function deleteTemplate({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const slug = slugOf(request)
  const removed = await tools.store.remove(slug, ({ version }) => passesIfMatch(request, version))
  if (removed === undefined) throw templateNotFound(slug)
  if (!removed) throw preconditionFailed()
  return reply.code(204).send()
}

/** GET /templates/:slug/tags: the tags, what is wrong with them, and the data that they need. */
export async function templateTags({ tools, request, reply }: Exchange): Promise<FastifyReply> {
  const slug = slugOf(request)
  const { template, compiled } = await findCompiled(tools, slug)
  return reply.header('etag', etagOf(template.version)).send({
    slug,
    problems: compiled.problems,
    tags: listTags(compiled),
    schema: inferSchema(compiled),
    sample: sampleData(compiled),
  })
}

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

/** A broken template is stored all the same; its author reads here what to mend. */
async function problemsOf({ cache, store }: Tools, template: TemplateVersion) {
  const compiled = await cache.compiled(template.version, () => store.readDocx(template))
  // Somebody has replaced or removed it already, which does not undo that it was stored.
  return compiled?.problems ?? []
}

function summaryOf({ slug, sizeBytes, updatedAt, hasSchema }: TemplateSummary) {
  return { slug, sizeBytes, updatedAt: updatedAt.toISOString(), hasSchema }
}
