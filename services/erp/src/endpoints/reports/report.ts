import type { FastifyReply } from 'fastify'
import type { JsonSchema } from '@oficina/api/kind.ts'
import type { Parameters, Values } from '@oficina/api/parameter.ts'
import type { Language } from '@oficina/words/language.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import { apiError } from '../../errors.ts'
import { viewOf, type Asking, type Exchange } from '../../http/context.ts'
import { speechOf } from '../../http/request-speech.ts'
import { demand } from '../../identity/rights.ts'
import { SEES_ONLY_SOME } from '../../messages/access.ts'
import { PAGES, success } from '../answers.ts'
import { endpoint, readQuery, type Endpoint } from '../endpoint.ts'
import { sendAnswer, type ReadReport, type ReportAnswer } from './report-answer.ts'
import { FILE_TYPES, FORMAT, sendReportFile } from './report-file.ts'
import type {
  ReportColumn,
  ReportDescription,
  ReportFile,
  ReportParameter,
  ReportRows,
  RightNeeded,
} from './report-words.ts'

type Names<P> = Exclude<keyof P & string, 'page' | 'per_page'>

interface Declared<
  N extends Parameters,
  Q extends Parameters,
  A extends ReportDescription['answer'],
> {
  /** Below `/api/v1/reports`; its first part is its name. */
  readonly path: string
  readonly summary: string
  readonly named?: N
  readonly query: Q
  readonly failures: readonly number[]
  readonly report: ReportDescription & {
    readonly parameters: Readonly<Record<Names<N> | Names<Q>, ReportParameter>>
    readonly answer: A
  }
}

interface DeclaredRows<N extends Parameters, Q extends Parameters> extends Declared<
  N,
  Q,
  ReportRows
> {
  /** Beyond the rights that the report names. */
  readonly demands?: (asking: Asking & { readonly values: Values<N> }) => void
  /** What it found; how that leaves, as JSON or as a file, is not its business. */
  readonly answer: (
    asking: Asking & { readonly values: Values<N> & Values<Q>; readonly language: Language },
  ) => Promise<ReportAnswer>
}

interface DeclaredFile<N extends Parameters, Q extends Parameters> extends Declared<
  N,
  Q,
  ReportFile
> {
  readonly handle: (
    call: Exchange & { readonly values: Values<N> & Values<Q> },
  ) => Promise<FastifyReply>
}

/**
 * An endpoint of a report. What it tells the catalog is what it holds its callers to, and what its answers are described
 * by, so that a console can show it without knowing it.
 * @source docs/decisions/0260-erp-report-catalog.md
 */
export function reportEndpoint<N extends Parameters, Q extends Parameters>(
  declared: DeclaredRows<N, Q>,
): Endpoint {
  const { answer, demands, named, query } = declared
  const demandAll = (asking: Asking & { readonly values: Values<N> }) => {
    demandRights(asking, declared.report)
    demands?.(asking)
  }
  return endpoint<N, Q & typeof FORMAT>({
    ...common(declared),
    query: { ...query, ...FORMAT },
    ...(named === undefined ? { readReport: readerOf(declared) } : {}),
    answers: { 200: rowsAnswer(declared.report.answer, query) },
    demands: demandAll,
    handle: async (exchange) => {
      const { values } = exchange
      const { language } = speechOf(exchange.request)
      // Its kind is that of FORMAT, whatever else the report is asked.
      const format = values.format as Values<typeof FORMAT>['format']
      if (format === 'json') {
        return sendAnswer(exchange.reply, await answer({ ...exchange, language }))
      }
      return await sendReportFile(exchange, format, {
        report: declared.report,
        parameters: { ...named, ...query },
        values,
        ask: async (whole) =>
          await answer({ ...exchange, language, values: { ...values, ...whole } }),
      })
    },
  })
}

/** A report that is a file of its own kind, such as one that the SAT wants. */
export function fileReportEndpoint<N extends Parameters, Q extends Parameters>(
  declared: DeclaredFile<N, Q>,
): Endpoint {
  const { type } = declared.report.answer.file
  return endpoint<N, Q>({
    ...common(declared),
    query: declared.query,
    sendsFile: true,
    answers: { 200: { description: 'The file.', content: { [type]: { schema: {} } } } },
    demands: (call) => demandRights(call, declared.report),
    handle: declared.handle,
  })
}

