import type { RichOp } from '../compile/program.ts'
import type { RichBlock, RichInline } from '../rich/rich-text.ts'
import { write } from './output-buffer.ts'
import { checkBudget, type RenderContext } from './render-context.ts'
import { paragraphXml } from './rich-paragraph.ts'
import { runsXml } from './rich-runs.ts'
import { tableRows, tableStart, type PlacedCell } from './rich-table.ts'

type Picture = Extract<RichInline, { kind: 'picture' }>

/** What formatted text needs of the part that it is written to. */
export type RichPlace = {
  readonly link: (address: string) => string
  /** Writes a picture where a run's text stands. */
  readonly picture: (picture: Picture, widthEmu: number) => void
}

type Writing = { readonly context: RenderContext; readonly op: RichOp; readonly place: RichPlace }

/** Writes formatted text as paragraphs and tables of Word. @throws RenderStop */
export function writeRich(
  context: RenderContext,
  op: RichOp,
  rich: { readonly blocks: readonly RichBlock[]; readonly place: RichPlace },
): void {
  const writing = { context, op, place: rich.place }
  writeBlocks(writing, rich.blocks, op.widthEmu)
  // Two tables that touch would become one, and a cell must end in a paragraph.
  if (rich.blocks.at(-1)?.kind === 'table') writeEmpty(writing)
  if (op.sectionBreak !== '') {
    const { wordPrefix: w, sectionBreak } = op
    write(context.output, `<${w}p><${w}pPr>${sectionBreak}</${w}pPr></${w}p>`)
  }
}

function writeBlocks(writing: Writing, blocks: readonly RichBlock[], widthEmu: number): void {
  const { context, op, place } = writing
  for (const [i, block] of blocks.entries()) {
    checkBudget(context, op.source)
    if (block.kind === 'table') {
      if (blocks[i - 1]?.kind === 'table') writeEmpty(writing)
      writeTable(writing, block, widthEmu)
      continue
    }
    const { start, end } = paragraphXml(op, block, context.lists)
    write(context.output, start)
    for (const piece of runsXml(op, block, place.link)) {
      if (typeof piece === 'string') write(context.output, piece)
      else place.picture(piece, widthEmu)
    }
    write(context.output, end)
  }
}

function writeTable(
  writing: Writing,
  table: Extract<RichBlock, { kind: 'table' }>,
  widthEmu: number,
): void {
  const { context, op } = writing
  const { rows, behind } = tableRows(table)
  const columns = Math.max(1, ...rows.map(({ columns: count }) => count))
  const columnEmu = Math.floor(widthEmu / columns)
  write(context.output, tableStart(op, columns, columnEmu))
  for (const row of rows) {
    write(context.output, row.start(op.wordPrefix))
    for (const cell of row.cells) writeCell(writing, cell, columnEmu)
    write(context.output, row.end(op.wordPrefix))
  }
  write(context.output, `</${op.wordPrefix}tbl>`)
  if (behind[0]?.kind === 'table') writeEmpty(writing)
  writeBlocks(writing, behind, widthEmu)
}

function writeCell(writing: Writing, cell: PlacedCell, columnEmu: number): void {
  const { context, op } = writing
  const { wordPrefix: w } = op
  write(context.output, cell.start(w, columnEmu))
  writeBlocks(writing, cell.blocks, Math.max(1, columnEmu * cell.columnSpan - CELL_MARGINS_EMU))
  if (cell.blocks.at(-1)?.kind !== 'paragraph') writeEmpty(writing)
  write(context.output, `</${w}tc>`)
}

// What Word leaves free to the left and right in a cell.
const CELL_MARGINS_EMU = 2 * 108 * 635

function writeEmpty({ context, op: { wordPrefix: w } }: Writing): void {
  write(context.output, `<${w}p></${w}p>`)
}
