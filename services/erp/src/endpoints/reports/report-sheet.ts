import type { Picture } from '../../files/picture-size.ts'
import type {
  HeadLine,
  PrintedColumn,
  PrintedFigure,
  PrintedRow,
  PrintedSheet,
} from '../../files/printed-sheet.ts'
import type { SheetValue } from '../../files/xlsx-cells.ts'
import { jsonItems } from '../../query/json-items.ts'
import { parseExactJson } from '../../query/json-number.ts'
import type { ReportAnswer } from './report-answer.ts'
import { cellOf, formatOf, plain, type CellWords, type ExactRow } from './report-cells.ts'
import type { ReportColumn, ReportDescription, ReportRows, ReportTotal } from './report-words.ts'
import { sheetWidths } from './sheet-widths.ts'
import { PAGE_OF, TOTAL } from './sheet-words.ts'

/** Who issues the sheet, and what it says above its table. */
interface SheetHead {
  readonly company: string
  /** RFC and address, in a line. */
  readonly address: string
  /** What was asked for, and by whom. */
  readonly lines: readonly string[]
  readonly picture: Picture | undefined
}

interface Told {
  readonly report: ReportDescription
  readonly shape: ReportRows
  readonly answer: ReportAnswer
  readonly head: SheetHead
  readonly words: CellWords
}

// Enough to see how wide values are.
const LOOKED_AT = 500
const BATCH = 500
// A worksheet’s name has at most 31 characters.
const MAX_NAME = 31

/** A report as a worksheet: its columns that are not hidden, its totals below, other figures at the end. */
export function reportSheet({ report, shape, answer, head, words }: Told): PrintedSheet {
  const { language } = words.say
  const columns = shape.columns.filter(({ isHidden }) => isHidden !== true)
  const title = report.label[language]
  const end = endOf(columns, { shape, answer, words })
  const lines: readonly HeadLine[] = [
    { text: head.company, look: 'company' },
    { text: head.address, look: 'plain' },
    { text: title, look: 'title' },
    ...head.lines.map((text) => ({ text, look: 'plain' }) as const),
  ]
  return {
    name: title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, MAX_NAME),
    head: lines,
    picture: head.picture,
    columns: columnsOf(columns, end.foot, { shape, answer, words }),
    batches: batchesOf(columns, { shape, answer, words }),
    ...end,
    pageText: PAGE_OF[language],
  }
}

type Rows = Pick<Told, 'shape' | 'answer' | 'words'>

function columnsOf(
  columns: readonly ReportColumn[],
  foot: readonly PrintedRow[],
  { shape, answer, words }: Rows,
): readonly PrintedColumn[] {
  const seen: (readonly SheetValue[])[] = foot.map(({ values }) => values)
  for (const row of rowsOf(answer)) {
    if (seen.length >= LOOKED_AT) break
    seen.push(columns.map((column) => cellOf(column, row, words)))
  }
  const titles = columns.map((column) => ({
    title: column.label[words.say.language],
    format: formatOf(column),
  }))
  const widths = sheetWidths(titles, seen)
  const first = columns.findIndex(
    ({ name, type }) => type === 'text' && shape.groups?.includes(name) !== true,
  )
  return titles.map((column, index) => ({
    ...column,
    width: widths[index] ?? 0,
    showsLevels: shape.tree !== undefined && index === first,
  }))
}

function* rowsOf({ rows }: ReportAnswer): Generator<ExactRow> {
  for (const text of jsonItems(rows)) yield parseExactJson(text) as ExactRow
}

function* batchesOf(
  columns: readonly ReportColumn[],
  { shape, answer, words }: Rows,
): Generator<readonly PrintedRow[]> {
  let batch: PrintedRow[] = []
  let previous: { readonly row: ExactRow; readonly level: number } | undefined
  const put = (next: number) => {
    if (previous === undefined) return
    const { row, level } = previous
    const values = columns.map((column) => cellOf(column, row, words))
    // A row above others adds them up.
    batch.push({ values, level, kind: next > level ? 'strong' : 'plain' })
  }
  for (const row of rowsOf(answer)) {
    const level = levelOf(row, shape)
    put(level)
    previous = { row, level }
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  put(0)
  yield batch
}

/** How deep a row lies in its tree, from 0. */
function levelOf(row: ExactRow, { tree }: ReportRows): number {
  if (tree === undefined) return 0
  return Math.max(0, Number(plain(row[tree.level])) - 1)
}

/** Totals below their columns, one line for all or, where a column has several, one for each name; other figures apart. */
function endOf(
  columns: readonly ReportColumn[],
  { shape: { totals = [] }, answer, words: { say } }: Rows,
): { readonly foot: readonly PrintedRow[]; readonly figures: readonly PrintedFigure[] } {
  const meta = parseExactJson(answer.meta) as ExactRow
  const value = ({ name }: ReportTotal) => {
    const found = meta[name]
    return found === null || found === undefined ? null : plain(found)
  }
  const isBelow = (total: ReportTotal) => columns.some(({ name }) => name === total.column)
  const below = totals.filter(isBelow)
  const isOneEach = new Set(below.map(({ column }) => column)).size === below.length
  const labels = isOneEach
    ? [TOTAL[say.language]].slice(0, below.length)
    : [...new Set(below.map(({ label }) => label[say.language]))]
  const foot = labels.map((label): PrintedRow => {
    const own = below.filter((total) => isOneEach || total.label[say.language] === label)
    const values = columns.map(({ name }, index) => {
      const total = own.find(({ column }) => column === name)
      return total === undefined ? (index === 0 ? label : null) : value(total)
    })
    return { values, kind: 'total', level: 0 }
  })
  const figures = totals
    .filter((total) => !isBelow(total))
    .map((total) => ({
      label: total.label[say.language],
      value: value(total),
      format: formatOf(total),
    }))
  return { foot, figures }
}
