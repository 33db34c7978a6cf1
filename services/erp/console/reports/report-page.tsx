import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { companyDay } from '../metadata/company-day.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/reports.ts'
import { FileReport } from './file-report.tsx'
import { reportCatalog } from './report-catalog.ts'
import { findProposals } from './report-proposals.ts'
import { RowsReport } from './rows-report.tsx'

/** A report at its address, which holds what it is asked for: what its declaration says, and nothing else. */
export function ReportPage({ params, query }: PageProps) {
  const name = params['name'] ?? ''
  const loaded = useLoaded(name, async (signal) => {
    const report = (await reportCatalog()).find((one) => one.name === name)
    if (report === undefined) return undefined
    const today = companyDay(new Date())
    return { report, proposed: { today, records: await findProposals(report, today, signal) } }
  })
  if (loaded.error !== undefined) {
    return <Failure text={failureText(loaded.error)} onRetry={loaded.reload} />
  }
  if (loaded.isLoading) return <Skeleton lines={12} />
  if (loaded.value === undefined) {
    return (
      <Empty title={words('unknown')}>
        <Link to="/reports">{words('all')}</Link>
      </Empty>
    )
  }
  const { report, proposed } = loaded.value
  const given = Object.fromEntries(
    report.parameters.flatMap((one) => {
      const value = query.get(one.name)
      return value === null ? [] : [[one.name, value] as const]
    }),
  )
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const Shown = report.file === null ? RowsReport : FileReport
  return (
    <div class="report">
      <Shown report={report} proposed={proposed} given={given} page={page} />
    </div>
  )
}
