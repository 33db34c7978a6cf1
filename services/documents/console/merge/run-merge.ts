import { base64Of } from '../pdf/base64.ts'
import { api, ApiFailure } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import type { JsonObject } from '../templates/template-api.ts'
import { zipOf, type ZipEntry } from './zip-file.ts'

export type Output = 'pdf' | 'zip-pdf' | 'zip-docx'

/** A document that is to be made of a row. */
export interface MergeRow {
  /** Of the row in the sheet. */
  readonly index: number
  readonly title: string
  readonly data: JsonObject
}

export interface MergeJob {
  readonly slug: string
  readonly output: Output
  readonly rows: readonly MergeRow[]
  readonly look: { readonly locale?: string; readonly timezone?: string }
  /** Of one PDF. */
  readonly hasPageNumbers: boolean
  /** Options of PDFs, as the API has them. */
  readonly pdf: JsonObject
}

interface RowFailure {
  readonly index: number
  readonly message: string
}

export interface MergeOutcome {
  /** Undefined when no row could be made. */
  readonly file: Blob | undefined
  readonly made: number
  readonly failures: readonly RowFailure[]
}

export interface MergeProgress {
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/** Makes all documents; a row that fails is told and left out. @throws ApiFailure for what is not about one row */
export async function runMerge(job: MergeJob, progress: MergeProgress): Promise<MergeOutcome> {
  return job.output === 'pdf' ? await onePdf(job, progress) : await zipped(job, progress)
}

// Small enough to tell how far it is, and to be made again without a row that fails.
const CHUNK_ROWS = 10
// A line of the last request has 1 MB, and base64 a third more than the bytes; rows of a larger part are made once more.
const MAX_PART_BYTES = 700_000
const TIMEOUT_MS = 3_600_000

/** In parts, which are joined in the end. */
async function onePdf(job: MergeJob, progress: MergeProgress): Promise<MergeOutcome> {
  const lines: BlobPart[] = []
  const failures: RowFailure[] = []
  let made = 0
  for (let at = 0; at < job.rows.length; at += CHUNK_ROWS) {
    const part = await chunkPdf(job, job.rows.slice(at, at + CHUNK_ROWS), progress.signal)
    failures.push(...part.failures)
    made += part.rows.length
    for (const item of await itemsOfPart(job, part)) lines.push(`${JSON.stringify(item)}\n`)
    progress.onProgress(Math.min(at + CHUNK_ROWS, job.rows.length))
  }
  if (made === 0) return { file: undefined, made, failures }
  const numbers = job.hasPageNumbers ? { pageNumbers: { position: 'bottom-center' } } : {}
  const options = { ...job.look, ...numbers, pdf: job.pdf }
  const type = 'application/x-ndjson'
  const response = await api('/render/merge/lines', {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Blob([`${JSON.stringify(options)}\n`, ...lines], { type }),
    signal: progress.signal,
    timeoutMs: TIMEOUT_MS,
  })
  return { file: await response.blob(), made, failures }
}

async function itemsOfPart(job: MergeJob, { pdf, rows }: Chunk): Promise<readonly JsonObject[]> {
  if (pdf === undefined) return []
  if (pdf.size > MAX_PART_BYTES) return rows.map((row) => itemOf(job, row))
  return [{ content: await base64Of(pdf) }]
}

interface Chunk {
  readonly pdf: Blob | undefined
  readonly rows: readonly MergeRow[]
  readonly failures: readonly RowFailure[]
}

async function chunkPdf(
  job: MergeJob,
  rows: readonly MergeRow[],
  signal: AbortSignal,
): Promise<Chunk> {
  const failures: RowFailure[] = []
  let left = rows
  while (left.length > 0) {
    try {
      const items = left.map((row) => itemOf(job, row))
      return { pdf: await merged({ items, ...job.look }, signal), rows: left, failures }
    } catch (error) {
      const failed = failedAt(error)
      const row = failed === undefined ? undefined : left[failed]
      if (row === undefined) throw error
      failures.push({ index: row.index, message: failureText(error) })
      left = left.filter((one) => one !== row)
    }
  }
  return { pdf: undefined, rows: [], failures }
}

function itemOf({ slug }: MergeJob, { data, title }: MergeRow): JsonObject {
  return { slug, data, ...(title === '' ? {} : { title }) }
}

async function merged(body: JsonObject, signal: AbortSignal): Promise<Blob> {
  const options = { method: 'POST', body, signal, timeoutMs: TIMEOUT_MS }
  return await (await api('/render/merge', options)).blob()
}

/** Which of the items failed; undefined when the failure is not about one of them. */
function failedAt(error: unknown): number | undefined {
  const index = error instanceof ApiFailure ? error.details['index'] : undefined
  return typeof index === 'number' ? index : undefined
}

async function zipped(job: MergeJob, { signal, onProgress }: MergeProgress): Promise<MergeOutcome> {
  const format = job.output === 'zip-pdf' ? 'pdf' : 'docx'
  const entries: ZipEntry[] = []
  const failures: RowFailure[] = []
  const names = new Set<string>()
  const pdf = format === 'pdf' ? { pdf: job.pdf } : {}
  for (const [at, { index, title, data }] of job.rows.entries()) {
    const body = { slug: job.slug, format, data, ...job.look, ...pdf }
    try {
      const response = await api('/render', { method: 'POST', body, signal })
      const name = freeName(title === '' ? `${job.slug} ${index + 1}` : title, format, names)
      entries.push({ name, content: await response.blob() })
    } catch (error) {
      if (!(error instanceof ApiFailure) || !isAboutTheRow(error)) throw error
      failures.push({ index, message: failureText(error) })
    }
    onProgress(at + 1)
  }
  const file = entries.length === 0 ? undefined : await zipOf(entries)
  return { file, made: entries.length, failures }
}

/** No answer, no key, no template and no office are about all of them. */
function isAboutTheRow({ status }: ApiFailure): boolean {
  return ![0, 401, 404, 503, 507].includes(status)
}

const MAX_NAME = 120

function freeName(title: string, format: string, taken: Set<string>): string {
  const plain = title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, MAX_NAME)
  let name = `${plain}.${format}`
  for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${plain} (${copy}).${format}`
  taken.add(name.toLowerCase())
  return name
}
