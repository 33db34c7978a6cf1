import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { ApiError, invalidInput } from '../errors.ts'
import { inBoth, say, type Told } from '../messages/say.ts'
import { createScratchFolder, removeScratchFolder } from '../office/scratch-folder.ts'
import { MergedPdf, type MergeOptions } from '../pdf/merged-pdf.ts'
import type { PageSelection } from '../pdf/page-selection.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { PdfProblem } from '../pdf/pdf-problem.ts'
import type { Disk } from '../store/durable-files.ts'
import { convertDocument, type ConversionTools } from './convert-document.ts'
import { inSteps } from './in-steps.ts'
import { renderDocument, type DocumentRequest, type RenderTools } from './render-document.ts'

export interface MergeTools extends RenderTools, ConversionTools {
  /** Documents that are made before their turn. */
  readonly conversionsAhead: number
  readonly tmpDir: string
  readonly disk: Disk
}

/** A document of a template, or a PDF as it is. */
export type MergeItem = {
  readonly title: string | undefined
  readonly pages: PageSelection | undefined
} & (
  | { readonly kind: 'document'; readonly request: DocumentRequest }
  | { readonly kind: 'pdf'; readonly bytes: Buffer }
)

export interface MergeJob {
  readonly items: AsyncIterable<MergeItem> | Iterable<MergeItem>
  readonly options: MergeOptions
  readonly signal: AbortSignal
}

/** A PDF on the disk, for its receiver to read and then to remove. */
export interface MergedFile {
  readonly path: string
  readonly sizeBytes: number
  remove(): Promise<void>
}

// A PDF that no viewer of today opens with pleasure.
const MAX_BYTES = 2 * 1024 ** 3
const MAX_PAGES = 100_000
// A full queue is worked off in some seconds.
const TURN_MS = 500
const MAX_TURNS = 60
// Ten thousand letters of 50 ms take eight minutes.
const MAX_SECONDS = 3_600

/**
 * One PDF of many documents, in their order, on the disk: memory holds those that are made now. All or none: nothing
 * is left of one that fails.
 * @throws ApiError; with the item's index in `details`
 */
export async function mergeDocuments(tools: MergeTools, job: MergeJob): Promise<MergedFile> {
  const folder = await createScratchFolder(tools.tmpDir, 'merge')
  try {
    const path = join(folder, 'merged.pdf')
    const merged = new MergedPdf(job.options)
    await addItems(tools, job, { merged, path })
    if (merged.pages === 0) throw invalidInput([{ path: ['items'], message: 'have no pages' }])
    merged.finish()
    await tools.disk.append(path, merged.take())
    const { sizeBytes } = merged
    return { path, sizeBytes, remove: () => removeScratchFolder(folder) }
  } catch (error) {
    await removeScratchFolder(folder)
    throw error
  }
}

interface Target {
  readonly merged: MergedPdf
  readonly path: string
}

async function addItems(tools: MergeTools, job: MergeJob, target: Target): Promise<void> {
  const limit = AbortSignal.timeout(MAX_SECONDS * 1_000)
  const stop = new AbortController()
  const signal = AbortSignal.any([job.signal, limit, stop.signal])
  try {
    for await (const { item, index, pdf } of made(tools, job.items, signal)) {
      signal.throwIfAborted()
      const bytes = await pdf.catch((error: unknown) => withIndex(error, index))
      await addItem(target, { item, index, bytes }, signal)
      await tools.disk.append(target.path, target.merged.take())
    }
  } catch (error) {
    // Nobody waits for the rest.
    if (job.signal.aborted) throw abandoned()
    throw limit.aborted
      ? tooMuch('timeout', say('The PDF would take more than %{max} s.', { max: MAX_SECONDS }))
      : error
  } finally {
    // What is made ahead leaves the queue.
    stop.abort()
  }
}

interface Made {
  readonly item: MergeItem
  readonly index: number
  readonly pdf: Promise<Buffer>
}

/** The items in their order with their PDFs, of which some more than there are offices are made ahead. */
async function* made(
  tools: MergeTools,
  items: MergeJob['items'],
  signal: AbortSignal,
): AsyncGenerator<Made> {
  const ahead: Made[] = []
  let index = 0
  for await (const item of items) {
    const pdf = pdfOf(tools, item, signal)
    // Whoever takes it sees the failure; before that it is nobody's.
    pdf.catch(() => undefined)
    ahead.push({ item, index, pdf })
    index += 1
    const next = ahead.length > tools.conversionsAhead ? ahead.shift() : undefined
    if (next !== undefined) yield next
  }
  yield* ahead
}

async function pdfOf(tools: MergeTools, item: MergeItem, signal: AbortSignal): Promise<Buffer> {
  if (item.kind === 'pdf') return item.bytes
  const { request } = item
  const docx = await renderDocument(tools, request)
  for (let turn = 1; ; turn += 1) {
    try {
      return await convertDocument(tools, docx, { signal, origin: request.slug })
    } catch (error) {
      // What was made of a long merge is not thrown away because others came in a crowd.
      if (!isCrowded(error) || turn === MAX_TURNS) throw error
      await delay(TURN_MS, undefined, { signal })
    }
  }
}

/** Whether too many conversions wait for this one to be accepted. */
function isCrowded(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'OFFICE_UNAVAILABLE') return false
  const { details } = error
  return details !== undefined && 'reason' in details && details.reason === 'busy'
}

async function addItem(
  { merged }: Target,
  {
    item,
    index,
    bytes,
  }: { readonly item: MergeItem; readonly index: number; readonly bytes: Buffer },
  signal: AbortSignal,
): Promise<void> {
  const { title, pages } = item
  const field = item.kind === 'pdf' ? 'content' : 'slug'
  const refuse = (name: string, message: Told) =>
    invalidInput([{ path: ['items', index, name], message }])
  try {
    const count = await inSteps(merged.add({ file: PdfFile.open(bytes), title, pages }), signal)
    if (count === 0) throw refuse('pages', 'are none that the document has')
  } catch (error) {
    if (error instanceof PdfProblem)
      throw refuse(field, say('is no PDF that can be read: %{why}', { why: inBoth(error.told) }))
    throw error
  }
  if (merged.pages > MAX_PAGES)
    throw tooMuch(
      'too-large',
      say('The PDF would take more than %{max} pages.', { max: MAX_PAGES }),
    )
  if (merged.sizeBytes > MAX_BYTES)
    throw tooMuch(
      'too-large',
      say('The PDF would take more than %{max} bytes.', { max: MAX_BYTES }),
    )
}

/** An item's failure, which names the item. */
export function withIndex(error: unknown, index: number): never {
  if (!(error instanceof ApiError)) throw error
  throw new ApiError(
    error.code,
    say('%{place}: %{what}', { place: `items.${index}`, what: error.told }),
    {
      details: (language) => ({ ...error.detailsIn(language), index }),
      headers: error.headers,
    },
  )
}

function tooMuch(reason: string, message: Told): ApiError {
  return new ApiError('CONVERSION_ERROR', message, { details: { reason } })
}

function abandoned(): ApiError {
  return new ApiError('CONVERSION_ERROR', 'The client went away.', {
    details: { reason: 'failed' },
  })
}
