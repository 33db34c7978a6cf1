import type { Column } from '../../metadata/model-metadata.ts'
import type { Shape } from '../form/record-shape.ts'
import { valueOf, type RecordNode, type Values } from '../record-node.ts'

/**
 * What the record that was chosen proposes for fields of the same name that are still to be typed: the unit of an article
 * for its line, the currency of a supplier for its order. Keys and names of the record itself are proposed to lines only.
 * @param target the columns of what was chosen
 */
export function proposalsOf(
  shape: Shape,
  node: RecordNode,
  chosen: { readonly target: readonly Column[]; readonly record: Values; readonly isLine: boolean },
): Values {
  const proposed: Record<string, unknown> = {}
  for (const column of shape.meta.columns) {
    const same = chosen.target.find(({ name }) => name === column.name)
    if (same === undefined || !isAlike(column, same)) continue
    if (!chosen.isLine && column.references === null) continue
    const value = chosen.record[column.name]
    if (isEmpty(value) || !isEmpty(valueOf(node, column.name))) continue
    proposed[column.name] = value
    const text = chosen.record[`${column.name}_str`]
    if (column.references !== null) proposed[`${column.name}_str`] = text
  }
  return proposed
}

/** Whether the column is asked for, and of the same kind. */
function isAlike(column: Column, same: Column): boolean {
  const isAsked = column.required && column.filled_by === null && !column.unique
  return isAsked && column.type === same.type && column.references === same.references
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
