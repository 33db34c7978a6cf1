import { isDecimal, trimmedDecimal } from './decimal-text.ts'

interface DecimalColumn {
  readonly name: string
  readonly type: string
  readonly widget?: string
  readonly format?: string
}

// A price has as many as the currency, whatever else it may have.
const OF_PRICES = 2

/**
 * How many decimals the values of a column are written with, one below the other: as many as any of them has, of prices at
 * least those of an amount. Undefined: each has its own, as quantities that are whole, or the column's, as amounts.
 */
export function columnDecimals(
  { type, widget, format }: DecimalColumn,
  values: Iterable<unknown>,
): number | undefined {
  if (type === 'money' || widget === 'percent' || format === 'percent') return undefined
  if (type !== 'decimal' && type !== 'quantity' && type !== 'rate') return undefined
  let most = type === 'decimal' ? OF_PRICES : 0
  for (const value of values) {
    const text = String(value ?? '')
    if (!isDecimal(text)) continue
    most = Math.max(most, trimmedDecimal(text, 0).split('.')[1]?.length ?? 0)
  }
  return most
}

/** Columns with as many decimals as the values of these records have. */
export function withDecimals<T extends DecimalColumn>(
  columns: readonly T[],
  records: readonly (Readonly<Record<string, unknown>> | undefined)[],
): readonly (T & { readonly decimals?: number })[] {
  return columns.map((column) => {
    const values = records.map((record) => record?.[column.name])
    const decimals = columnDecimals(column, values)
    return decimals === undefined ? column : { ...column, decimals }
  })
}
