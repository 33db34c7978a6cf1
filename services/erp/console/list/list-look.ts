import type { ListColumn } from './list-columns.ts'

export type Density = 'compact' | 'normal' | 'roomy'

export const DENSITIES: readonly Density[] = ['compact', 'normal', 'roomy']

/** How a person looks at the list of a model. */
export interface ListLook {
  /** In their order; undefined: those that the dictionary proposes. */
  readonly columns?: readonly string[] | undefined
  /** In pixels, of the columns that were sized. */
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}

export const PLAIN_LOOK: ListLook = { widths: {}, density: 'normal' }

/** Of a row, in pixels. */
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 28, normal: 34, roomy: 44 }

/** A look as it was kept, by an older console too: what cannot be read is as if it had not been chosen. */
export function parseLook(kept: unknown): ListLook {
  if (typeof kept !== 'object' || kept === null) return PLAIN_LOOK
  const { columns, widths, density } = kept as Readonly<Record<string, unknown>>
  const names = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : []
  return {
    columns: names.length > 0 ? names : undefined,
    widths: numbersOf(widths),
    density: DENSITIES.find((one) => one === density) ?? 'normal',
  }
}

function numbersOf(given: unknown): Readonly<Record<string, number>> {
  if (typeof given !== 'object' || given === null) return {}
  const entries = Object.entries(given).filter(([, width]) => typeof width === 'number')
  return Object.fromEntries(entries)
}

/** The chosen columns that the model still has; those of the dictionary where none is left. */
export function chosenColumns(
  { columns }: ListLook,
  all: readonly ListColumn[],
  proposed: readonly ListColumn[],
): readonly ListColumn[] {
  const chosen = (columns ?? []).flatMap((name) => all.find((column) => column.name === name) ?? [])
  return chosen.length > 0 ? chosen : proposed
}

/** A list with one entry in another place. */
export function movedTo<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, entry)
}
