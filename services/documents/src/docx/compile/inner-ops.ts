import { compileExpression } from '../expression/expression-evaluate.ts'
import type { Cut } from '../tags/tag-cuts.ts'
import type { AddressPiece, TagSyntax } from '../tags/tag-syntax.ts'
import { addOp, addText, type OpBuilder } from './op-builder.ts'
import type { LinkPiece, Op } from './program.ts'

type InnerTag = Extract<TagSyntax, { kind: 'value' | 'address' }>

/** The step that writes a value or an address in an attribute or in a field's instruction. */
export function innerOp(tag: InnerTag, place: 'attribute' | 'instruction'): Op {
  if (tag.kind === 'address') {
    const pieces = tag.address.map(linkPiece)
    return { kind: 'link', pieces, relationship: tag.relationship }
  }
  const { expression, source } = tag
  const evaluate = compileExpression(expression)
  return { kind: 'inner', evaluate, expression, source, isInstruction: place === 'instruction' }
}

function linkPiece(piece: AddressPiece): LinkPiece {
  if ('text' in piece) return piece
  const { expression, source } = piece
  return { evaluate: compileExpression(expression), expression, source }
}

/** Steps that replace a stretch of a start tag. */
export type Splice = { readonly from: number; readonly to: number; readonly op: Op }

export function splicesOf(name: string, cuts: readonly Cut[]): readonly Splice[] {
  const place = name === 'w:fldSimple' ? 'instruction' : 'attribute'
  return cuts.flatMap(({ from, to, tag }) =>
    tag?.kind === 'value' || tag?.kind === 'address' ? [{ from, to, op: innerOp(tag, place) }] : [],
  )
}

export function addSpliced(builder: OpBuilder, raw: string, splices: readonly Splice[]): void {
  let at = 0
  for (const { from, to, op } of splices.toSorted((a, b) => a.from - b.from)) {
    addText(builder, raw.slice(at, from))
    addOp(builder, op)
    at = to
  }
  addText(builder, raw.slice(at))
}
