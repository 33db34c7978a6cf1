import type { ComponentChildren } from 'preact'
import { Link } from '@oficina/web/link.tsx'
import { useTitle } from '@oficina/web/title.ts'

import { FavouriteButton } from '../personal/favourite-button.tsx'
import { words } from '../words/reports.ts'
import { textOf } from './report-catalog.ts'
import type { Report } from './report-declaration.ts'

/** What a report is called and says, with what can be done with it. */
export function ReportHead({
  report,
  children,
}: {
  readonly report: Report
  readonly children?: ComponentChildren
}) {
  const label = textOf(report.label)
  useTitle(label)
  return (
    <>
      <nav class="crumbs" aria-label={words('reports')}>
        <Link to="/reports">{words('reports')}</Link>
      </nav>
      <header class="page-head">
        <h1>{label}</h1>
        <FavouriteButton path={`/reports/${encodeURIComponent(report.name)}`} label={label} />
        <span class="grow" />
        {children}
      </header>
      <p class="muted report-help">{textOf(report.help)}</p>
    </>
  )
}
