import { escapeAttribute, escapeText, isPlainText } from '@oficina/xml/xml-text.ts'

import type {
  CodeOp,
  InnerOp,
  LinkOp,
  Op,
  RawOp,
  SectionOp,
  TableOp,
  UniqueOp,
  ValueOp,
} from '../compile/program.ts'
import type { Evaluate } from '../expression/expression-evaluate.ts'
import { reasonOf } from '../expression/unusable-argument.ts'
import { isTruthy, toText } from '../expression/values.ts'
import { fillAddress } from '../tags/link-address.ts'
import type { TagSource } from '../tags/tag-syntax.ts'
import { checkRawXml } from '../xml/raw-xml.ts'
import { emitDroppable, emitGrid, emitMerge, listNumber, shareOf } from './emit-layout.ts'
import { beginPart, endsWith, goBack, isAt, markOutput, write } from './output-buffer.ts'
import { checkBudget, stopBadValue, type RenderContext } from './render-context.ts'

/** Writes a part from its first step to its last. @throws RenderStop */
export function emitPart(
  context: RenderContext,
  ops: readonly Op[],
  place: RenderContext['place'],
): void {
  context.place = place
  beginPart(context.output)
  emit(context, ops)
}

function emit(context: RenderContext, ops: readonly Op[]): void {
  const { output } = context
  for (const op of ops) {
    switch (op.kind) {
      case 'static':
        write(output, op.text)
        break
      case 'value':
        emitValue(context, op)
        break
      case 'section':
        emitSection(context, op)
        break
      default:
        emitRare(context, op)
    }
  }
}

type RareOp = Exclude<Op, { readonly kind: 'static' | 'value' | 'section' }>

/** What few templates have, apart from what all have. */
function emitRare(context: RenderContext, op: RareOp): void {
  const { output } = context
  switch (op.kind) {
    case 'raw':
      emitRaw(context, op)
      break
    case 'image':
      context.place.image(op, evaluateTag(context, op.evaluate, op.source))
      break
    case 'rich':
      context.place.rich(op, evaluateTag(context, op.evaluate, op.source))
      break
    case 'code':
      emitCode(context, op)
      break
    case 'inner':
      emitInner(context, op)
      break
    case 'link':
      emitLink(context, op)
      break
    case 'drop':
      emitDroppable(context, op, emit)
      break
    case 'merge':
      emitMerge(context, op, evaluateTag)
      break
    case 'leading':
      write(output, isFirstTurn(context) ? op.first : op.others)
      break
    case 'grid':
      emitGrid(context, op, evaluateTag)
      break
    case 'share':
      write(output, shareOf(context, op))
      break
    case 'table':
      emitTable(context, op)
      break
    case 'ensure-paragraph':
      ensureParagraph(context, op.paragraph)
      break
    case 'unique':
      write(output, uniqueText(context, op))
      break
    case 'once':
      emitOnce(context, op.text)
      break
  }
}

function isFirstTurn({ scope }: RenderContext): boolean {
  return (scope.indexes[scope.depth] ?? 0) === 0
}

/** What holds blocks, such as a cell, must end with a paragraph. */
function ensureParagraph({ output }: RenderContext, paragraph: string): void {
  if (endsWith(output, '</w:p>') || endsWith(output, `</${paragraph.slice(1, -2)}>`)) return
  write(output, paragraph)
}

/** Intl throws for a currency or locale that does not exist, and data may name one. */
function evaluateTag(context: RenderContext, evaluate: Evaluate, source: TagSource): unknown {
  try {
    return evaluate(context.scope)
  } catch (error) {
    if (error instanceof RangeError) return stopBadValue(source, reasonOf(error))
    throw error
  }
}

function emitValue(context: RenderContext, op: ValueOp): void {
  const value = evaluateTag(context, op.evaluate, op.source)
  if (typeof value === 'number') {
    write(context.output, toText(value))
    return
  }
  const text = typeof value === 'string' ? value : toText(value)
  write(context.output, isPlainText(text) ? text : wordText(text, op))
  checkBudget(context, op.source)
}

function emitCode(context: RenderContext, op: CodeOp): void {
  const text = toText(evaluateTag(context, op.evaluate, op.source))
  if (text !== '') context.place.code(op, text)
}

