/** A condition as the API's own parameter: `estado__in`, `autorizada,cerrada`. */
export type Condition = readonly [parameter: string, value: string]

export interface SortTerm {
  readonly field: string
  readonly isDescending: boolean
}

/** What a list shows, as its address asks for it: the API's own parameters, so that an address can be shared. */
export interface ListQuery {
  readonly conditions: readonly Condition[]
  /** Each is a query string of conditions, one of which must hold. */
  readonly alternatives: readonly string[]
  readonly search: string
  /** Empty: the model's own order. */
  readonly sort: readonly SortTerm[]
  /** Fields that records are grouped by, such as `fecha__month`; empty: the records themselves. */
  readonly groupBy: readonly string[]
}

// What a listing knows besides conditions, and the list's own view; the list asks for pages, columns and files itself.
const CONTROLS: ReadonlySet<string> = new Set(
  'or q sort group_by view page per_page order fields lean count after sum format headers similar'.split(
    ' ',
  ),
)

export function parseListQuery(asked: URLSearchParams): ListQuery {
  return {
    conditions: [...asked].filter(([name]) => !CONTROLS.has(name)),
    alternatives: asked.getAll('or'),
    search: asked.get('q') ?? '',
    sort: parseSort(listOf(asked.get('sort'))),
    groupBy: listOf(asked.get('group_by')),
  }
}

/** The query as an address has it; parsing it again gives the same. */
export function printListQuery(query: ListQuery): URLSearchParams {
  const printed = conditionsOf(query)
  if (query.sort.length > 0) printed.set('sort', printSort(query.sort))
  if (query.groupBy.length > 0) printed.set('group_by', query.groupBy.join(','))
  return printed
}

/** Only what says which records are meant, for counting, exporting and acting on all of them. */
export function conditionsOf({ conditions, alternatives, search }: ListQuery): URLSearchParams {
  const asked = new URLSearchParams()
  for (const [name, value] of conditions) asked.append(name, value)
  for (const text of alternatives) asked.append('or', text)
  if (search !== '') asked.set('q', search)
  return asked
}

/** `-fecha`, `clave` as terms. */
export function parseSort(names: readonly string[]): readonly SortTerm[] {
  return names.map((name) => ({
    field: name.replace(/^[-+]/, ''),
    isDescending: name.startsWith('-'),
  }))
}

export function printSort(sort: readonly SortTerm[]): string {
  return sort.map(({ field, isDescending }) => (isDescending ? `-${field}` : field)).join(',')
}

/**
 * The order after a click on a column: ascending, descending, and back to the model's own. Together with others (Shift)
 * the column keeps its place among them.
 */
export function sortedBy(
  sort: readonly SortTerm[],
  field: string,
  { withOthers }: { readonly withOthers: boolean },
): readonly SortTerm[] {
  const found = sort.find((term) => term.field === field)
  const next =
    found === undefined
      ? { field, isDescending: false }
      : found.isDescending
        ? undefined
        : { field, isDescending: true }
  if (!withOthers) return next === undefined ? [] : [next]
  if (found === undefined) return [...sort, { field, isDescending: false }]
  return sort.flatMap((term) => (term.field === field ? (next ?? []) : term))
}

function listOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
