import type { Report, ReportParameter } from './report-declaration.ts'

/** Values of parameters by name, as they are sent; one that is empty is absent. */
export type Asked = Readonly<Record<string, string>>

/** What a report is asked for at first. */
export interface Proposed {
  /** The day, as `2026-11-22`. */
  readonly today: string
  /** Records that proposals stand for, by parameter: an accounting period, for instance. */
  readonly records: Asked
}

/** Which set of alternative parameters some values belong to: the first unless another is among them. */
export function alternativeOf(
  { alternatives }: Pick<Report, 'alternatives'>,
  given: Asked,
): number {
  const used = alternatives.findIndex((names) => names.some((name) => given[name] !== undefined))
  return Math.max(used, 0)
}

/** The parameters that one alternative leaves, in their order. */
export function parametersOf(report: Report, alternative: number): readonly ReportParameter[] {
  const others = new Set(
    report.alternatives.flatMap((names, index) => (index === alternative ? [] : names)),
  )
  for (const name of report.alternatives[alternative] ?? []) others.delete(name)
  return report.parameters.filter(({ name }) => !others.has(name))
}

/** Whether a parameter means something beside the other values. */
export function isRelevant(
  parameter: ReportParameter,
  parameters: readonly ReportParameter[],
  asked: Asked,
): boolean {
  const condition = parameter.only_if
  if (condition === null) return true
  if (!condition.values.includes(asked[condition.parameter] ?? '')) return false
  const other = parameters.find(({ name }) => name === condition.parameter)
  return other === undefined || isRelevant(other, parameters, asked)
}

/** What the address asks for, filled up with what the report proposes. */
export function askedOf(report: Report, given: Asked, proposed: Proposed): Asked {
  const parameters = parametersOf(report, alternativeOf(report, given))
  const asked: Record<string, string> = {}
  for (const parameter of parameters) {
    const value = given[parameter.name] ?? proposalOf(parameter, proposed)
    if (value !== undefined && value !== '') asked[parameter.name] = value
  }
  return relevantOf(parameters, asked)
}

/** The values that mean something. */
export function relevantOf(parameters: readonly ReportParameter[], asked: Asked): Asked {
  const kept = parameters.filter(
    (one) => (asked[one.name] ?? '') !== '' && isRelevant(one, parameters, asked),
  )
  return Object.fromEntries(kept.map(({ name }) => [name, asked[name] ?? '']))
}

/** What a parameter is filled in with at first; undefined: nothing. */
export function proposalOf(
  { name, default: proposal }: ReportParameter,
  { today, records }: Proposed,
): string | undefined {
  if (proposal === null) return undefined
  if (proposal.value !== undefined) return proposal.value
  if (proposal.hint === 'today') return today
  if (proposal.hint === 'month_start') return `${today.slice(0, 8)}01`
  return records[name]
}

/** The names of parameters without which the report cannot be asked for. */
export function missingOf(report: Report, alternative: number, asked: Asked): readonly string[] {
  const parameters = parametersOf(report, alternative)
  const oneOf = new Set(report.alternatives[alternative])
  return parameters
    .filter((one) => {
      const isNeeded = one.required || oneOf.has(one.name) || one.only_if !== null
      return isNeeded && isRelevant(one, parameters, asked) && (asked[one.name] ?? '') === ''
    })
    .map(({ name }) => name)
}

/** The address of the API that answers, below `/api/v1`. `page` counts from 1. */
export function requestOf(report: Report, asked: Asked, page?: Page): string {
  const query = new URLSearchParams()
  let path = report.path.replace(/^\/api\/v1/, '')
  for (const { name, in: place } of report.parameters) {
    const value = asked[name]
    if (value === undefined) continue
    if (place === 'path') path = path.replace(`:${name}`, encodeURIComponent(value))
    else query.set(name, value)
  }
  if (report.paged && page !== undefined) {
    query.set('page', String(page.number))
    query.set('per_page', String(page.size))
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

export interface Page {
  readonly number: number
  readonly size: number
}

/** The console's own address of a report with these values. */
export function reportAddress(name: string, asked: Asked, page = 1): string {
  const query = new URLSearchParams(asked)
  if (page > 1) query.set('page', String(page))
  const path = `/reports/${encodeURIComponent(name)}`
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** The two days between which a report lies, where it proposes the month so far. */
export function dayRangeOf(
  parameters: readonly ReportParameter[],
): { readonly from: string; readonly to: string } | undefined {
  const named = (hint: string) => parameters.find((one) => one.default?.hint === hint)?.name
  const [from, to] = [named('month_start'), named('today')]
  return from === undefined || to === undefined ? undefined : { from, to }
}