function emitInner(context: RenderContext, op: InnerOp): void {
  const text = toText(evaluateTag(context, op.evaluate, op.source))
  // In an instruction a quote would end the text, and a backslash would start a switch.
  const safe = op.isInstruction ? text.replace(/[\\"]/g, '\\$&') : text
  write(context.output, escapeAttribute(safe))
  checkBudget(context, op.source)
}

function emitLink(context: RenderContext, { pieces, relationship }: LinkOp): void {
  const filled = pieces.map((piece) =>
    'text' in piece
      ? { text: piece.text, isValue: false }
      : { text: toText(evaluateTag(context, piece.evaluate, piece.source)), isValue: true },
  )
  const address = fillAddress(filled)
  if (relationship === undefined) write(context.output, escapeAttribute(address ?? ''))
  else if (address === undefined) write(context.output, relationship.withoutLink)
  else write(context.output, `${relationship.attribute}="${context.place.link(address)}"`)
  for (const piece of pieces) if (!('text' in piece)) checkBudget(context, piece.source)
}

function wordText(text: string, op: ValueOp): string {
  const escaped = escapeText(text).replace(/\r\n?/g, '\n')
  return escaped.replaceAll('\n', op.breaks.line).replaceAll('\t', op.breaks.tab)
}

function emitSection(context: RenderContext, op: SectionOp): void {
  const outer = context.listIds
  if (op.restartsLists !== undefined) context.listIds = new Map()
  emitBranch(context, op)
  if (op.restartsLists !== undefined) context.listIds = outer
}

function emitBranch(context: RenderContext, op: SectionOp): void {
  const value = evaluateTag(context, op.evaluate, op.source)
  if (isTruthy(value) === op.isInverted) {
    spend(context, op)
    emit(context, op.otherwise)
    return
  }
  if (op.isInverted || typeof value !== 'object' || value === null) {
    spend(context, op)
    emit(context, op.body)
    return
  }
  if (Array.isArray(value)) emitEach(context, op, value)
  else emitWithin(context, op, value)
}

function emitEach(context: RenderContext, op: SectionOp, items: readonly unknown[]): void {
  const { scope } = context
  const depth = ++scope.depth
  scope.labels[depth] = `${op.label}[]`
  scope.lengths[depth] = items.length
  for (let i = 0; i < items.length; i++) {
    spend(context, op)
    if (op.restartsLists === 'each') context.listIds = new Map()
    scope.values[depth] = items[i]
    scope.indexes[depth] = i
    emit(context, op.body)
  }
  scope.depth--
}

/** An object opens its names to the tags inside; the position in the list around it does not change. */
function emitWithin(context: RenderContext, op: SectionOp, value: object): void {
  const { scope } = context
  spend(context, op)
  const depth = ++scope.depth
  scope.labels[depth] = op.label
  scope.values[depth] = value
  scope.indexes[depth] = scope.indexes[depth - 1] ?? 0
  scope.lengths[depth] = scope.lengths[depth - 1] ?? 1
  emit(context, op.body)
  scope.depth--
}

function spend(context: RenderContext, op: SectionOp): void {
  context.iterations++
  checkBudget(context, op.source)
}

function emitRaw(context: RenderContext, op: RawOp): void {
  const value = evaluateTag(context, op.evaluate, op.source)
  if (value === null || value === undefined || value === false || value === '') return
  if (typeof value !== 'string') stopBadValue(op.source, 'The value of a raw XML tag must be text.')
  const problem = checkRawXml(value)
  if (problem !== undefined) stopBadValue(op.source, problem)
  write(context.output, value)
  checkBudget(context, op.source)
}

function emitTable(context: RenderContext, op: TableOp): void {
  const { output } = context
  const before = markOutput(output)
  emit(context, op.head)
  const empty = markOutput(output)
  emit(context, op.rows)
  if (isAt(output, empty)) goBack(output, before)
  else emit(context, op.tail)
}

function uniqueText(context: RenderContext, op: UniqueOp): string {
  switch (op.space) {
    case 'drawing':
      return String(context.nextDrawingId++)
    case 'bookmark-start': {
      const id = context.nextBookmarkId++
      context.bookmarkIds.set(op.original, id)
      return String(id)
    }
    case 'bookmark-end':
      return String(context.bookmarkIds.get(op.original) ?? op.original)
    case 'list':
      return listNumber(context, op.original)
    case 'bookmark-name': {
      // The first repetition keeps the name, so that the template's references find it.
      const count = (context.bookmarkNames.get(op.original) ?? 0) + 1
      context.bookmarkNames.set(op.original, count)
      return count === 1 ? op.original : `${op.original}_${count}`
    }
  }
}

function emitOnce(context: RenderContext, text: string): void {
  if (context.written.has(text)) return
  context.written.add(text)
  write(context.output, text)
}
