/** Which pages: `1-3,5,8-` in the order in which they are named. */
export type PageSelection = readonly { readonly first: number; readonly last: number }[]

const MAX_RANGES = 100
const RANGE = /^(\d{1,6})(?:(-)(\d{1,6})?)?$/

export const SELECTION_RULE =
  'must be pages counted from 1, such as 1-3,5,8-, with at most 100 ranges'

/** Undefined when it is none. */
export function parsePageSelection(text: string): PageSelection | undefined {
  const ranges = text.split(',')
  if (ranges.length > MAX_RANGES) return undefined
  const read = ranges.map((range) => {
    const [, from, dash, to] = RANGE.exec(range.trim()) ?? []
    const first = Number(from ?? 0)
    const open = dash === undefined ? first : Number.POSITIVE_INFINITY
    const last = to === undefined ? open : Number(to)
    return { first, last }
  })
  return read.every(({ first, last }) => first >= 1 && last >= first) ? read : undefined
}

/** Those of the items that are selected; pages that do not exist are left out. */
export function selected<T>(
  items: readonly T[],
  selection: PageSelection | undefined,
): readonly T[] {
  if (selection === undefined) return items
  return selection.flatMap(({ first, last }) =>
    items.slice(first - 1, Math.min(last, items.length)),
  )
}
