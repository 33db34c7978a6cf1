import { api } from '../session/api.ts'

const PAGE = 100
// Twenty times what a company has of any of the service's own records.
const MAX_PAGES = 200

/** All records of a model that a query finds, page after page behind the last one. */
export async function allRecords<T>(
  path: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const found: T[] = []
  const asked = new URLSearchParams(query)
  asked.set('per_page', String(PAGE))
  asked.set('count', 'false')
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data, meta } = await api<readonly T[]>(`${path}?${asked.toString()}`, { signal })
    found.push(...data)
    const { after } = meta
    if (typeof after !== 'string' || data.length < PAGE) break
    asked.set('after', after)
  }
  return found
}
