import type { FastifyReply } from 'fastify'
import type { JsonSchema, Kind } from '@oficina/api/kind.ts'
import { described } from '@oficina/api/kinds.ts'
import type { Parameters, Values } from '@oficina/api/parameter.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import { apiError } from '../../errors.ts'
import { viewOf, type Exchange } from '../../http/context.ts'
import { demand } from '../../identity/rights.ts'
import { SEES_ONLY_SOME } from '../../messages/access.ts'
import { id as idKind } from '../../query/parameters.ts'
import { PAGES, success } from '../answers.ts'
import { endpoint, type Endpoint } from '../endpoint.ts'
import type {
  ReportColumn,
  ReportDescription,
  ReportParameter,
  ReportRows,
  RightNeeded,
} from './report-words.ts'

type Names<P> = Exclude<keyof P & string, 'page' | 'per_page'>

interface Declared<N extends Parameters, Q extends Parameters> {
  /** Below `/api/v1/reports`; its first part is its name. */
  readonly path: string
  readonly summary: string
  readonly named?: N
  readonly query: Q
  readonly failures: readonly number[]
  readonly report: ReportDescription & {
    readonly parameters: Readonly<Record<Names<N> | Names<Q>, ReportParameter>>
  }
  /** Beyond the rights that the report names. */
  readonly demands?: (call: Exchange & { readonly values: Values<N> }) => void
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
  declared: Declared<N, Q>,
): Endpoint {
  const { path, report, demands, query, ...rest } = declared
  return endpoint<N, Q>({
    ...rest,
    method: 'GET',
    auth: 'bearer',
    tag: 'reports',
    path: `/api/v1/reports/${path}`,
    query,
    report,
    ...('file' in report.answer ? { sendsFile: true as const } : {}),
    answers: { 200: answerSchema(report.answer, query) },
    demands: (call) => {
      for (const needed of report.rights) demandNeeded(call, needed)
      demands?.(call)
    },
  })
}

/** A record of this model. */
export function reference(model: string, description = `A ${model}.`): Kind<string> {
  const { schema, ...kind } = described(idKind, description)
  return { ...kind, schema: { ...schema, [REFERENCED]: model } }
}

/** The key of a parameter’s schema that names the model whose record it is. */
export const REFERENCED = 'x-references'

function answerSchema(answer: ReportDescription['answer'], query: Parameters): JsonSchema {
  if ('file' in answer) {
    return { description: 'The file.', content: { [answer.file.type]: { schema: {} } } }
  }
  return success(rowsSchema(answer), metaSchema(answer, query))
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

function demandNeeded(exchange: Exchange, { model: name, right, sees }: RightNeeded): void {
  const model = modelNamed(exchange.tools.registry, name)
  demand(exchange.caller.rights, model, right)
  if (sees === 'some' || viewOf(exchange).seesWhole(model)) return
  throw apiError('FORBIDDEN', SEES_ONLY_SOME({ model: name }))
}

/** A report with sums says something about each record: its reader must see all of them entirely. */
export function demandWhole(exchange: Exchange, model: string): void {
  demandNeeded(exchange, { model, right: 'leer', sees: 'whole' })
}

/** Whether a report may show records of a model in words. */
export function seesWords(exchange: Exchange, name: string): boolean {
  return viewOf(exchange).seesWhole(modelNamed(exchange.tools.registry, name))
}