/** What every endpoint of a report is. */
function common<N extends Parameters, Q extends Parameters, A extends ReportDescription['answer']>({
  path,
  summary,
  named,
  failures,
  report,
}: Declared<N, Q, A>) {
  return {
    summary,
    failures,
    report,
    ...(named === undefined ? {} : { named }),
    method: 'GET',
    auth: 'bearer',
    tag: 'reports',
    path: `/api/v1/reports/${path}`,
  } as const
}

/** The report for whoever asks for it beside requests. */
function readerOf<N extends Parameters, Q extends Parameters>({
  answer,
  query,
  report,
}: DeclaredRows<N, Q>): ReadReport {
  return (asking, texts) => {
    demandRights(asking, report)
    // Nobody chose one for a request, since there is none: papers are Spanish where nobody prefers English.
    const language = asking.caller.language ?? 'es'
    // Its path names nothing.
    const values = readQuery(query, texts) as Values<N> & Values<Q>
    return {
      report,
      parameters: query,
      values,
      ask: async (whole) => await answer({ ...asking, language, values: { ...values, ...whole } }),
    }
  }
}

function rowsAnswer(answer: ReportRows, query: Parameters): JsonSchema {
  const file = { schema: { type: 'string', format: 'binary' } }
  return {
    description: 'The rows, or all of them as a file.',
    content: {
      'application/json': { schema: success(rowsSchema(answer), metaSchema(answer, query)) },
      [FILE_TYPES.xlsx]: file,
      [FILE_TYPES.pdf]: file,
    },
  }
}

/** Every row has every column and nothing else. */
function rowsSchema({ columns }: ReportRows): JsonSchema {
  return {
    type: 'array',
    items: {
      type: 'object',
      required: columns.map(({ name }) => name),
      additionalProperties: false,
      properties: Object.fromEntries(columns.map((column) => [column.name, valueSchema(column)])),
    },
  }
}

function valueSchema({ type, choices }: ReportColumn): JsonSchema {
  switch (type) {
    case 'money':
    case 'quantity':
      return { type: ['number', 'null'] }
    case 'integer':
    case 'reference':
      return { type: ['integer', 'null'] }
    case 'references':
      return { type: 'array', items: { type: 'integer' } }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: ['string', 'null'], format: 'date' }
    case 'instant':
      return { type: ['string', 'null'], format: 'date-time' }
    case 'text':
      return { type: ['string', 'null'] }
    case 'choice':
      return choices === undefined
        ? { type: ['string', 'null'] }
        : { enum: [...Object.keys(choices), null] }
    case 'json':
      return {}
  }
}

function metaSchema({ totals = [], days = [] }: ReportRows, query: Parameters): JsonSchema {
  const own = {
    type: 'object',
    required: [...days, ...totals.map(({ name }) => name)],
    properties: {
      ...Object.fromEntries(days.map((name) => [name, { type: ['string', 'null'] }])),
      ...Object.fromEntries(
        totals.map(({ name, type }) => [name, { type: type === 'integer' ? type : 'number' }]),
      ),
    },
  }
  return Object.hasOwn(query, 'page') ? { allOf: [PAGES, own] } : own
}

/** All records of these models entirely: a report with sums says something about each of them. */
export function wholly(...models: readonly string[]): readonly RightNeeded[] {
  return models.map((model) => ({ model, right: 'leer', sees: 'whole' }))
}

export function modelNamed(registry: Registry, name: string): Model {
  const model = registry.models.get(name)
  if (model === undefined) throw new Error(`the dictionary has no ${name}`)
  return model
}

function demandRights(asking: Asking, { rights }: ReportDescription): void {
  for (const needed of rights) demandNeeded(asking, needed)
}

function demandNeeded(asking: Asking, { model: name, right, sees }: RightNeeded): void {
  const model = modelNamed(asking.tools.registry, name)
  demand(asking.caller.rights, model, right)
  if (sees === 'some' || viewOf(asking).seesWhole(model)) return
  throw apiError('FORBIDDEN', SEES_ONLY_SOME({ model: name }))
}

/** A report with sums says something about each record: its reader must see all of them entirely. */
export function demandWhole(asking: Asking, model: string): void {
  demandNeeded(asking, { model, right: 'leer', sees: 'whole' })
}

/** Whether a report may show records of a model in words. */
export function seesWords(asking: Asking, name: string): boolean {
  return viewOf(asking).seesWhole(modelNamed(asking.tools.registry, name))
}
