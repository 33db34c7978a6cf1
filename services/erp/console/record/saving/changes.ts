import { words } from '../../words/record.ts'
import type { Shape } from '../form/record-shape.ts'
import { isChanged, type RecordNode } from '../record-node.ts'

/** What was changed, by the names that people see: fields, and lines with how many of them. */
export function changesOf(shape: Shape, node: RecordNode): string {
  const fields = Object.keys(node.edits).flatMap((name) => shape.columns.get(name)?.label ?? [])
  const lines = shape.lines.flatMap((line) => {
    const count = (node.lines[line.name] ?? []).filter(isChanged).length
    const { label_plural: plural } = line.shape.meta
    return count === 0 ? [] : [words('linesChanged', { lines: plural, count })]
  })
  return [...fields, ...lines].join(', ')
}
