import { Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { RowResult } from '../actions/import-draft.ts'
import type { ImportOutcome, ImportProgress, ImportRequest } from '../actions/import-records.ts'
import type { Model } from '../dictionary/types.ts'
import { ERRORS } from '../errors.ts'
import { spokenJson } from '../messages/message.ts'
import type { Speech } from '../messages/speech.ts'
import { ClientGone } from './client-gone.ts'
import type { PublicExchange } from './context.ts'
import { refusalOf } from './errors.ts'
import { speechOf } from './request-speech.ts'

/** Runs the import; `onBatch` gets each batch and is awaited. */
export type RunImport = (onBatch: ImportRequest['onBatch']) => Promise<ImportOutcome>

/** Answers with the results of an import: at its end, or while it runs. */
export async function sendImport(
  { request, reply }: PublicExchange,
  described: Described,
  run: RunImport,
): Promise<FastifyReply> {
  const answer = answerOf(request, described)
  if (answer.kind === 'whole') {
    const outcome = await run(() => Promise.resolve())
    return sendOutcome(reply, { ...described, outcome })
  }
  const parts = streamOf(run, { ...answer, request })
  return reply.type(answer.type).send(Readable.from(parts, { objectMode: false }))
}

/** An import as it was requested. */
interface Described {
  readonly model: Model
  readonly options: Pick<ImportRequest, 'mode' | 'isDryRun'>
}

interface Answered extends Described {
  readonly outcome: ImportOutcome
}

/** How the answer is written: at once, or while the import runs. */
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
  return reply
    .type('application/json; charset=utf-8')
    .send(envelope(answered, speechOf(reply.request)))
}

function envelope(answered: Answered, speech: Speech): string {
  const { created, updated, problems } = answered.outcome
  const isRefused = problems.length > 0
  const told = {
    data: isRefused ? null : { created, updated },
    meta: metaOf(answered),
    errors: isRefused ? problems : null,
  }
  return spokenJson(told, speech)
}

/**
 * The answer while the import runs: the status is sent before the outcome is known, so the last line, or the end of the
 * envelope, reports it.
 */
async function* streamOf(
  run: RunImport,
  answer: Exclude<Answer, { kind: 'whole' }> & { readonly request: FastifyRequest },
): AsyncGenerator<string> {
  const batches = handOver<readonly [ImportProgress, readonly RowResult[]]>()
  const outcome = run((progress, results) => batches.put([progress, results])).finally(() =>
    batches.end(),
  )
  // Awaited below; without this a failure before the first batch would count as unhandled.
  outcome.catch(() => undefined)
  const isEnvelope = answer.kind === 'results'
  const speech = speechOf(answer.request)
  const state = { separator: '', progress: NOTHING_YET }
  if (isEnvelope) yield '{"data":{"results":['
  for await (const [progress, results] of batches) {
    state.progress = progress
    if (!isEnvelope) yield `${JSON.stringify({ progress })}\n`
    if (answer.options.mode !== 'rows') continue
    for (const result of results) {
      yield isEnvelope
        ? state.separator + spokenJson(rowEntry(result), speech)
        : `${spokenJson(rowEntry(result), speech)}\n`
      state.separator = ','
    }
  }
  try {
    const ended = { ...answer, outcome: await outcome }
    if (isEnvelope) yield `]},"meta":${JSON.stringify(metaOf(ended))},"errors":null}`
    else yield `${lastLine(ended, speech)}\n`
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ClientGone) throw error
    const errors = spokenJson(refusalOf(error, answer.request).errors, speech)
    const meta = JSON.stringify(metaOfBroken(answer, state.progress))
    if (isEnvelope) yield `]},"meta":${meta},"errors":${errors}}`
    else yield `{"data":null,"meta":${meta},"errors":${errors}}\n`
  }
}

const NOTHING_YET: ImportProgress = { total: 0, created: 0, updated: 0, failed: 0 }

/** The report of an import that stopped early: the rows after that point were not written. */
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

function lastLine(answered: Answered, speech: Speech): string {
  if (answered.options.mode === 'all') return envelope(answered, speech)
  return JSON.stringify({ data: {}, meta: metaOf(answered), errors: null })
}

function rowEntry(result: RowResult): object {
  if (result.kind === 'failed') return { row: result.row, ok: false, errors: result.errors }
  return { row: result.row, ok: true, id: Number(result.id), action: result.kind }
}

/** Hands values from a waiting writer to a reader: `put` returns when the reader has taken the value. */
function handOver<T>(): AsyncIterable<T> & { put(value: T): Promise<void>; end(): void } {
  const stream = new TransformStream<T, T>()
  const writer = stream.writable.getWriter()
  // A reader that stops makes `put` fail, which is how the writer notices.
  writer.closed.catch(() => undefined)
  return {
    put: (value) => writer.write(value),
    end: () => {
      writer.close().catch(() => undefined)
    },
    [Symbol.asyncIterator]: () => stream.readable[Symbol.asyncIterator](),
  }
}
