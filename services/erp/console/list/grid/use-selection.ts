import { useEffect, useRef, useState } from 'preact/hooks'
import { toast } from '@oficina/web/toasts.tsx'

import { failureText } from '../../session/failure-text.ts'
import { words } from '../../words/list.ts'
import type { RecordPages } from '../record-pages.ts'
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
  const markRange = async (from: number, to: number): Promise<void> => {
    try {
      const ids = await pages.idsOf(from, to)
      setSelection((before) => withSelected(before, ids, true))
      if (ids.length < to - from + 1) toast({ text: words('markedFirst', { count: ids.length }) })
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
  }
  const toggle = (id: number): void =>
    setSelection((before) => withSelected(before, [id], !isSelected(before, id)))
  // Who moves by keys is quicker than the rows that are loaded.
  const toggleOnceKnown = async (row: number): Promise<void> => {
    try {
      for (const id of await pages.idsOf(row, row)) toggle(id)
    } catch (error) {
      toast({ text: failureText(error), tone: 'danger' })
    }
  }
  return {
    selection,
    markAll: (isMarked) => setSelection(isMarked ? ALL : NOTHING),
    mark: (row, { withRange }) => {
      const from = withRange ? Math.min(last.current, row) : row
      const to = withRange ? Math.max(last.current, row) : row
      last.current = row
      const id = pages.row(row)?.['id']
      if (withRange) void markRange(from, to)
      else if (typeof id === 'number') toggle(id)
      else void toggleOnceKnown(row)
    },
  }
}
