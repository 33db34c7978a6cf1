import { Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import {
  importRecords,
  type ImportOutcome,
  type ImportProgress,
  type ImportRequest,
} from '../actions/import-records.ts'
import type { RowResult } from '../actions/import-batch.ts'
import { importSource, type ImportFormat } from '../actions/import-source.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError, apiError, ERRORS } from '../errors.ts'
import { spool, TooLarge, type SpooledFile } from '../files/spool.ts'
import { demand } from '../identity/rights.ts'
import { parseImport, type ImportOptions } from '../query/import-options.ts'
import { ClientGone, clientSignal } from '../http/client-gone.ts'
import { modelOf, queryOf, viewOf, type Exchange } from '../http/context.ts'
import { refusalOf } from '../http/errors.ts'

/** The content types of files, in the order in which they are offered. */
export const IMPORT_TYPES: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
}

/**
 * POST /{modelo}/import: many records from a file.
 * @source docs/decisions/0204-erp-imports.md
 */
export async function importFile(exchange: Exchange): Promise<FastifyReply> {
  const { tools, request, reply, caller } = exchange
  const model = modelOf(exchange)
  demand(caller.rights, model, 'crear')
  const parsed = parseImport(queryOf(request))
  if (!parsed.ok) throw new ApiError(parsed.error)
  const options = parsed.value
  const format = formatOf(request)
  const signal = clientSignal(reply)
  const file = await spoolBody(exchange, signal)
  const giveBack = await turnFor(exchange, file, signal)
  const answer = answerOf(request, { model, options })
  const importTools = { ...tools, counters: tools.imports.counters }
  const run = async (onBatch: ImportRequest['onBatch']) => {
    try {
      const seen = viewOf(exchange).modelFor(model, 'crear')
      const rows = () => importSource(seen, { path: file.path, format, sheet: options.sheet })
      return await importRecords(importTools, caller, { model, ...options, rows, signal, onBatch })
    } finally {
      giveBack()
      await file.remove()
    }
  }
  if (answer.kind === 'whole') {
    const outcome = await run(() => Promise.resolve())
    return sendOutcome(reply, { model, options, outcome })
  }
  const parts = streamOf(run, { ...answer, request })
  return reply.type(answer.type).send(Readable.from(parts, { objectMode: false }))
}

function formatOf(request: FastifyRequest): ImportFormat {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  const format = IMPORT_TYPES[type.trim().toLowerCase()]
  if (format !== undefined) return format
  const allowed = Object.keys(IMPORT_TYPES).join(', ')
  throw apiError('UNSUPPORTED_MEDIA_TYPE', `The content type must be one of ${allowed}.`)
}

async function spoolBody(exchange: Exchange, signal: AbortSignal): Promise<SpooledFile> {
  const { tools, request, reply } = exchange
  // The parser of these content types hands the stream on as it is.
  const body = request.body as Readable | undefined
  if (body === undefined) throw apiError('VALIDATION', 'The body must hold the file.')
  const { maxBytes, folder } = tools.imports
  try {
    return await spool(body, { path: folder.newFile(), maxBytes, signal })
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    // What is still to come is not kept.
    reply.header('connection', 'close')
    const message = `A file may have ${Math.floor(maxBytes / 1_048_576)} MiB at most.`
    throw apiError('PAYLOAD_TOO_LARGE', message)
  }
}

/** Waits for the import's turn; a client that leaves before it begins leaves no file and no turn behind either. */
async function turnFor(
  { tools, reply }: Exchange,
  file: SpooledFile,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    const giveBack = await tools.imports.turns.take(signal)
    reply.raw.once('close', giveBack)
    reply.raw.once('close', () => {
      file.remove().catch(() => undefined)
    })
    return giveBack
  } catch (error) {
    await file.remove()
    throw error
  }
}

interface Described {
  readonly model: Model
  readonly options: ImportOptions
}

interface Answered extends Described {
  readonly outcome: ImportOutcome
}

/** How the answer is written: at once, or while the import goes on. */
type Answer =
  | { readonly kind: 'whole' }
  | (Described & { readonly kind: 'lines' | 'results'; readonly type: string })

function answerOf(request: FastifyRequest, described: Described): Answer {
  const isLines = /application\/(?:x-ndjson|jsonl)/.test(request.headers.accept ?? '')
  if (isLines) return { kind: 'lines', type: 'application/x-ndjson; charset=utf-8', ...described }
  if (described.options.mode === 'all') return { kind: 'whole' }
  return { kind: 'results', type: 'application/json; charset=utf-8', ...described }
}

