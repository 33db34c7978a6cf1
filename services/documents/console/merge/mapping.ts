import { dayOfWorkbook } from '@oficina/web/table-file.ts'

import { valueOf } from '../data/cell-value.ts'
import { valueAt, withValue, type DataPath } from '../data/data-path.ts'
import type { Field } from '../data/fields.ts'
import { sameName } from '../data/same-name.ts'
import type { JsonObject } from '../templates/template-api.ts'
import type { Sheet } from './sheet.ts'

/** A value of the data that each document may have of its own. */
export interface Target {
  readonly path: DataPath
  /** As it is written in the template, such as `cliente.nombre`. */
  readonly name: string
  readonly label: string
  readonly field: Field
  /** Lists and pictures come from no cell. */
  readonly isSimple: boolean
}

/** Where a value comes from: a column, what was typed on the form for all, or nowhere. */
export type Source = { readonly column: number } | 'same' | 'empty'

/** Sources by the names of their targets. */
export type Mapping = Readonly<Record<string, Source>>

const NOT_SIMPLE: ReadonlySet<string> = new Set(['list', 'texts', 'json', 'object'])

export function targetsOf(fields: readonly Field[], within: DataPath = []): readonly Target[] {
  return fields.flatMap((field) => {
    const path = [...within, field.name]
    if (field.kind === 'object') return targetsOf(field.fields, path)
    return [
      {
        path,
        name: path.join('.'),
        label: field.label,
        field,
        isSimple: !NOT_SIMPLE.has(field.kind),
      },
    ]
  })
}

/**
 * Columns that are called as what they fill; a column fills one value. What no column fills is for all what was typed on
 * the form, where something was.
 */
export function proposedMapping(
  targets: readonly Target[],
  { titles }: Sheet,
  typed: JsonObject,
): Mapping {
  const taken = new Set<number>()
  const sources = targets.map(({ name, label, path, isSimple }): readonly [string, Source] => {
    if (!isSimple) return [name, 'same']
    const names = [name, label]
    const column = titles.findIndex(
      (title, at) => !taken.has(at) && names.some((one) => sameName(title, one)),
    )
    if (column < 0) return [name, valueAt(typed, path) === undefined ? 'empty' : 'same']
    taken.add(column)
    return [name, { column }]
  })
  return Object.fromEntries(sources)
}

export interface RowContext {
  readonly sheet: Sheet
  readonly targets: readonly Target[]
  readonly mapping: Mapping
  /** What was typed on the form. */
  readonly common: JsonObject
}

/** The data of one row. */
export function rowData(row: readonly string[], context: RowContext): JsonObject {
  const { sheet, targets, mapping, common } = context
  return targets.reduce<JsonObject>((data, { name, path, field }) => {
    const source = mapping[name] ?? 'empty'
    if (source === 'empty') return data
    const value =
      source === 'same' ? valueAt(common, path) : cellValue(row[source.column] ?? '', field, sheet)
    // A path begins with a name, so what comes of it is an object.
    return value === undefined ? data : (withValue(data, path, value) as JsonObject)
  }, {})
}

function cellValue(cell: string, field: Field, { isWorkbook }: Sheet): unknown {
  return valueOf(field, isWorkbook && field.kind === 'date' ? dayOfWorkbook(cell) : cell)
}
