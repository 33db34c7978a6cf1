import { type Result } from '@oficina/kit/result.ts'

import type { CompiledTemplate } from '../docx/compile/compiled-template.ts'
import type { ImageRequest, LoadedImage } from '../docx/render/loaded-image.ts'
import type { RenderOptions } from '../docx/render/render-options.ts'
import type { RenderProblem } from '../docx/render/render-problem.ts'
import { problemIn, type TemplateProblem } from '../docx/tags/template-problem.ts'
import { collectImages, renderTemplate } from '../docx/template.ts'
import { ApiError, templateNotFound } from '../errors.ts'
import { loadImages, type ImageSources } from '../images/load-images.ts'
import { inBoth, say, type Told } from '../messages/say.ts'
import type { Slug } from '../store/slug.ts'
import type { Compiled, TemplateCache } from '../store/template-cache.ts'
import type { TemplateStore, TemplateVersion } from '../store/template-store.ts'
import { violationIn, type Violation } from './data-schema.ts'
import type { RenderBatches } from './render-batches.ts'
import { isQuick, isTiny, type RequestData } from './request-data.ts'
import { TaskTimeout, TaskTooLarge, type TaskThreads } from './task-threads.ts'
import type { TaskResult } from './task.ts'
import { textsFor, type TranslationCache } from './translations.ts'
import { validateData, type SchemaCache } from './validate-data.ts'

export interface RenderTools {
  readonly store: TemplateStore
  readonly cache: TemplateCache
  readonly schemas: SchemaCache
  readonly translations: TranslationCache
  readonly validationTimeoutMs: number
  readonly threads: TaskThreads
  readonly batches: RenderBatches
  readonly images: ImageSources
  /** How dates and numbers are written when the request does not say. */
  readonly defaults: { readonly locale: string; readonly timezone: string }
}

export interface DocumentRequest {
  readonly slug: Slug
  readonly data: RequestData
  readonly isStrict: boolean
  readonly locale: string | undefined
  readonly timezone: string | undefined
}

// Nested sections make much out of little data: a render that grows beyond this is started again in another thread.
const INLINE_BUDGET = { maxIterations: 20_000, maxOutputBytes: 2 * 1024 * 1024 }
// Looking for images begins in this thread, so it may take only a fraction of a render's budget here.
const IMAGE_SEARCH_BUDGET = { maxIterations: 200_000 }
const RENDER_TIMEOUT_MS = 30_000
// A template that is replaced at the same moment is looked up again, this often.
export const MAX_ATTEMPTS = 10

/**
 * Renders a template with data to the bytes of a .docx.
 * @throws ApiError TEMPLATE_NOT_FOUND, INVALID_DATA, IMAGE_FETCH_ERROR, RENDER_ERROR
 * @source docs/contract/documents.md, POST /render request
 */
export async function renderDocument(
  tools: RenderTools,
  request: DocumentRequest,
): Promise<Buffer> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await findCompiled(tools, request.slug)
    // A version that is replaced and removed meanwhile takes its schema with it; the next version has its own.
    if (!(await validateData(tools, found.template, request.data))) continue
    const rendered = await renderVersion(tools, request, found)
    if (rendered === 'gone') continue
    if (!rendered.ok) throw renderError(request.slug, rendered.error)
    return rendered.value
  }
  throw templateNotFound(request.slug)
}

/**
 * Renders a template that is not stored, within the budget of renders in this thread.
 * @throws ApiError IMAGE_FETCH_ERROR, RENDER_ERROR
 * @source docs/decisions/0148-documents-studio.md
 */
export async function renderDraft(
  tools: RenderTools,
  request: DocumentRequest,
  compiled: CompiledTemplate,
): Promise<Buffer> {
  const { locale = tools.defaults.locale, timezone = tools.defaults.timezone } = request
  // Its translations are those of a stored template alone.
  const plain = { strict: request.isStrict, locale, timezone }
  const requests = imagesHere(request, compiled, plain)
  const images = await imagesFor(tools, request, requests)
  const options = images.size === 0 ? plain : { ...plain, images }
  const rendered = renderTemplate(compiled, request.data.values, {
    ...options,
    budget: INLINE_BUDGET,
  })
  if (!rendered.ok) throw renderError(request.slug, rendered.error)
  return rendered.value
}

