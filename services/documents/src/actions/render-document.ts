import { type Result } from '@oficina/kit/result.ts'

import { collectImages, renderTemplate } from '../docx/template.ts'
import type {
  CompiledTemplate,
  LoadedImage,
  RenderOptions,
  RenderProblem,
  TemplateProblem,
} from '../docx/types.ts'
import { ApiError, templateNotFound } from '../errors.ts'
import { loadImages, type ImageSources } from '../images/load-images.ts'
import type { Slug } from '../store/slug.ts'
import type { TemplateCache } from '../store/template-cache.ts'
import type { TemplateStore, TemplateVersion } from '../store/template-store.ts'
import { compileSchema, mayBeSlow, violations, type Violation } from './data-schema.ts'
import type { DataSource } from './render-task.ts'
import { TaskTimeout, type RenderWorkers } from './render-workers.ts'

export interface RenderTools {
  readonly store: TemplateStore
  readonly cache: TemplateCache
  readonly workers: RenderWorkers
  readonly images: ImageSources
}

export interface DocumentRequest {
  readonly slug: Slug
  readonly data: Readonly<Record<string, unknown>>
  /** Size of the JSON that `data` came in; decides in which thread the work is done. */
  readonly sizeBytes: number
  /** The JSON object whose `data` this is, where there is one: a worker thread parses it faster than it is cloned. */
  readonly json: Buffer | undefined
  readonly isStrict: boolean
  readonly locale: string | undefined
  readonly timezone: string | undefined
}

// Below this a render takes well under a millisecond, less than it costs to hand it to another thread.
const INLINE_BYTES = 24 * 1024
const RENDER_TIMEOUT_MS = 30_000
const VALIDATION_TIMEOUT_MS = 2_000
const MAX_ATTEMPTS = 3

/**
 * Renders a template with data to the bytes of a .docx.
 * @throws ApiError TEMPLATE_NOT_FOUND, INVALID_DATA, IMAGE_FETCH_ERROR, RENDER_ERROR
 * @source docs/contract/documents.md, POST /render request
 */
export async function renderDocument(
  tools: RenderTools,
  request: DocumentRequest,
): Promise<Buffer> {
  const { template, compiled } = await findCompiled(tools, request.slug)
  await validate(tools, template, request)
  const options = renderOptions(request)
  const images = await imagesFor(tools, request, { compiled, options })
  const withImages = images.size === 0 ? options : { ...options, images }
  const rendered = await renderSomewhere(tools, request, {
    template,
    compiled,
    options: withImages,
  })
  if (!rendered.ok) throw renderError(request.slug, rendered.error)
  return rendered.value
}

interface Found {
  readonly template: TemplateVersion
  readonly compiled: CompiledTemplate
}

/** The template and what was compiled of it; asks again when it was replaced between the two. */
export async function findCompiled(
  { store, cache }: Pick<RenderTools, 'store' | 'cache'>,
  slug: Slug,
): Promise<Found> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const template = await store.find(slug)
    if (template === undefined) throw templateNotFound(slug)
    const compiled = await cache.compiled(template.version, () => store.readDocx(template))
    if (compiled !== undefined) return { template, compiled }
  }
  throw templateNotFound(slug)
}

function renderOptions({ isStrict, locale, timezone }: DocumentRequest): RenderOptions {
  return {
    strict: isStrict,
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezone }),
  }
}

async function validate(
  { store, workers }: RenderTools,
  template: TemplateVersion,
  { slug, data, sizeBytes, json }: DocumentRequest,
): Promise<void> {
  const schema = await store.readSchema(template)
  if (schema === undefined) return
  const isLong = sizeBytes > INLINE_BYTES || mayBeSlow(schema)
  const errors = isLong
    ? await validateAside(workers, schema, sourceOf(data, json))
    : validateHere(schema, data)
  if (errors.length === 0) return
  throw new ApiError('INVALID_DATA', `The data does not fit the schema of ${slug}.`, {
    details: { slug, errors },
  })
}