function metaOf({ model, options, outcome }: Answered): object {
  const { total, created, updated, failed, problemCount, isKept } = outcome
  const isRefused = options.mode === 'all' && failed > 0
  return {
    model: model.name,
    mode: options.mode,
    dry_run: options.isDryRun,
    total,
    succeeded: isRefused ? 0 : created + updated,
    failed,
    created: isRefused ? 0 : created,
    updated: isRefused ? 0 : updated,
    problems: problemCount,
    kept: isKept,
  }
}

function sendOutcome(reply: FastifyReply, answered: Answered): FastifyReply {
  const { outcome } = answered
  const [first] = outcome.problems
  if (first !== undefined) reply.code(ERRORS[first.code].status)
  return reply.type('application/json; charset=utf-8').send(envelope(answered))
}

function envelope(answered: Answered): string {
  const { created, updated, problems } = answered.outcome
  const isRefused = problems.length > 0
  return JSON.stringify({
    data: isRefused ? null : { created, updated },
    meta: metaOf(answered),
    errors: isRefused ? problems : null,
  })
}

type Run = (onBatch: ImportRequest['onBatch']) => Promise<ImportOutcome>

/**
 * The answer as the import makes it: the status has left before the end is known, so the last line, or the end of the
 * envelope, tells it.
 */
async function* streamOf(
  run: Run,
  answer: Exclude<Answer, { kind: 'whole' }> & { readonly request: FastifyRequest },
): AsyncGenerator<string> {
  const batches = handOver<readonly [ImportProgress, readonly RowResult[]]>()
  const outcome = run((progress, results) => batches.put([progress, results])).finally(() =>
    batches.end(),
  )
  // Awaited below; without this a failure before the first batch would count as unhandled.
  outcome.catch(() => undefined)
  const isEnvelope = answer.kind === 'results'
  const state = { separator: '', progress: NOTHING_YET }
  if (isEnvelope) yield '{"data":{"results":['
  for await (const [progress, results] of batches) {
    state.progress = progress
    if (!isEnvelope) yield `${JSON.stringify({ progress })}\n`
    if (answer.options.mode !== 'rows') continue
    for (const result of results) {
      yield isEnvelope
        ? state.separator + JSON.stringify(rowEntry(result))
        : `${JSON.stringify(rowEntry(result))}\n`
      state.separator = ','
    }
  }
  try {
    const ended = { ...answer, outcome: await outcome }
    if (isEnvelope) yield `]},"meta":${JSON.stringify(metaOf(ended))},"errors":null}`
    else yield `${lastLine(ended)}\n`
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ClientGone) throw error
    const errors = JSON.stringify(refusalOf(error, answer.request).errors)
    const meta = JSON.stringify(metaOfBroken(answer, state.progress))
    if (isEnvelope) yield `]},"meta":${meta},"errors":${errors}}`
    else yield `{"data":null,"meta":${meta},"errors":${errors}}\n`
  }
}

const NOTHING_YET: ImportProgress = { total: 0, created: 0, updated: 0, failed: 0 }

/** What is told of an import that came so far and no further: of the rows behind that, nothing was written. */
function metaOfBroken({ model, options }: Described, progress: ImportProgress): object {
  const { total, created, updated, failed } = progress
  const isKept = options.mode === 'rows' && !options.isDryRun
  return {
    model: model.name,
    mode: options.mode,
    dry_run: options.isDryRun,
    total,
    succeeded: isKept ? created + updated : 0,
    failed,
    created: isKept ? created : 0,
    updated: isKept ? updated : 0,
    kept: isKept,
  }
}

function lastLine(answered: Answered): string {
  if (answered.options.mode === 'all') return envelope(answered)
  return JSON.stringify({ data: {}, meta: metaOf(answered), errors: null })
}

function rowEntry(result: RowResult): object {
  if (result.kind === 'failed') return { row: result.row, ok: false, errors: result.errors }
  return { row: result.row, ok: true, id: Number(result.id), action: result.kind }
}

/** Hands values from a writer that waits to a reader: `put` returns when the reader has taken the value. */
function handOver<T>(): AsyncIterable<T> & { put(value: T): Promise<void>; end(): void } {
  const stream = new TransformStream<T, T>()
  const writer = stream.writable.getWriter()
  // A reader that stops makes `put` fail, which is where it is noticed.
  writer.closed.catch(() => undefined)
  return {
    put: (value) => writer.write(value),
    end: () => {
      writer.close().catch(() => undefined)
    },
    [Symbol.asyncIterator]: () => stream.readable[Symbol.asyncIterator](),
  }
}
