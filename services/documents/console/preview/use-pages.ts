import { useEffect, useRef, useState } from 'preact/hooks'

import type { JsonObject } from '../templates/template-api.ts'
import { isPastTheEnd, pageImage, type PageSource } from './page-image.ts'

export interface PagesRequest {
  readonly data: JsonObject
  readonly locale?: string | undefined
  readonly timezone?: string | undefined
  /** Options that are seen on a page. */
  readonly pdf?: JsonObject
}

export interface Pages {
  /** Addresses of the pictures, in order. */
  readonly urls: readonly string[]
  /** Whether the last page is among them. */
  readonly isWhole: boolean
  readonly isBusy: boolean
  /** Why the pages are not those of the present data. */
  readonly error: unknown
  /** Asks for one page more. */
  readonly more: () => void
  readonly reload: () => void
}

interface State {
  readonly key: string | undefined
  readonly urls: readonly string[]
  readonly isWhole: boolean
  readonly error: unknown
}

// Somebody who types sees the page when they stop.
const PAUSE_MS = 350
// More is read as a file.
const MAX_PAGES = 60
const DPI = 110

/**
 * The pages of a document as pictures, made anew as its data changes: after a pause, one request at a time, and what
 * answers late is dropped. The pages from before stay until theirs are there.
 */
export function usePages(name: string, source: PageSource, request: PagesRequest): Pages {
  const [wanted, setWanted] = useState(1)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>(NOTHING)
  const key = `${attempt} ${name} ${JSON.stringify(request)}`
  // Which pages belong to the present key.
  const fresh = useRef({ key: '', count: 0 })
  const shown = useRef<readonly string[]>([])
  shown.current = state.urls
  useEffect(() => () => shown.current.forEach((url) => URL.revokeObjectURL(url)), [])
  useEffect(() => {
    const isFirst = fresh.current.key === ''
    const isSame = fresh.current.key === key
    if (!isSame) fresh.current = { key, count: 0 }
    const gone = new AbortController()
    const end = (changed: Partial<State>): void => {
      if (!gone.signal.aborted) setState((last) => ({ ...last, key, ...changed }))
    }
    const run = async (): Promise<void> => {
      for (let page = fresh.current.count + 1; page <= wanted; page += 1) {
        try {
          const picture = await pageImage(source, { ...request, page, dpi: DPI }, gone.signal)
          if (gone.signal.aborted) return
          fresh.current = { key, count: page }
          setState((last) => withPage(last, page, URL.createObjectURL(picture)))
        } catch (error) {
          if (gone.signal.aborted) return
          if (page > 1 && isPastTheEnd(error)) {
            setState((last) => ({
              ...withPages(last, page - 1),
              key,
              isWhole: true,
              error: undefined,
            }))
          } else end({ error })
          return
        }
      }
      end({ error: undefined, isWhole: wanted >= MAX_PAGES })
    }
    const timer = setTimeout(() => void run(), isFirst || isSame ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [key, wanted])
  return {
    urls: state.urls,
    isWhole: state.isWhole && state.key === key,
    isBusy:
      state.key !== key ||
      (state.error === undefined && !state.isWhole && state.urls.length < wanted),
    error: state.error,
    more: () => setWanted((count) => Math.min(Math.max(count, 1) + 1, MAX_PAGES)),
    reload: () => setAttempt((count) => count + 1),
  }
}

const NOTHING: State = { key: undefined, urls: [], isWhole: false, error: undefined }

function withPage(state: State, page: number, url: string): State {
  const urls = [...state.urls]
  const old = urls[page - 1]
  if (old !== undefined) URL.revokeObjectURL(old)
  urls[page - 1] = url
  return { ...state, urls, error: undefined }
}

function withPages(state: State, count: number): State {
  for (const url of state.urls.slice(count)) URL.revokeObjectURL(url)
  return { ...state, urls: state.urls.slice(0, count) }
}
