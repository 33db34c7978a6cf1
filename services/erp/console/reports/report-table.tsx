import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { classes } from '@oficina/web/dom.ts'
import { recall, remember } from '@oficina/web/router.ts'
import { useVirtualRows } from '@oficina/web/virtual-rows.ts'

import { words } from '../words/reports.ts'
import type { ReportAnswer } from './report-answer.ts'
import { textOf } from './report-catalog.ts'
import { GroupCells, RowCells } from './report-cells.tsx'
import type { Report, ReportColumn, ReportRows } from './report-declaration.ts'
import { footLines, type FootLine } from './report-feet.ts'
import { linesOf, type Line } from './report-lines.ts'
import { isNumber, valueText } from './report-values.ts'
import { columnTemplate } from './report-widths.ts'

export interface ReportTableProps {
  readonly report: Report
  readonly shape: ReportRows
  readonly answer: ReportAnswer
  /** Keys of groups and rows whose content is not shown. */
  readonly closed: ReadonlySet<string>
  readonly onToggle: (key: string) => void
  /** All lines at once, as paper needs them. */
  readonly isPrinted: boolean
}

const ROW_HEIGHT = 34
// Of the letters on paper to those on the screen.
const PRINTED_SCALE = 0.7

/** The rows of a report below a head that stays, with what they come to at the end. */
export function ReportTable(props: ReportTableProps) {
  const { report, shape, answer, closed, isPrinted } = props
  // What makes the groups stands at their heads.
  const columns = shape.columns.filter(({ name, hidden }) => !hidden && name !== shape.groups[0])
  const lines = useMemo(() => linesOf(answer.rows, shape, closed), [answer, shape, closed])
  const feet = footLines(shape, answer)
  const { template, minWidth } = columnTemplate(columns, lines, isPrinted ? PRINTED_SCALE : 1)
  const scroller = useRef<HTMLDivElement>(null)
  useKeptScroll(scroller, answer)
  const name = words('table', { report: textOf(report.label) })
  return (
    <div
      class="report-table"
      ref={scroller}
      role="region"
      aria-label={name}
      // A region that scrolls is reached by the keyboard, too.
      tabIndex={0}
    >
      <div
        role="table"
        aria-label={name}
        aria-rowcount={lines.length + feet.length + 1}
        style={{ '--report-columns': template, minWidth: `${minWidth}px` }}
      >
        <Head columns={columns} />
        {isPrinted ? (
          <div role="rowgroup">
            {lines.map((line, index) => (
              <LineRow key={line.key} {...props} line={line} index={index} columns={columns} />
            ))}
          </div>
        ) : (
          <VirtualBody {...props} lines={lines} columns={columns} scroller={scroller} />
        )}
        {feet.length > 0 && <Foot feet={feet} columns={columns} after={lines.length} />}
      </div>
    </div>
  )
}

function Head({ columns }: { readonly columns: readonly ReportColumn[] }) {
  return (
    <div role="rowgroup" class="report-head">
      <div role="row" aria-rowindex={1} class="report-row">
        {columns.map(({ name, label, type }) => (
          <div
            key={name}
            role="columnheader"
            class={classes(isNumber(type) && 'num')}
            title={textOf(label)}
          >
            {textOf(label)}
          </div>
        ))}
      </div>
    </div>
  )
}

interface BodyProps extends ReportTableProps {
  readonly lines: readonly Line[]
  readonly columns: readonly ReportColumn[]
  readonly scroller: RefObject<HTMLDivElement | null>
}

function VirtualBody({ lines, scroller, ...props }: BodyProps) {
  const first = recall(SCROLL)
  const { rows, totalHeight } = useVirtualRows(scroller, {
    count: lines.length,
    rowHeight: ROW_HEIGHT,
    firstOffset: typeof first === 'number' ? first : 0,
  })
  return (
    <div role="rowgroup" class="report-body" style={{ height: `${totalHeight}px` }}>
      {rows.map(({ index, top, slot }) => {
        const line = lines[index]
        if (line === undefined) return null
        return <LineRow key={slot} {...props} line={line} index={index} top={top} />
      })}
    </div>
  )
}

interface LineProps extends ReportTableProps {
  readonly line: Line
  readonly index: number
  readonly columns: readonly ReportColumn[]
  readonly top?: number
}

function LineRow({ line, index, columns, top, ...props }: LineProps) {
  const { shape, answer, onToggle } = props
  const group = shape.columns.find(({ name }) => name === shape.groups[0])
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      class={classes(
        'report-row',
        line.kind === 'group' && 'group',
        line.kind === 'row' && line.isOpen !== undefined && 'parent',
      )}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
    >
      {line.kind === 'group' ? (
        <GroupCells line={line} group={group} columns={columns} onToggle={onToggle} />
      ) : (
        <RowCells line={line} columns={columns} answer={answer} onToggle={onToggle} />
      )}
    </div>
  )
}

function Foot({
  feet,
  columns,
  after,
}: {
  readonly feet: readonly FootLine[]
  readonly columns: readonly ReportColumn[]
  readonly after: number
}) {
  return (
    <div role="rowgroup" class="report-foot">
      {feet.map(({ label, figures }, index) => (
        <div key={index} role="row" aria-rowindex={after + index + 2} class="report-row">
          {columns.map(({ name, type }, at) => {
            const value = figures[name]
            const text = value === undefined ? '' : valueText(type, value)
            return (
              <div key={name} role="cell" class={classes(isNumber(type) && 'num')}>
                {at === 0 && text === '' ? label : text}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

const SCROLL = 'reportScroll'
const PAUSE_MS = 150

/** Who comes back finds the rows where they were; another answer begins at its top. */
function useKeptScroll(scroller: RefObject<HTMLDivElement | null>, answer: ReportAnswer): void {
  const shown = useRef(answer)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const timer: { id?: ReturnType<typeof setTimeout> } = {}
    const keep = (): void => {
      clearTimeout(timer.id)
      timer.id = setTimeout(() => remember(SCROLL, element.scrollTop), PAUSE_MS)
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => {
      clearTimeout(timer.id)
      element.removeEventListener('scroll', keep)
    }
  }, [])
  useEffect(() => {
    if (shown.current === answer) return
    shown.current = answer
    scroller.current?.scrollTo({ top: 0 })
  }, [answer])
}
