import type { Column } from '../../metadata/model-metadata.ts'
import { isTyped } from '../form/form-state.ts'
import { isRequired } from '../form/required-fields.ts'
import { isNothing, nodeAt, valueOf, type RecordNode } from '../record-node.ts'
import { linesAt, type LinesPlace } from './line-edits.ts'

/** What is typed of a line, in its order; undefined: all of it. */
export function entryOfLine({ line }: LinesPlace): readonly string[] | undefined {
  return line.shape.meta.capture.entry ?? undefined
}

/**
 * Whether Enter and Tab stop at a cell: what is typed of every line, and what has to be typed of this one because nothing
 * fills it in.
 */
export function stopOf(place: LinesPlace): ((key: string, field: string) => boolean) | undefined {
  const entry = entryOfLine(place)
  if (entry === undefined) return undefined
  return (key, field) => {
    if (entry.includes(field)) return true
    const column = place.line.shape.columns.get(field)
    const node = linesAt(place).find((line) => line.key === key)
    if (column === undefined || node === undefined) return false
    const isMissing = isRequired(column, node) && isNothing(valueOf(node, field))
    return isMissing && !isComing(place, column, node)
  }
}

/** Whether the service has still to say what follows from something that was typed. */
function isComing({ state, path }: LinesPlace, column: Column, node: RecordNode): boolean {
  const head = nodeAt(state.node.peek(), path)
  return (column.fill_from ?? []).some((name) => {
    const own = [node, head].find((one) => one !== undefined && !isNothing(valueOf(one, name)))
    return own !== undefined && valueOf(own, name) !== own.reckoned[name]
  })
}

/** The column in which a line says how much. */
export function quantityOf(place: LinesPlace): Column | undefined {
  const names = entryOfLine(place) ?? []
  const { columns } = place.line.shape
  const column = names
    .flatMap((name) => columns.get(name) ?? [])
    .find(({ type }) => type === 'quantity')
  return column !== undefined && isTyped(place.state, place.line.shape, column) ? column : undefined
}
