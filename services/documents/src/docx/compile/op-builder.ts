import type { Op } from './program.ts'

/** Collects steps; neighbouring pieces of fixed text become one. */
export type OpBuilder = { readonly ops: Op[]; text: string }

export function createOpBuilder(): OpBuilder {
  return { ops: [], text: '' }
}

export function addText(builder: OpBuilder, text: string): void {
  builder.text += text
}

export function addOp(builder: OpBuilder, op: Op): void {
  flushText(builder)
  builder.ops.push(op)
}

export function finishOps(builder: OpBuilder): readonly Op[] {
  flushText(builder)
  return builder.ops
}

function flushText(builder: OpBuilder): void {
  if (builder.text !== '') builder.ops.push({ kind: 'static', text: compact(builder.text) })
  builder.text = ''
}

/**
 * The same text in memory of its own. A slice would keep the whole part alive, and one character outside Latin-1
 * anywhere in the part would make every slice twice as wide and slower to write.
 */
function compact(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  return bytes.toString(bytes.length === text.length ? 'latin1' : 'utf8')
}
