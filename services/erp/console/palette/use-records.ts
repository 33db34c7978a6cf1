import { useEffect, useState } from 'preact/hooks'

import { findRecords, SEARCHED_FROM, type RecordsFound } from './find-records.ts'

export interface FoundRecords extends RecordsFound {
  readonly state: 'idle' | 'loading' | 'failed'
}

const NONE: FoundRecords = { entries: [], state: 'idle' }
const PAUSE_MS = 150

/** Records that answer to what was typed; those found before stay until the next are there. */
export function useRecords(typed: string): FoundRecords {
  const [found, setFound] = useState<FoundRecords>(NONE)
  useEffect(() => {
    if (typed.length < SEARCHED_FROM) {
      setFound(NONE)
      return
    }
    const abort = new AbortController()
    setFound((before) => ({ ...before, state: 'loading' }))
    const look = async (): Promise<void> => {
      try {
        const records = await findRecords(typed, abort.signal)
        if (!abort.signal.aborted) setFound({ ...records, state: 'idle' })
      } catch {
        if (!abort.signal.aborted) setFound({ entries: [], state: 'failed' })
      }
    }
    const timer = setTimeout(() => void look(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed])
  return found
}
