import { useRef } from 'preact/hooks'

import { withDecimals } from '../../values/column-decimals.ts'
import type { Values } from '../../values/shown-value.ts'
import type { PlacedColumn } from './grid-layout.ts'

/** The columns of a grid, with as many decimals as any value has that was seen: they grow while one scrolls, and stay. */
export function useColumnDecimals(
  columns: readonly PlacedColumn[],
  records: readonly (Values | undefined)[],
): readonly PlacedColumn[] {
  const kept = useRef<{ of: readonly PlacedColumn[]; shown: readonly PlacedColumn[] }>({
    of: columns,
    shown: columns,
  }).current
  if (kept.of !== columns) Object.assign(kept, { of: columns, shown: columns })
  const now = withDecimals(columns, records)
  const isMore = now.some(({ decimals }, at) => (decimals ?? 0) > (kept.shown[at]?.decimals ?? 0))
  if (isMore) {
    kept.shown = columns.map((column, at) => {
      const decimals = Math.max(now[at]?.decimals ?? 0, kept.shown[at]?.decimals ?? 0)
      return now[at]?.decimals === undefined ? column : { ...column, decimals }
    })
  }
  return kept.shown
}
