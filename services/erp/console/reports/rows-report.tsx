import printerIcon from 'lucide-static/icons/printer.svg'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { formatInstant } from '@oficina/web/formats.ts'
import { Menu } from '@oficina/web/menu.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import { navigate, recall, remember } from '@oficina/web/router.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { SendButton } from '../sendings/send-button.tsx'
import { ApiFailure } from '../session/api.ts'
import { failureText } from '../session/failure-text.ts'
import { words } from '../words/reports.ts'
import { ExportButton } from './export-button.tsx'
import { FileButtons } from './file-buttons.tsx'
import type { ShownReportProps } from './file-report.tsx'
import { ParameterForm } from './parameter-form.tsx'
import { askReport, rowCount, totalOf, type ReportAnswer } from './report-answer.ts'
import { textOf } from './report-catalog.ts'
import type { Report, ReportRows } from './report-declaration.ts'
import { otherTotals } from './report-feet.ts'
import { ReportHead } from './report-head.tsx'
import { closedBelow, depthOf } from './report-lines.ts'
import { Pager } from './report-pager.tsx'
import {
  alternativeOf,
  askedOf,
  missingOf,
  reportAddress,
  type Asked,
} from './report-parameters.ts'
import { problemsByParameter } from './report-problems.ts'
import { ReportTable } from './report-table.tsx'
import { valueText } from './report-values.ts'

/** A report in rows: asked for as soon as nothing is missing, and again when the address changes. */
export function RowsReport({ report, proposed, given, page }: ShownReportProps) {
  const asked = useMemo(() => askedOf(report, given, proposed), [JSON.stringify(given), report])
  const isComplete = missingOf(report, alternativeOf(report, asked), asked).length === 0
  const question = isComplete ? JSON.stringify([report.name, asked, page]) : undefined
  const loaded = useLoaded(question, (signal) => askReport(report, { asked, page }, signal))
  const isPrinted = usePrinting()
  const run = (next: Asked): void => {
    if (JSON.stringify(next) === JSON.stringify(asked) && page === 1) loaded.reload()
    else void navigate(reportAddress(report.name, next))
  }
  const { value: answer, error } = loaded
  const errors = error instanceof ApiFailure ? problemsByParameter(report, error) : {}
  const hasRows = error === undefined && answer !== undefined && answer.rows.length > 0
  return (
    <>
      <ReportHead report={report}>
        {hasRows && (
          <>
            <Button icon={printerIcon} onClick={() => print()}>
              {words('print')}
            </Button>
            <ExportButton report={report} asked={answer.asked} />
            <FileButtons report={report} asked={answer.asked} />
            <SendButton report={report} asked={answer.asked} />
          </>
        )}
      </ReportHead>
      {report.parameters.length > 0 && (
        <ParameterForm
          report={report}
          asked={asked}
          proposed={proposed}
          isBusy={loaded.isLoading}
          errors={errors}
          onRun={run}
        />
      )}
      {error !== undefined && Object.keys(errors).length === 0 && (
        <Failure text={failureText(error)} onRetry={loaded.reload} />
      )}
      {!isComplete && <Empty title={words('ask')} />}
      {loaded.isLoading && answer === undefined && <Skeleton lines={12} />}
      {isComplete && error === undefined && answer !== undefined && report.rows !== null && (
        <Answer
          report={report}
          shape={report.rows}
          answer={answer}
          isStale={loaded.isLoading}
          isPrinted={isPrinted}
        />
      )}
    </>
  )
}

interface AnswerProps {
  readonly report: Report
  readonly shape: ReportRows
  readonly answer: ReportAnswer
  /** Another answer is on its way. */
  readonly isStale: boolean
  readonly isPrinted: boolean
}

function Answer({ report, shape, answer, isStale, isPrinted }: AnswerProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(keptKeys()))
  const close = (keys: ReadonlySet<string>): void => {
    setClosed(keys)
    remember(CLOSED, [...keys])
  }
  const toggle = (key: string): void => {
    const next = new Set(closed)
    if (!next.delete(key)) next.add(key)
    close(next)
  }
  const depth = depthOf(answer.rows, shape)
  if (answer.rows.length === 0) {
    return (
      <>
        <Figures shape={shape} answer={answer} />
        <Empty title={words('noRows')}>
          {report.parameters.length > 0 && <p>{words('noRowsHelp')}</p>}
        </Empty>
      </>
    )
  }
  return (
    <div class={classes('report-answer', isStale && 'stale')} aria-busy={isStale}>
      <Figures shape={shape} answer={answer} />
      <div class="report-bar">
        <span class="muted" role="status">
          {isStale ? words('stale') : words('rows', { count: rowCount(answer) })}
        </span>
        <span class="grow" />
        {depth > 1 && (
          <Menu
            kind="quiet"
            items={Array.from({ length: depth }, (_level, index) => ({
              label:
                index + 1 === depth ? words('allLevels') : words('level', { level: index + 1 }),
              run: () =>
                close(index + 1 === depth ? new Set() : closedBelow(answer.rows, shape, index + 1)),
            }))}
          >
            {words('levels')}
          </Menu>
        )}
      </div>
      <ReportTable
        report={report}
        shape={shape}
        answer={answer}
        closed={closed}
        onToggle={toggle}
        isPrinted={isPrinted}
      />
      {report.paged && <Pager report={report} answer={answer} />}
      <p class="printed-only muted">
        {words('asOf', { instant: formatInstant(new Date().toISOString()) })}
      </p>
    </div>
  )
}

/** Figures that are no sum of a column: balances, differences, counts. */
function Figures({ shape, answer }: { readonly shape: ReportRows; readonly answer: ReportAnswer }) {
  const totals = otherTotals(shape)
  if (totals.length === 0) return null
  return (
    <dl class="figures">
      {totals.map((total) => (
        <div key={total.path}>
          <dt>{textOf(total.label)}</dt>
          <dd>{valueText(total.type, totalOf(total, answer))}</dd>
        </div>
      ))}
    </dl>
  )
}

const CLOSED = 'reportClosed'

function keptKeys(): readonly string[] {
  const kept = recall(CLOSED)
  return Array.isArray(kept) ? kept.map(String) : []
}

/** Whether the page is being printed, by the button or by the browser's own command. */
function usePrinting(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const begin = (): void => setPrinted(true)
    const end = (): void => setPrinted(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinted
}
