import chevronIcon from 'lucide-static/icons/chevron-right.svg'
import { useState } from 'preact/hooks'
import { Dialog } from '@oficina/web/dialog.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import { words } from '../words/reports.ts'
import type { ReportAnswer } from './report-answer.ts'
import { textOf } from './report-catalog.ts'
import type { ReportColumn } from './report-declaration.ts'
import type { GroupLine, RowLine } from './report-lines.ts'
import { addressOf, modelOf, recordAddress, type Row } from './report-links.ts'
import { cellText, choiceText, entriesOf, isNumber, valueText } from './report-values.ts'

interface GroupCellsProps {
  readonly line: GroupLine
  /** The column whose values make the groups. */
  readonly group: ReportColumn | undefined
  readonly columns: readonly ReportColumn[]
  readonly onToggle: (key: string) => void
}

/** The head of a group: its value over the texts, and what it comes to below the figures. */
export function GroupCells({ line, group, columns, onToggle }: GroupCellsProps) {
  const name = group === undefined ? String(line.value) : choiceText(group, line.value)
  const firstSum = columns.findIndex((column) => line.sums[column.name] !== undefined)
  const span = firstSum < 1 ? columns.length : firstSum
  return (
    <>
      <div role="cell" aria-colspan={span} style={{ gridColumn: `span ${span}` }}>
        <Toggle isOpen={line.isOpen} name={name} onToggle={() => onToggle(line.key)} />
        <span>{name}</span>
        <span class="muted group-count">{words('rows', { count: line.count })}</span>
      </div>
      {columns.slice(span).map((column) => (
        <div key={column.name} role="cell" class={classes(isNumber(column.type) && 'num')}>
          {valueText(column.type, line.sums[column.name])}
        </div>
      ))}
    </>
  )
}

interface RowCellsProps {
  readonly line: RowLine
  readonly columns: readonly ReportColumn[]
  readonly answer: ReportAnswer
  readonly onToggle: (key: string) => void
}

const INDENT_PX = 18

export function RowCells({ line, columns, answer, onToggle }: RowCellsProps) {
  const isTree = line.level > 1 || line.isOpen !== undefined
  return (
    <>
      {columns.map((column, index) => {
        const isFirst = index === 0
        const text = cellText(column, line.row)
        return (
          <div
            key={column.name}
            role="cell"
            class={classes(isNumber(column.type) && 'num', isZero(column, line.row) && 'zero')}
            title={text.length > LONG ? text : undefined}
            style={
              isFirst && isTree
                ? { paddingLeft: `${10 + (line.level - 1) * INDENT_PX}px` }
                : undefined
            }
          >
            {isFirst && line.isOpen !== undefined && (
              <Toggle isOpen={line.isOpen} name={text} onToggle={() => onToggle(line.key)} />
            )}
            <Cell column={column} row={line.row} answer={answer} text={text} />
          </div>
        )
      })}
    </>
  )
}

const LONG = 24

interface CellProps {
  readonly column: ReportColumn
  readonly row: Row
  readonly answer: ReportAnswer
  readonly text: string
}

function Cell({ column, row, answer, text }: CellProps) {
  const value = row[column.name]
  if (text === '') return null
  if (column.type === 'json') return <Details column={column} value={value} text={text} />
  if (column.type === 'references')
    return <References column={column} ids={value} answer={answer} />
  const to = column.opens === null ? undefined : addressOf(column.opens, row, answer)
  if (to !== undefined) return <Link to={to}>{text}</Link>
  const tone = column.choices?.find((choice) => choice.value === value)?.tone
  return tone === undefined ? <span>{text}</span> : <Pill tone={tone}>{text}</Pill>
}

function References({
  column,
  ids,
  answer,
}: {
  readonly column: ReportColumn
  readonly ids: unknown
  readonly answer: ReportAnswer
}) {
  const model = column.references === null ? undefined : modelOf(column.references, answer.asked)
  if (!Array.isArray(ids)) return null
  return (
    <>
      {ids.map(String).map((id) => (
        <span key={id} class="reference-id">
          {model === undefined ? `#${id}` : <Link to={recordAddress(model, id)}>{`#${id}`}</Link>}
        </span>
      ))}
    </>
  )
}

/** A value with parts of its own, in one line; the whole of it opens over the page. */
function Details({
  column,
  value,
  text,
}: {
  readonly column: ReportColumn
  readonly value: unknown
  readonly text: string
}) {
  const [isOpen, setOpen] = useState(false)
  const label = textOf(column.label)
  const entries = entriesOf(value)
  return (
    <>
      <button
        type="button"
        class="link-button"
        aria-label={`${words('details', { label })}: ${text}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <Dialog title={label} size="medium" onClose={() => setOpen(false)}>
          <table class="plain-table">
            <thead>
              <tr>
                <th scope="col">{words('field')}</th>
                <th scope="col">{words('value')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map(([key, held]) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
                  <td>{held}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Dialog>
      )}
    </>
  )
}

function Toggle({
  isOpen,
  name,
  onToggle,
}: {
  readonly isOpen: boolean
  readonly name: string
  readonly onToggle: () => void
}) {
  return (
    <button
      type="button"
      class={classes('toggle', isOpen && 'open')}
      aria-expanded={isOpen}
      aria-label={`${words(isOpen ? 'close' : 'open')} ${name}`}
      onClick={onToggle}
    >
      <Icon svg={chevronIcon} />
    </button>
  )
}

function isZero({ type, name }: ReportColumn, row: Row): boolean {
  return isNumber(type) && Number(row[name]) === 0
}
