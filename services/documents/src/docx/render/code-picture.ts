import { drawCode, type CodePicture } from '../codes/draw-code.ts'
import type { CodeOp } from '../compile/program.ts'
import { checkBudget, stopBadValue, type RenderContext } from './render-context.ts'

// Measured: a code takes 2 to 15 ms, the longest 250 ms, while a turn of a loop takes some microseconds.
const WORK = 2_000
const WORK_PER_CHARACTER = 10

/** The picture of a code; each is drawn once in a document. @throws RenderStop */
export function codePicture(context: RenderContext, op: CodeOp, text: string): CodePicture {
  const { kind, option = '' } = op.style
  const key = `${kind} ${option} ${text}`
  const known = context.codes.get(key)
  if (known !== undefined) return known
  context.scope.work += WORK + text.length * WORK_PER_CHARACTER
  checkBudget(context, op.source)
  const drawn = drawCode(op.style, text)
  if (!drawn.ok) return stopBadValue(op.source, drawn.error)
  context.codes.set(key, drawn.value)
  return drawn.value
}
