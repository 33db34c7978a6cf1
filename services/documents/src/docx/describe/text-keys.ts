import type { CompiledPackage, Op } from '../compile/program.ts'
import type { Expression } from '../expression/expression.ts'

/** The keys of texts that tags name, in order, each once. */
export function packageTextKeys(compiled: CompiledPackage): readonly string[] {
  return [...new Set(compiled.parts.flatMap((part) => part.ops.flatMap(keysOfOp)))]
}

function keysOfOp(op: Op): readonly string[] {
  switch (op.kind) {
    case 'section':
      return [op.expression].flatMap(keysOf).concat([...op.body, ...op.otherwise].flatMap(keysOfOp))
    case 'drop':
      return op.body.flatMap(keysOfOp)
    case 'table':
      return [...op.head, ...op.rows, ...op.tail].flatMap(keysOfOp)
    case 'link':
      return op.pieces.flatMap((piece) => ('text' in piece ? [] : keysOf(piece.expression)))
    default:
      return 'expression' in op ? keysOf(op.expression) : []
  }
}

function keysOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'filter': {
      const { name, input, args, each } = expression
      const inner = [input, ...args, ...(each === undefined ? [] : [each])].flatMap(keysOf)
      const isKey = name === 't' && input.kind === 'constant' && typeof input.value === 'string'
      return isKey ? [input.value, ...inner] : inner
    }
    case 'choice':
      return [expression.condition, expression.yes, expression.no].flatMap(keysOf)
    case 'binary':
      return [expression.left, expression.right].flatMap(keysOf)
    case 'not':
    case 'negative':
      return keysOf(expression.operand)
    case 'named':
      return keysOf(expression.otherwise)
    case 'hyphened':
      return expression.readings.flatMap(keysOf)
    case 'path':
      return expression.steps.flatMap((step) => ('index' in step ? keysOf(step.index) : []))
    case 'constant':
    case 'loop':
      return []
  }
}