async function renderVersion(
  tools: RenderTools,
  request: DocumentRequest,
  found: Found,
): Promise<Result<Buffer, RenderProblem> | 'gone'> {
  const plain = await renderOptions(tools, request, found.template)
  if (plain === 'gone') return 'gone'
  const here = imagesHere(request, found.compiled, plain)
  const isLong = !here.ok && here.error.kind === 'over-budget'
  const aside = isLong ? await imagesAside(tools.threads, request, { found, options: plain }) : here
  const images = await imagesFor(tools, request, aside ?? here)
  const options = images.size === 0 ? plain : { ...plain, images }
  if (isQuick(request.data)) {
    const quick = { ...options, budget: INLINE_BUDGET }
    const done =
      (await renderInBatch(tools.batches, request, { found, options: quick })) ??
      renderHere(request, found, quick)
    if (done.ok || done.error.kind !== 'over-budget') return done
  }
  const rendered = await renderAside(tools.threads, request, { found, options })
  return rendered ?? renderHere(request, found, options)
}

interface Found extends Compiled {
  readonly template: TemplateVersion
}

/** The template and its compiled form; looked up again when it was replaced between the two. */
export async function findCompiled(
  { store, cache }: Pick<RenderTools, 'store' | 'cache'>,
  slug: Slug,
): Promise<Found> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const template = await store.find(slug)
    if (template === undefined) throw templateNotFound(slug)
    const found = await cache.find({ ...template, read: () => store.readDocx(template) })
    if (found !== undefined) return { template, ...found }
  }
  throw templateNotFound(slug)
}

async function renderOptions(
  { defaults, store, translations }: RenderTools,
  { isStrict, locale = defaults.locale, timezone = defaults.timezone }: DocumentRequest,
  template: TemplateVersion,
): Promise<RenderOptions | 'gone'> {
  const texts = await translations.find(store, template)
  if (texts === 'gone') return 'gone'
  return {
    strict: isStrict,
    locale,
    timezone,
    ...(texts === undefined ? {} : { texts: textsFor(texts, locale) }),
  }
}

type ImageRequests = Result<readonly ImageRequest[], RenderProblem>

function imagesHere(
  { data }: DocumentRequest,
  compiled: CompiledTemplate,
  options: RenderOptions,
): ImageRequests {
  return collectImages(compiled, data.values, { ...options, budget: IMAGE_SEARCH_BUDGET })
}

async function imagesFor(
  tools: RenderTools,
  { slug }: DocumentRequest,
  requests: ImageRequests,
): Promise<ReadonlyMap<string, LoadedImage>> {
  if (!requests.ok) throw renderError(slug, requests.error)
  if (requests.value.length === 0) return new Map()
  const loaded = await loadImages(requests.value, tools.images)
  if (loaded.ok) return loaded.value
  const { tag, part, reason } = loaded.error
  throw new ApiError(
    'IMAGE_FETCH_ERROR',
    say('The image of %{tag} could not be loaded: %{why}.', { tag, why: say(reason) }),
    {
      details: { tag, part, reason },
    },
  )
}

function renderHere(
  { data }: DocumentRequest,
  { compiled }: Found,
  options: RenderOptions,
): Result<Buffer, RenderProblem> {
  return renderTemplate(compiled, data.values, options)
}

interface Aside {
  readonly found: Found
  readonly options: RenderOptions
}

/** Renders in another thread along with others, where that is of use; else undefined. */
async function renderInBatch(
  batches: RenderBatches,
  { data }: DocumentRequest,
  { found, options }: Aside,
): Promise<Result<Buffer, RenderProblem> | undefined> {
  const { source } = data
  // Whatever else would have to be copied costs more than the render.
  const isOnlyData =
    source.kind === 'json' &&
    found.composed === undefined &&
    options.images === undefined &&
    options.texts === undefined
  if (!isOnlyData || isTiny(data) || !batches.areUseful) return undefined
  const { template } = found
  const { version, folder } = template
  // A copy: the body may lie in memory that Node shares among buffers.
  const json = new Uint8Array(source.json)
  const task = { kind: 'render', version, folder, source: { kind: 'json', json }, options } as const
  const done = await batches.run(task, json.buffer)
  if (done?.kind !== 'rendered') return undefined
  return documentOf(done.result)
}

