import type { DropOp, GridOp, MergeOp, Op, ShareOp } from '../compile/program.ts'
import type { Evaluate } from '../expression/expression-evaluate.ts'
import { toText } from '../expression/values.ts'
import { say } from '../messages/say.ts'
import type { TagSource } from '../tags/tag-syntax.ts'
import { restart } from './lists.ts'
import { goBack, markOutput, write } from './output-buffer.ts'
import { stopOverBudget, type RenderContext } from './render-context.ts'

/** Writes a row or a paragraph, and takes it back when a tag in it said so. */
export function emitDroppable(
  context: RenderContext,
  op: DropOp,
  emit: (context: RenderContext, ops: readonly Op[]) => void,
): void {
  const { output, scope } = context
  const { layout } = scope
  const flag = op.element === 'row' ? 'dropsRow' : 'dropsParagraph'
  const before = markOutput(output)
  const outer = layout[flag]
  layout[flag] = false
  emit(context, op.body)
  if (layout[flag]) {
    goBack(output, before)
    // A cell cannot go on with one that is not there.
    context.merges.clear()
  }
  layout[flag] = outer
}

type EvaluateTag = (context: RenderContext, evaluate: Evaluate, source: TagSource) => unknown

/** The first cell of a list begins a merged one; so does each whose value differs from the one above. */
export function emitMerge(context: RenderContext, op: MergeOp, evaluateTag: EvaluateTag): void {
  const { merges, scope } = context
  const { layout } = scope
  layout.isMerged = false
  const text = toText(evaluateTag(context, op.evaluate, op.source))
  layout.isMerged = (scope.indexes[scope.depth] ?? 0) > 0 && merges.get(op) === text
  merges.set(op, text)
  write(context.output, layout.isMerged ? op.goesOn : op.begins)
}

// Word knows no more columns in a table.
const MAX_COLUMNS = 63

export function emitGrid(context: RenderContext, op: GridOp, evaluateTag: EvaluateTag): void {
  const { widths, wordPrefix: w, source } = op
  const value = evaluateTag(context, op.evaluate, source)
  const count = Array.isArray(value) ? value.length : 1
  if (count * widths.length > MAX_COLUMNS)
    stopOverBudget(
      source,
      say('A table cannot have more than %{max} columns.', { max: MAX_COLUMNS }),
    )
  for (let i = 0; i < count; i++)
    for (const width of widths)
      write(context.output, `<${w}gridCol ${w}w="${Math.round(width / count)}"/>`)
}

/** The part of a cell's width that one of its repetitions gets. */
export function shareOf({ scope }: RenderContext, { width }: ShareOp): string {
  return String(Math.max(1, Math.round(width / Math.max(1, scope.lengths[scope.depth] ?? 1))))
}

/** The number of the list that takes the place of one of the template's in this repetition. */
export function listNumber(context: RenderContext, original: string): string {
  const known = context.listIds.get(original)
  if (known !== undefined) return String(known)
  const id = restart(context.lists, original)
  if (id === undefined) return original
  context.listIds = new Map([...context.listIds, [original, id]])
  return String(id)
}
