import type { Parameter } from '@oficina/api/parameter.ts'

import type { Model } from '../../dictionary/types.ts'
import { viewOf, type Exchange } from '../../http/context.ts'
import { sendRaw } from '../../http/envelope.ts'
import { namesTag } from '../../http/if-none-match.ts'
import { mayDo } from '../../identity/rights.ts'
import { contentTag } from '../../query/content-tag.ts'
import { empty, ROWS, success } from '../answers.ts'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { columnChoices } from './column-choices.ts'
import { FORMATS } from './report-file.ts'
import { REFERENCED } from './report-references.ts'
import type {
  Opening,
  ReportColumn,
  ReportDescription,
  ReportParameter,
  ReportTotal,
  RightNeeded,
  TargetModel,
} from './report-words.ts'
import { modelNamed } from './report.ts'

interface Report extends Pick<Endpoint, 'path' | 'named' | 'query'> {
  readonly report: ReportDescription
}

/** What of the catalog depends on the caller. */
interface Reader {
  readonly mayOpen: (path: string) => boolean
  readonly mayRead: (model: string) => boolean
  readonly seesWhole: (model: string) => boolean
  readonly model: (name: string) => Model
}

/**
 * All reports that the caller may open, with what a console needs to ask for them and to show them.
 * @source docs/decisions/0260-erp-report-catalog.md
 */
export function catalogEndpoint(routes: () => readonly Endpoint[]): Endpoint {
  return endpoint({
    method: 'GET',
    path: '/api/v1/reports',
    auth: 'bearer',
    tag: 'reports',
    summary: 'The reports that the caller may open: parameters, columns, totals and shape of each',
    query: {},
    answers: { 200: success(ROWS), 304: empty('Unchanged.') },
    failures: [422],
    handle: async (exchange) => {
      const { request, reply } = exchange
      const all = routes().flatMap((route) =>
        route.report === undefined ? [] : [{ ...route, report: route.report }],
      )
      const open = all.filter(({ report }) => report.rights.every((one) => holds(exchange, one)))
      const reader = readerOf(exchange, new Set(open.map(({ path }) => nameOf(path))))
      const json = JSON.stringify(open.map((report) => reportJson(report, reader)))
      const etag = contentTag(json)
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return sendRaw(reply, json, { total: open.length })
    },
  })
}

function holds(exchange: Exchange, { model: name, right, sees }: RightNeeded): boolean {
  const model = modelNamed(exchange.tools.registry, name)
  return (
    mayDo(exchange.caller.rights, model, right) &&
    (sees === 'some' || viewOf(exchange).seesWhole(model))
  )
}

function readerOf(exchange: Exchange, open: ReadonlySet<string>): Reader {
  const model = (name: string) => modelNamed(exchange.tools.registry, name)
  return {
    model,
    mayOpen: (name) => open.has(name),
    mayRead: (name) => mayDo(exchange.caller.rights, model(name), 'leer'),
    seesWhole: (name) => holds(exchange, { model: name, right: 'leer', sees: 'whole' }),
  }
}

/** `ledger` of `/api/v1/reports/ledger`. */
function nameOf(path: string): string {
  return path.split('/')[4] ?? ''
}

function reportJson({ path, named = {}, query = {}, report }: Report, reader: Reader) {
  const { answer } = report
  const parameters = [
    ...Object.entries(named).map(([name, one]) => ({ in: 'path', name, one })),
    ...Object.entries(query).map(([name, one]) => ({ in: 'query', name, one })),
  ].flatMap(({ in: place, name, one }) => {
    const words = report.parameters[name]
    const isOpen = words?.whole === undefined || reader.seesWhole(words.whole)
    return words === undefined || !isOpen ? [] : [{ in: place, ...parameterJson(name, one, words) }]
  })
  const names = new Set(parameters.map(({ name }) => name))
  return {
    name: nameOf(path),
    label: report.label,
    help: report.help,
    module: report.module,
    path,
    rights: report.rights.map(({ model, right, sees }) => ({
      model,
      right,
      whole: sees === 'whole',
    })),
    parameters,
    alternatives: report.alternatives?.filter((set) => set.every((one) => names.has(one))) ?? [],
    paged: Object.hasOwn(query, 'page'),
    file: 'file' in answer ? { content_type: answer.file.type, extension: answer.file.end } : null,
    rows: 'file' in answer ? null : rowsJson(answer, reader),
    exports: 'file' in answer ? [] : FORMATS,
  }
}

function parameterJson(
  name: string,
  { kind: { schema }, presence }: Parameter<unknown>,
  words: ReportParameter,
) {
  return {
    name,
    label: words.label,
    help: words.help ?? null,
    type: parameterType(name, schema),
    required: presence === 'required' || words.isNeeded === true,
    references: schema[REFERENCED] ?? null,
    filter: words.filter ?? null,
    choices: choicesOf(schema['enum'], words.choices),
    default: defaultJson(words),
    only_if: words.onlyIf ?? null,
  }
}

/** What an input for it is: the kinds of queries, and the model and the record of a path. */
function parameterType(name: string, schema: Readonly<Record<string, unknown>>): string {
  if (schema[REFERENCED] !== undefined) return 'reference'
  if (schema['enum'] !== undefined) return 'choice'
  if (name === 'modelo') return 'model'
  if (name === 'id') return 'record'
  if (schema['format'] === 'date') return 'date'
  return schema['type'] === 'string' ? 'text' : String(schema['type'])
}

function choicesOf(values: unknown, words: ReportParameter['choices'] = {}) {
  if (!Array.isArray(values)) return null
  return values.map(String).map((value) => ({
    value,
    label: words[value] ?? { es: value, en: value },
  }))
}

function defaultJson({ default: hint }: ReportParameter) {
  if (hint === undefined) return null
  switch (hint.kind) {
    case 'value':
      return { value: hint.value }
    case 'current_period':
      return { hint: hint.kind, filter: hint.filter }
    case 'today':
    case 'month_start':
      return { hint: hint.kind }
  }
}

function rowsJson(answer: Exclude<ReportDescription['answer'], { file: unknown }>, reader: Reader) {
  const { columns, totals = [], groups = [], tree = null } = answer
  return {
    path: 'data',
    columns: columns.map((column) => columnJson(column, reader)),
    totals: totals.map(totalJson),
    groups,
    tree,
  }
}

function totalJson({ name, label, type, column }: ReportTotal) {
  return { path: `meta.${name}`, label, type, column: column ?? null }
}

function columnJson(column: ReportColumn, reader: Reader) {
  const { name, label, type, references, text, currency, opens } = column
  return {
    name,
    label,
    type,
    hidden: column.isHidden === true,
    references: references ?? null,
    text: text ?? null,
    currency: type === 'money' ? { column: currency ?? null } : null,
    choices: columnChoices(column, reader.model),
    opens: opens === undefined || !mayFollow(opens, reader) ? null : opens,
  }
}

/** A link leads only to what the caller may open. */
function mayFollow(opens: Opening, reader: Reader): boolean {
  if ('report' in opens) return reader.mayOpen(opens.report)
  return modelsOf(opens.model).some(reader.mayRead)
}

function modelsOf(target: TargetModel): readonly string[] {
  return typeof target === 'string' ? [target] : Object.values(target.models)
}
