import type { Column } from '../../metadata/model-metadata.ts'
import { isUntouched, valueOf, type NodePath, type RecordNode } from '../record-node.ts'
import { holds } from './conditions.ts'
import type { FieldProblem } from './record-problems.ts'
import { isHidden, isRead, type Shape } from './record-shape.ts'

/** Whether a form asks for a column: nobody else fills it in, or the record's other values make it necessary. */
export function isRequired(
  { required, filled_by: filledBy, required_if: when }: Column,
  node: RecordNode,
): boolean {
  if (when !== null && when !== undefined && holds(when, (field) => valueOf(node, field))) {
    return true
  }
  return required && filledBy === null
}

/** What is still to be typed before the record can be sent, also in its lines. */
export function missingFields(
  shape: Shape,
  node: RecordNode,
  textOf: (label: string) => string,
  { path, without }: { readonly path: NodePath; readonly without: readonly (string | null)[] } = {
    path: [],
    without: [],
  },
): readonly FieldProblem[] {
  const own = shape.meta.columns
    .filter(
      (column) =>
        !without.includes(column.name) &&
        column.type !== 'boolean' &&
        isRequired(column, node) &&
        !isRead(shape, column) &&
        !isHidden(shape, column.name) &&
        holds(column.visible_if, (field) => valueOf(node, field)) &&
        isEmpty(valueOf(node, column.name)),
    )
    .map(({ name, label }) => ({ path, field: name, message: textOf(label) }))
  const inner = shape.lines.flatMap((line) =>
    (node.lines[line.name] ?? [])
      .filter((one) => !one.isDeleted && !isUntouched(one))
      .flatMap((one) =>
        missingFields(line.shape, one, textOf, {
          path: [...path, [line.name, one.key]],
          // The service numbers lines, and knows whose they are.
          without: [...line.headFields, line.order],
        }),
      ),
  )
  return [...own, ...inner]
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
