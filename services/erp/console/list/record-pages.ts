/** A record as a listing answers it. */
type Values = Readonly<Record<string, unknown>>

/** The service's answer for one page. */
export interface RecordPage {
  readonly rows: readonly Values[]
  /** Continues behind this page at the same cost on every page; null at the end. */
  readonly after: string | null
  /** How many records there are; undefined where it was not asked for. */
  readonly total: number | undefined
}

export interface PageRequest {
  /** From 1. */
  readonly page: number
  /** Where the page before ended, if that is known. */
  readonly after: string | undefined
  readonly withTotal: boolean
  readonly signal: AbortSignal
}

export interface RecordPagesOptions {
  readonly load: (request: PageRequest) => Promise<RecordPage>
  /** Something that `row` or `total` tells has changed. */
  readonly onChange: () => void
}

/** The records of a list, of which only the pages around what is seen are loaded and kept. */
export interface RecordPages {
  /** Undefined until the first answer. */
  readonly total: number | undefined
  readonly error: unknown
  /** Undefined while it is not loaded. */
  readonly row: (index: number) => Values | undefined
  /** The rows that are seen now: loads their pages, and gives up on those that are not seen any more. */
  readonly want: (first: number, last: number) => void
  /** The ids of some rows, also of those that are not loaded; at most `MAX_RANGE` of them. */
  readonly idsOf: (first: number, last: number) => Promise<readonly number[]>
  /** Shows a record as it is after a change, wherever it stands. */
  readonly replace: (record: Values) => void
  /** Tries again what failed. */
  readonly retry: () => void
  readonly stop: () => void
}

export const PAGE_SIZE = 100
// Rows that are marked at once; more are marked by marking all that match.
export const MAX_RANGE = 5000
// 20,000 rows: what somebody scrolls back through in a while, a few megabytes.
const MAX_PAGES = 200
// A thumb that is dragged passes hundreds of pages; only those where it rests a moment are asked for.
const REST_MS = 40

/**
 * Loads pages as they are seen. A page that continues a loaded one is asked for by where that ended, any other by its
 * number, so that a jump costs as much as a step. The total comes with the first page alone.
 */
export function recordPages({ load, onChange }: RecordPagesOptions): RecordPages {
  const pages = new Map<number, RecordPage>()
  const loading = new Map<number, AbortController>()
  const state: { total: number | undefined; error: unknown; isStopped: boolean } = {
    total: undefined,
    error: undefined,
    isStopped: false,
  }
  const seen = { first: 1, last: 1 }
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async (page: number): Promise<void> => {
    const abort = new AbortController()
    loading.set(page, abort)
    try {
      const answer = await load({
        page,
        after: pages.get(page - 1)?.after ?? undefined,
        withTotal: state.total === undefined,
        signal: abort.signal,
      })
      if (abort.signal.aborted) return
      keepPage(pages, { page, answer, seen })
      state.total = answer.total ?? state.total
      state.error = undefined
    } catch (error) {
      if (abort.signal.aborted) return
      state.error = error
    } finally {
      if (loading.get(page) === abort) loading.delete(page)
    }
    if (!state.isStopped) onChange()
  }
  const loadSeen = (): void => {
    timer = undefined
    for (const [page, abort] of loading) {
      if (page >= seen.first - 1 && page <= seen.last + 1) continue
      abort.abort()
      loading.delete(page)
    }
    for (let page = seen.first; page <= seen.last; page += 1) {
      if (!pages.has(page) && !loading.has(page)) void ask(page)
    }
  }
  return {
    get total() {
      return state.total
    },
    get error() {
      return state.error
    },
    row: (index) => pages.get(Math.floor(index / PAGE_SIZE) + 1)?.rows[index % PAGE_SIZE],
    want: (first, last) => {
      if (state.isStopped) return
      const lastPage = Math.ceil((state.total ?? 1) / PAGE_SIZE)
      seen.first = Math.max(1, Math.floor(first / PAGE_SIZE) + 1)
      seen.last = Math.max(seen.first, Math.min(lastPage, Math.floor(last / PAGE_SIZE) + 1))
      // Without a total nothing else is known to exist.
      if (state.total === undefined) {
        seen.last = seen.first
        if (loading.size === 0 && state.error === undefined) loadSeen()
        return
      }
      const isMissing = [seen.first, seen.last].some((page) => !pages.has(page))
      if (isMissing && state.error === undefined) timer ??= setTimeout(loadSeen, REST_MS)
    },
    idsOf: (first, last) => idsBetween(pages, load, { first, last }),
    replace: (record) => {
      replaceIn(pages, record)
      onChange()
    },
    retry: () => {
      state.error = undefined
      loadSeen()
      onChange()
    },
    stop: () => {
      state.isStopped = true
      clearTimeout(timer)
      for (const abort of loading.values()) abort.abort()
      loading.clear()
    },
  }
}

type Pages = Map<number, RecordPage>

interface Kept {
  readonly page: number
  readonly answer: RecordPage
  readonly seen: { readonly first: number; readonly last: number }
}

/** Keeps a page in the place of the one that was loaded longest ago, unless that is seen. */
function keepPage(pages: Pages, { page, answer, seen }: Kept): void {
  pages.delete(page)
  pages.set(page, answer)
  for (const old of pages.keys()) {
    if (pages.size <= MAX_PAGES) return
    if (old < seen.first || old > seen.last) pages.delete(old)
  }
}

function replaceIn(pages: Pages, record: Values): void {
  for (const [page, answer] of pages) {
    const at = answer.rows.findIndex(({ id }) => id === record['id'])
    if (at < 0) continue
    const rows = answer.rows.with(at, { ...answer.rows[at], ...record })
    pages.set(page, { ...answer, rows })
  }
}

async function idsBetween(
  pages: Pages,
  load: RecordPagesOptions['load'],
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly number[]> {
  const end = Math.min(last, first + MAX_RANGE - 1)
  const ids: number[] = []
  for (let begin = first; begin <= end;) {
    const page = Math.floor(begin / PAGE_SIZE) + 1
    const { signal } = new AbortController()
    const request = { page, after: undefined, withTotal: false, signal }
    const { rows } = pages.get(page) ?? (await load(request))
    const next = Math.min(end + 1, page * PAGE_SIZE)
    const wanted = rows.slice(begin % PAGE_SIZE, next - (page - 1) * PAGE_SIZE)
    ids.push(...wanted.map(({ id }) => Number(id)))
    begin = next
  }
  return ids
}
