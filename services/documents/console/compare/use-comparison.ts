import { useEffect, useState } from 'preact/hooks'

import { isPastTheEnd, pageImage } from '../preview/page-image.ts'
import type { PagesRequest } from '../preview/use-pages.ts'
import { differences, type Mark } from './marks.ts'

/** A page of two versions; undefined where a version has fewer pages. */
interface ComparedPage {
  readonly before: string | undefined
  readonly after: string | undefined
  readonly marks: readonly Mark[]
}

export interface Comparison {
  readonly pages: readonly ComparedPage[]
  readonly isBusy: boolean
  readonly error: unknown
}

// Whoever compares longer documents reads them.
const MAX_PAGES = 30
const DPI = 90

/** The pages of two versions filled with the same data, one after another. */
export function useComparison(
  before: Blob | undefined,
  after: Blob | undefined,
  request: PagesRequest,
): Comparison {
  const [state, setState] = useState<Comparison>(NOTHING)
  useEffect(() => {
    if (before === undefined || after === undefined) return
    const gone = new AbortController()
    const urls: string[] = []
    const shown = (picture: Blob | undefined): string | undefined => {
      if (picture === undefined) return undefined
      const url = URL.createObjectURL(picture)
      urls.push(url)
      return url
    }
    const pictureOf = async (docx: Blob, page: number): Promise<Blob | undefined> => {
      try {
        return await pageImage({ kind: 'draft', docx }, { ...request, page, dpi: DPI }, gone.signal)
      } catch (error) {
        if (page > 1 && isPastTheEnd(error)) return undefined
        throw error
      }
    }
    const run = async (): Promise<void> => {
      setState({ pages: [], isBusy: true, error: undefined })
      const ended = { before: false, after: false }
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const one = ended.before ? undefined : await pictureOf(before, page)
        const other = ended.after ? undefined : await pictureOf(after, page)
        ended.before ||= one === undefined
        ended.after ||= other === undefined
        if (one === undefined && other === undefined) break
        const marks = one !== undefined && other !== undefined ? await differences(one, other) : []
        if (gone.signal.aborted) return
        const compared = { before: shown(one), after: shown(other), marks }
        setState((last) => ({ ...last, pages: [...last.pages, compared] }))
      }
      setState((last) => ({ ...last, isBusy: false }))
    }
    run().catch((error: unknown) => {
      if (!gone.signal.aborted) setState((last) => ({ ...last, isBusy: false, error }))
    })
    return () => {
      gone.abort()
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [before, after, JSON.stringify(request)])
  return state
}

const NOTHING: Comparison = { pages: [], isBusy: false, error: undefined }
