import { api } from '../session/api.ts'

/** Where a record stands in the list that it was opened from. */
export interface Neighbours {
  /** From 1 on. */
  readonly row: number
  readonly total: number
  readonly previous: number | undefined
  readonly next: number | undefined
}

interface Found {
  readonly id: number | undefined
  readonly total: number
}

/**
 * The records before and after the one of a row, as the list's query filters and sorts them.
 * @param row from 1 on
 * @throws ApiFailure
 */
export async function neighboursOf(
  model: string,
  { query, row, ordering }: OpenedFrom & { readonly ordering: readonly string[] },
  signal: AbortSignal,
): Promise<Neighbours> {
  const at = async (page: number, isCounted: boolean): Promise<Found> => {
    if (page < 1) return { id: undefined, total: 0 }
    const asked = new URLSearchParams(query)
    for (const name of NOT_ASKED) asked.delete(name)
    if (!asked.has('sort')) asked.set('sort', ordering.join(','))
    asked.set('per_page', '1')
    asked.set('page', String(page))
    asked.set('fields', 'id')
    asked.set('lean', 'true')
    if (!isCounted) asked.set('count', 'false')
    const { data, meta } = await api<readonly { readonly id: number }[]>(`/${model}?${asked}`, {
      signal,
    })
    return { id: data[0]?.id, total: Number(meta['total'] ?? 0) }
  }
  const [before, after] = await Promise.all([at(row - 1, false), at(row + 1, true)])
  return { row, total: Math.max(after.total, row), previous: before.id, next: after.id }
}

/** The list that a record was opened from. */
interface OpenedFrom {
  /** The list's own address, after `?`. */
  readonly query: string
  /** From 1 on. */
  readonly row: number
}

// What the address of a list says of how it looks, and what is asked otherwise here.
const NOT_ASKED = ['view', 'group_by', 'sum', 'page', 'after', 'fields']

/** The list that a record's address names: `in` is the list's own query, `n` the row, from 0 on. */
export function listOf(query: URLSearchParams): OpenedFrom | undefined {
  const index = Number(query.get('n') ?? Number.NaN)
  return Number.isSafeInteger(index) && index >= 0
    ? { query: query.get('in') ?? '', row: index + 1 }
    : undefined
}

/** The address of a record that keeps the list that it was opened from. */
export function recordAddress(model: string, id: number, list: OpenedFrom): string {
  const asked = new URLSearchParams({ in: list.query, n: String(list.row - 1) })
  return `/m/${model}/${id}?${asked.toString()}`
}
