import type { RichOp } from '../compile/program.ts'
import type { RichBlock } from '../rich/rich-text.ts'
import { mayShowPictures, readRich, richLength } from '../rich/rich-value.ts'
import { checkBudget, stopBadValue, type RenderContext } from './render-context.ts'

// Measured: a turn of a loop takes about as long as five characters of Markdown.
const CHARACTERS_PER_TURN = 5
const TURNS_PER_CHARACTER = 2

/** The blocks of a rich tag's value. @throws RenderStop */
export function readBlocks(
  context: RenderContext,
  op: RichOp,
  value: unknown,
): readonly RichBlock[] {
  context.scope.work += Math.ceil(richLength(value) / CHARACTERS_PER_TURN)
  checkBudget(context, op.source)
  const read = readRich(value)
  return read.ok ? read.value : stopBadValue(op.source, read.error)
}

/** What the pictures in a rich tag's value name. */
export function richPictures(
  context: RenderContext,
  op: RichOp,
  value: unknown,
): readonly string[] {
  if (!mayShowPictures(value)) return []
  // Looking for pictures begins in the thread that answers: it may read less there.
  context.scope.work += richLength(value) * TURNS_PER_CHARACTER
  return picturesIn(readBlocks(context, op, value))
}

function picturesIn(blocks: readonly RichBlock[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.flatMap(({ cells }) => cells.flatMap((cell) => picturesIn(cell.blocks)))
      : block.inlines.flatMap((inline) => (inline.kind === 'picture' ? [inline.source] : [])),
  )
}
