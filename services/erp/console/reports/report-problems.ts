import type { ApiFailure } from '../session/api.ts'
import type { Report } from './report-declaration.ts'
import type { Asked } from './report-parameters.ts'

/** What the service refused, by the parameter that it names. */
export function problemsByParameter(report: Report, { problems }: ApiFailure): Asked {
  const named = problems.flatMap(({ field, message }) =>
    report.parameters.some(({ name }) => name === field) ? [[field ?? '', message] as const] : [],
  )
  return Object.fromEntries(named)
}