function validateHere(schema: Buffer, data: unknown): readonly Violation[] {
  const compiled = compileSchema(schema)
  return compiled.ok ? violations(compiled.value, data) : [violation('schema', compiled.error)]
}

async function validateAside(
  workers: RenderWorkers,
  schema: Buffer,
  source: DataSource,
): Promise<readonly Violation[]> {
  try {
    const done = await workers.run({ kind: 'validate', schema, source }, VALIDATION_TIMEOUT_MS)
    return done.kind === 'validated' ? done.violations : []
  } catch (error) {
    if (error instanceof TaskTimeout) {
      return [violation('timeout', `the validation took longer than ${VALIDATION_TIMEOUT_MS} ms`)]
    }
    throw error
  }
}

function violation(keyword: string, message: string): Violation {
  return { instancePath: '', schemaPath: '', keyword, params: {}, message }
}

async function imagesFor(
  tools: RenderTools,
  { slug, data }: DocumentRequest,
  { compiled, options }: { readonly compiled: CompiledTemplate; readonly options: RenderOptions },
): Promise<ReadonlyMap<string, LoadedImage>> {
  const requests = collectImages(compiled, data, options)
  if (!requests.ok) throw renderError(slug, requests.error)
  if (requests.value.length === 0) return new Map()
  const loaded = await loadImages(requests.value, tools.images)
  if (loaded.ok) return loaded.value
  const { tag, part, reason } = loaded.error
  throw new ApiError('IMAGE_FETCH_ERROR', `The image of ${tag} could not be had: ${reason}.`, {
    details: { tag, part, reason },
  })
}

async function renderSomewhere(
  { workers }: RenderTools,
  { data, sizeBytes, json }: DocumentRequest,
  { template, compiled, options }: Found & { readonly options: RenderOptions },
): Promise<Result<Buffer, RenderProblem>> {
  if (sizeBytes <= INLINE_BYTES) return renderTemplate(compiled, data, options)
  const { version, folder } = template
  try {
    const done = await workers.run(
      { kind: 'render', version, folder, source: sourceOf(data, json), options },
      RENDER_TIMEOUT_MS,
    )
    if (done.kind !== 'rendered') throw new Error('the render thread answered another question')
    return done.result.ok ? { ok: true, value: Buffer.from(done.result.value.buffer) } : done.result
  } catch (error) {
    if (error instanceof TaskTimeout) {
      throw new ApiError('RENDER_ERROR', 'The render took too long.', {
        details: { reason: 'timeout' },
      })
    }
    throw error
  }
}

function sourceOf(data: unknown, json: Buffer | undefined): DataSource {
  return json === undefined ? { kind: 'value', data } : { kind: 'json', json }
}

function renderError(slug: Slug, problem: RenderProblem): ApiError {
  if (problem.kind === 'missing-values') {
    const { paths } = problem
    const message = `The data lacks values that ${slug} needs: ${paths.slice(0, 5).join(', ')}.`
    const errors = paths.map((path) => missing(path))
    return new ApiError('INVALID_DATA', message, { details: { slug, missing: paths, errors } })
  }
  const [first] = problem.problems
  return new ApiError('RENDER_ERROR', describeProblem(slug, first), {
    details: { slug, reason: problem.kind, problems: problem.problems },
  })
}

function missing(path: string): Violation {
  return {
    instancePath: `/${path.replaceAll('.', '/')}`,
    schemaPath: '#/strict',
    keyword: 'required',
    params: { missingProperty: path },
    message: `must have a value for ${path}`,
  }
}

function describeProblem(slug: Slug, problem: TemplateProblem | undefined): string {
  if (problem === undefined) return `The template ${slug} cannot be rendered.`
  const where = problem.tag === '' ? problem.part : `${problem.tag} in ${problem.part}`
  return `The template ${slug} cannot be rendered: ${where}: ${problem.message}`
}
