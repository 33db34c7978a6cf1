import previousIcon from 'lucide-static/icons/chevron-left.svg'
import nextIcon from 'lucide-static/icons/chevron-right.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { navigate } from '@oficina/web/router.ts'

import { words } from '../words/reports.ts'
import { rowCount, ROWS_A_PAGE, type ReportAnswer } from './report-answer.ts'
import type { Report } from './report-declaration.ts'
import { reportAddress } from './report-parameters.ts'

/** Which rows of how many are shown, and the way to the others. */
export function Pager({
  report,
  answer,
}: {
  readonly report: Report
  readonly answer: ReportAnswer
}) {
  const { page, rows, asked } = answer
  const total = rowCount(answer)
  const from = (page - 1) * ROWS_A_PAGE + 1
  if (total <= ROWS_A_PAGE && page === 1) return null
  const go = (to: number): void => void navigate(reportAddress(report.name, asked, to))
  return (
    <nav class="pager" aria-label={words('pages')}>
      <IconButton
        icon={previousIcon}
        label={words('previous')}
        disabled={page === 1}
        onClick={() => go(page - 1)}
      />
      <span>{words('page', { from, to: from + rows.length - 1, total })}</span>
      <IconButton
        icon={nextIcon}
        label={words('next')}
        disabled={from + rows.length > total}
        onClick={() => go(page + 1)}
      />
    </nav>
  )
}
