import { useEffect, useRef, useState } from 'preact/hooks'

import type { RecordPages } from './record-pages.ts'
import { ALL, isSelected, NOTHING, withSelected, type Selection } from './selection.ts'

export interface MarkedRows {
  readonly selection: Selection
  readonly mark: (row: number, options: { readonly withRange: boolean }) => void
  readonly markAll: (isMarked: boolean) => void
}

/** The marked rows of a list; other conditions mean other records, so none is marked then. */
export function useSelection(pages: RecordPages, conditions: string): MarkedRows {
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const last = useRef(0)
  useEffect(() => setSelection(NOTHING), [conditions])
  return {
    selection,
    markAll: (isMarked) => setSelection(isMarked ? ALL : NOTHING),
    mark: (row, { withRange }) => {
      const from = withRange ? Math.min(last.current, row) : row
      const to = withRange ? Math.max(last.current, row) : row
      last.current = row
      const ids: number[] = []
      for (let index = from; index <= to; index += 1) {
        const id = pages.row(index)?.['id']
        if (typeof id === 'number') ids.push(id)
      }
      setSelection((before) => {
        const [only] = ids
        const isChosen = withRange || (only !== undefined && !isSelected(before, only))
        return withSelected(before, ids, isChosen)
      })
    },
  }
}
