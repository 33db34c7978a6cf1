import type { Column } from '../../metadata/model-metadata.ts'
import { words } from '../../words/record.ts'
import { filledFrom, type NodePath, type RecordNode } from '../record-node.ts'
import { shapeAt, type FormState } from './form-state.ts'

/** Where the value of a field is from that nobody typed, in words. */
export function noteOf(
  state: FormState,
  { path, node }: { readonly path: NodePath; readonly node: RecordNode },
  { name }: Pick<Column, 'name'>,
): string | undefined {
  const from = filledFrom(node, name)
  if (from === undefined) return undefined
  switch (from.by) {
    case 'list':
      return words('byList', { list: from.of ?? '' })
    case 'agreed':
    case 'last':
    case 'user':
    case 'company':
    case 'only':
      return words(from.by)
    default:
      return words('byField', { field: labelOf(state, path, from.by).toLowerCase() })
  }
}

/** A field of the record, or of the document that it is a line of. */
function labelOf(state: FormState, path: NodePath, name: string): string {
  const own = shapeAt(state.shape, path)?.columns.get(name)
  return (own ?? state.shape.columns.get(name))?.label ?? name
}
