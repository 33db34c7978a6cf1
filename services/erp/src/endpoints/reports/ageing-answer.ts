import type { Ageing } from '../../store/reports/ageing.ts'
import type { ReportAnswer } from './report-answer.ts'

/** What is owed by age. Amounts go out as the database wrote them, digit for digit. */
export function ageingAnswer(
  { rows, total_base: base, edades }: Ageing,
  meta: object,
): ReportAnswer {
  const rest = JSON.stringify(meta).slice(1, -1)
  const ages = edades.slice(1, -1)
  return { rows, meta: `{${rest},"total_base":${base},${ages}}` }
}
