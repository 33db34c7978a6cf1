import type { Column, ModelMetadata } from '../metadata/model-metadata.ts'
import { isNumeric, type ShownColumn } from '../values/shown-value.ts'

/** A column of a list: what the field is, and how it stands in the grid. */
export interface ListColumn extends ShownColumn {
  readonly label: string
  readonly help: string | null
  readonly references: string | null
  readonly field: Column
  /** In pixels, as the dictionary proposes it. */
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
  readonly isSortable: boolean
  readonly isFilterable: boolean
}

const SYSTEM_WIDTH = 140

/** All columns that a list of the model can show: those of its grid first, then what the platform keeps of each record. */
export function listColumns(
  { columns, grid }: ModelMetadata,
  hidden: readonly string[] = [],
): readonly ListColumn[] {
  const placed = new Map(grid.columns.map((column) => [column.field, column]))
  const shown = columns.filter(
    ({ name, write_only: isSecret }) => !isSecret && !hidden.includes(name),
  )
  const byName = new Map(shown.map((column) => [column.name, column]))
  const ordered = [
    ...grid.columns.flatMap(({ field }) => byName.get(field) ?? []),
    ...shown.filter(({ name }) => !placed.has(name)),
  ]
  return ordered.map((field): ListColumn => {
    const own = placed.get(field.name)
    return {
      name: field.name,
      type: field.type,
      scale: field.scale,
      choices: field.choices,
      label: field.label,
      help: field.help,
      references: field.references,
      ...(own !== undefined && { format: own.format }),
      field,
      width: own?.width ?? SYSTEM_WIDTH,
      align: isNumeric(field) ? 'right' : field.type === 'boolean' ? 'center' : 'left',
      isSortable: own?.sortable ?? field.type !== 'json',
      isFilterable: own?.filterable ?? field.type !== 'json',
    }
  })
}

/** The columns that a list shows unless the person chose others. */
export function firstColumns(
  { admin }: ModelMetadata,
  all: readonly ListColumn[],
): readonly ListColumn[] {
  const named = admin.list_display.flatMap(
    (name) => all.find((column) => column.name === name) ?? [],
  )
  return named.length > 0 ? named : all.slice(0, 1)
}
