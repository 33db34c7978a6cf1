import type { Column } from '../../metadata/model-metadata.ts'
import { oneMore } from '../../values/decimal-text.ts'
import type { Chosen } from '../../values/value-props.ts'
import { setValue } from '../form/form-state.ts'
import { isNothing, isUntouched, valueOf } from '../record-node.ts'
import { entryOfLine, quantityOf } from './entry-moves.ts'
import { linesAt, type LinesPlace } from './line-edits.ts'

/** Where the cursor goes after something was typed: on to what is typed next, to the next line, or to a cell. */
export type After = 'stay' | 'on' | 'line' | { readonly key: string; readonly field: string }

/**
 * Takes what was typed or chosen in a cell. Who chooses what a line is of goes on. Who names it whole, by its key or by a
 * barcode, means one of it, and one more where a line is of it already; after a barcode the next one is scanned, after a key
 * the quantity is typed.
 */
export function typeIn(
  place: LinesPlace,
  { key, column }: { readonly key: string; readonly column: Column },
  value: unknown,
  chosen?: Chosen,
): After {
  const at = (line: string) => [...place.path, [place.line.name, line] as const]
  const set = (line: string, of: Column, now: unknown, said?: Chosen): void =>
    setValue(place.state, { path: at(line), column: of }, now, said)
  const entry = entryOfLine(place)
  const quantity = quantityOf(place)
  const isWhat = chosen !== undefined && entry?.[0] === column.name
  if (!isWhat || isNothing(value)) {
    set(key, column, value, chosen)
    return chosen !== undefined && entry?.includes(column.name) === true ? 'on' : 'stay'
  }
  const { named } = chosen
  const lines = linesAt(place)
  const own = lines.find((line) => line.key === key)
  const isNew = own !== undefined && isUntouched(own)
  const other = lines.find((line) => line.key !== key && valueOf(line, column.name) === value)
  if (named !== undefined && quantity !== undefined && isNew && other !== undefined) {
    set(other.key, quantity, oneMore(valueOf(other, quantity.name)))
    return named === 'code' ? 'stay' : { key: other.key, field: quantity.name }
  }
  set(key, column, value, chosen)
  if (named === undefined || quantity === undefined || own === undefined) return 'on'
  if (isNothing(valueOf(own, quantity.name))) set(key, quantity, '1')
  return named === 'code' ? 'line' : 'on'
}
