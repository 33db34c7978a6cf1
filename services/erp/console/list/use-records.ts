import { useEffect, useRef, useState } from 'preact/hooks'

import { api } from '../session/api.ts'
import type { Values } from '../values/shown-value.ts'
import {
  PAGE_SIZE,
  recordPages,
  type PageRequest,
  type RecordPage,
  type RecordPages,
} from './record-pages.ts'

/** The records of a list as far as they are loaded. */
export interface ShownRecords {
  readonly pages: RecordPages
  /** Another order or other filters are being asked for; what is shown is still the former. */
  readonly isChanging: boolean
  /** Counts up with every change, so that what remembers rows looks again. */
  readonly version: number
  /** Asks for everything again. */
  readonly reload: () => void
}

interface Held {
  readonly path: string
  readonly pages: RecordPages
}

/**
 * The records that a path such as `/Moneda?fields=clave&sort=clave` answers. While another path is loading the records of
 * the former stay, so that nothing flickers.
 * @param first the row that is to be seen first
 */
export function useRecords(path: string, first: number): ShownRecords {
  const [version, setVersion] = useState(0)
  const shown = useRef<Held | undefined>(undefined)
  const next = useRef<Held | undefined>(undefined)
  const begin = (): Held => {
    const changed = (): void => {
      const held = next.current
      const isReady =
        held?.pages === pages && (pages.total !== undefined || pages.error !== undefined)
      if (isReady) {
        shown.current?.pages.stop()
        shown.current = held
        next.current = undefined
      }
      setVersion((count) => count + 1)
    }
    const pages = recordPages({ load: (request) => loadPage(path, request), onChange: changed })
    return { path, pages }
  }
  if ((next.current ?? shown.current)?.path !== path) {
    next.current?.pages.stop()
    const begun = begin()
    if (shown.current === undefined) shown.current = begun
    else next.current = begun
    begun.pages.want(next.current === undefined ? first : 0, 0)
  }
  useEffect(
    () => () => {
      shown.current?.pages.stop()
      next.current?.pages.stop()
    },
    [],
  )
  const { pages } = shown.current ?? begin()
  return {
    pages,
    isChanging: next.current !== undefined,
    version,
    reload: () => {
      next.current?.pages.stop()
      next.current = begin()
      next.current.pages.want(0, 0)
    },
  }
}

async function loadPage(
  path: string,
  { page, after, withTotal, signal }: PageRequest,
): Promise<RecordPage> {
  const place = after === undefined ? `page=${page}` : `after=${encodeURIComponent(after)}`
  const count = withTotal ? '' : '&count=false'
  const { data, meta } = await api<readonly Values[]>(
    `${path}&per_page=${PAGE_SIZE}&${place}${count}`,
    { signal },
  )
  const total = meta['total']
  const next = meta['after']
  return {
    rows: data.map(flat),
    after: typeof next === 'string' ? next : null,
    total: typeof total === 'number' ? total : undefined,
  }
}

/** A group's sums as values of columns of their own, `sum.total`. */
function flat(row: Values): Values {
  const { sum } = row
  if (typeof sum !== 'object' || sum === null) return row
  const sums = Object.entries(sum).map(([name, value]) => [`sum.${name}`, value])
  return { ...row, ...Object.fromEntries(sums) }
}
