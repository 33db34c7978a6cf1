import { useEffect, useState } from 'preact/hooks'

import { modelMetadata } from '../metadata/model-metadata.ts'
import { listColumns, type ListColumn } from './list-columns.ts'

/** The columns of another model; none while they are not known. */
export function useColumnsOf(model: string | undefined): readonly ListColumn[] {
  const [columns, setColumns] = useState<readonly ListColumn[]>([])
  useEffect(() => {
    const state = { isGone: false }
    const load = async (): Promise<void> => {
      setColumns([])
      if (model === undefined) return
      const meta = await modelMetadata(model).catch(() => undefined)
      if (!state.isGone && meta !== undefined) setColumns(listColumns(meta))
    }
    void load()
    return () => {
      state.isGone = true
    }
  }, [model])
  return columns
}
