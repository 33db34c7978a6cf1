/** What an expression is evaluated in: the sections around a tag, and the render's locale and time zone. */
export type Scope = {
  /** From the whole data at 0 to the innermost section at `depth`. */
  readonly values: unknown[]
  readonly indexes: number[]
  readonly lengths: number[]
  /** The path of each level, for the names of missing values. */
  readonly labels: string[]
  depth: number
  readonly locale: string
  readonly timezone: string
  readonly texts: ReadonlyMap<string, string> | undefined
  /** Paths that the data lacks; undefined when they are not wanted. */
  readonly missing: Set<string> | undefined
  /** Above 0 where a missing value is expected: `default`, `not`, inverted sections. */
  tolerance: number
  /** What tags say about the row, paragraph and cell around them. */
  readonly layout: Layout
  /** Work that formatters have done so far, counted in list items: part of a render's budget. */
  work: number
}

/** Set by formatters while an element is written, and read when it is done. */
type Layout = {
  dropsRow: boolean
  dropsParagraph: boolean
  /** The cell goes on with the one above it, and shows nothing of its own. */
  isMerged: boolean
}

export type ScopeOptions = {
  readonly locale: string
  readonly timezone: string
  readonly texts: ReadonlyMap<string, string> | undefined
  readonly isStrict: boolean
}

export function createScope(data: unknown, options: ScopeOptions): Scope {
  return {
    values: [data],
    indexes: [0],
    lengths: [1],
    labels: [''],
    depth: 0,
    locale: options.locale,
    timezone: options.timezone,
    texts: options.texts,
    missing: options.isStrict ? new Set() : undefined,
    tolerance: 0,
    layout: { dropsRow: false, dropsParagraph: false, isMerged: false },
    work: 0,
  }
}

// Names that lead from the data into JavaScript itself. They never resolve, even when the data has such keys.
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key)
}

/** An own property of an object or array; undefined for anything else. */
export function ownValue(holder: unknown, key: string): unknown {
  if (
    typeof holder !== 'object' ||
    holder === null ||
    !Object.hasOwn(holder, key) ||
    isForbiddenKey(key)
  ) {
    return undefined
  }
  // `holder` is known to be an object with this own property; its shape is the customer's.
  return (holder as Readonly<Record<string, unknown>>)[key]
}

// A list of this length tells the caller enough.
const MAX_MISSING = 1_000

export function reportMissing(scope: Scope, text: string): void {
  const { missing } = scope
  if (missing === undefined || scope.tolerance > 0 || missing.size >= MAX_MISSING) return
  const base = levelPath(scope)
  const relative = text === '.' ? '' : text.replace(/^this\./, '')
  missing.add(base === '' ? relative : relative === '' ? base : `${base}.${relative}`)
}

/** Labels of lists end in `[]`; the others are of objects, which have no position to name. */
function levelPath(scope: Scope): string {
  const names: string[] = []
  for (let level = 1; level <= scope.depth; level++) {
    const label = scope.labels[level] ?? ''
    names.push(label.endsWith('[]') ? `${label.slice(0, -2)}[${scope.indexes[level] ?? 0}]` : label)
  }
  return names.filter((name) => name !== '').join('.')
}