/** Renders in a worker thread; undefined when the version was removed before that thread had read it. */
async function renderAside(
  threads: TaskThreads,
  request: DocumentRequest,
  aside: Aside,
): Promise<Result<Buffer, RenderProblem> | undefined> {
  const done = await runAside(threads, request, { kind: 'render', ...aside })
  if (done.kind !== 'rendered') return undefined
  return documentOf(done.result)
}

function documentOf(result: Result<Uint8Array, RenderProblem>): Result<Buffer, RenderProblem> {
  if (!result.ok) return result
  const { buffer, byteOffset, byteLength } = result.value
  return { ok: true, value: Buffer.from(buffer, byteOffset, byteLength) }
}

/** Looks for the images of a document in a worker thread; undefined as above. */
async function imagesAside(
  threads: TaskThreads,
  request: DocumentRequest,
  aside: Aside,
): Promise<ImageRequests | undefined> {
  const done = await runAside(threads, request, { kind: 'find-images', ...aside })
  return done.kind === 'found-images' ? done.result : undefined
}

async function runAside(
  threads: TaskThreads,
  { data }: DocumentRequest,
  { kind, found, options }: Aside & { readonly kind: 'render' | 'find-images' },
): Promise<TaskResult> {
  const { folder } = found.template
  try {
    return await threads.run(
      { kind, ...fileOf(found), folder, source: data.source, options },
      { timeoutMs: RENDER_TIMEOUT_MS },
    )
  } catch (error) {
    if (error instanceof TaskTimeout) throw overBudget('The render took too long.', 'timeout')
    if (error instanceof TaskTooLarge)
      throw overBudget('The render took too much memory.', 'memory')
    throw error
  }
}

/** What a thread compiles, and the version that it keeps it under. */
function fileOf({ template, composed }: Found): {
  readonly version: string
  readonly docx?: Uint8Array
} {
  if (composed === undefined) return { version: template.version }
  const versions = [template.version, ...composed.includes.values()].map((one) => one ?? '')
  return { version: versions.join(' '), docx: composed.docx }
}

function overBudget(message: Told, reason: string): ApiError {
  return new ApiError('RENDER_ERROR', message, { details: { reason } })
}

function renderError(slug: Slug, problem: RenderProblem): ApiError {
  if (problem.kind === 'missing-values') {
    const { paths } = problem
    const message = say('The data lacks values that %{slug} needs: %{paths}.', {
      slug,
      paths: paths.slice(0, 5).join(', '),
    })
    const errors = paths.map((path) => missing(path))
    return new ApiError('INVALID_DATA', message, {
      details: (language) => ({ slug, missing: paths, errors: errors.map(violationIn(language)) }),
    })
  }
  const [first] = problem.problems
  return new ApiError('RENDER_ERROR', describeProblem(slug, first), {
    details: (language) => ({
      slug,
      reason: problem.kind,
      problems: problem.problems.map(problemIn(language)),
    }),
  })
}

function missing(path: string): Violation {
  return {
    instancePath: `/${path.replaceAll('.', '/')}`,
    schemaPath: '#/strict',
    keyword: 'required',
    params: { missingProperty: path },
    message: say('must have a value for %{path}', { path }),
  }
}

function describeProblem(slug: Slug, problem: TemplateProblem | undefined): Told {
  if (problem === undefined) return say('The template %{slug} cannot be rendered.', { slug })
  const { tag, part } = problem
  const what = inBoth(problem.message)
  return tag === ''
    ? say('The template %{slug} cannot be rendered: %{part}: %{what}', { slug, part, what })
    : say('The template %{slug} cannot be rendered: %{tag} in %{part}: %{what}', {
        slug,
        tag,
        part,
        what,
      })
}
