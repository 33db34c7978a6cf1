import type { Op } from './program.ts'

/** Whether one of the steps, or of those inside them, passes the test. */
export function someOp(ops: readonly Op[], test: (op: Op) => boolean): boolean {
  return ops.some((op) => {
    if (op.kind === 'section') return someOp(op.body, test) || someOp(op.otherwise, test)
    if (op.kind === 'drop') return someOp(op.body, test)
    return op.kind === 'table'
      ? someOp(op.head, test) || someOp(op.rows, test) || someOp(op.tail, test)
      : test(op)
  })
}
