import type { Condition, ListQuery } from '../list-query.ts'

/** What conditions on one field together say; `path` is `estado`, or `proveedor__rfc` of what a reference points to. */
export interface Facet {
  readonly path: string
  readonly conditions: readonly Condition[]
}

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'like' | 'null'

const OPERATORS: ReadonlySet<string> = new Set<Operator>([
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'like',
  'null',
])

/** The field of a parameter and what is compared: `fecha__gte` is `fecha` and `gte`. */
export function splitParameter(parameter: string): {
  readonly path: string
  readonly operator: Operator
} {
  const at = parameter.lastIndexOf('__')
  const last = at < 0 ? '' : parameter.slice(at + 2)
  if (!OPERATORS.has(last)) return { path: parameter, operator: 'eq' }
  // It is one of the set.
  return { path: parameter.slice(0, at), operator: last as Operator }
}

export function parameterOf(path: string, operator: Operator): string {
  return operator === 'eq' ? path : `${path}__${operator}`
}

/** The conditions by their fields, in the order in which these first occur. */
export function facetsOf(conditions: readonly Condition[]): readonly Facet[] {
  const paths = [...new Set(conditions.map(([parameter]) => splitParameter(parameter).path))]
  return paths.map((path) => ({ path, conditions: conditionsAt(conditions, path) }))
}

function conditionsAt(conditions: readonly Condition[], path: string): readonly Condition[] {
  return conditions.filter(([parameter]) => splitParameter(parameter).path === path)
}

/** The query with other conditions on one field, in the place where the former stood. */
export function withFacet<T extends Pick<ListQuery, 'conditions'>>(query: T, facet: Facet): T {
  const at = query.conditions.findIndex(([name]) => splitParameter(name).path === facet.path)
  const others = query.conditions.filter(([name]) => splitParameter(name).path !== facet.path)
  const place = at < 0 ? others.length : at
  return { ...query, conditions: others.toSpliced(place, 0, ...facet.conditions) }
}

/** The value of the condition with this operator, or undefined. */
export function valueOf({ conditions }: Facet, operator: Operator): string | undefined {
  return conditions.find(([parameter]) => splitParameter(parameter).operator === operator)?.[1]
}

/** The values of a facet that names some: `__in` with commas, or the only one. */
export function chosenValues(facet: Facet): readonly string[] {
  const several = valueOf(facet, 'in')
  if (several !== undefined) return several.split(',').filter((value) => value !== '')
  const one = valueOf(facet, 'eq')
  return one === undefined ? [] : [one]
}

/** A facet that wants one of some values. */
export function choosing(path: string, values: readonly string[]): Facet {
  const [only] = values
  if (only === undefined) return { path, conditions: [] }
  if (values.length === 1) return { path, conditions: [[path, only]] }
  return { path, conditions: [[parameterOf(path, 'in'), values.join(',')]] }
}

/** How values of a column are asked for. */
export type FacetKind = 'choice' | 'boolean' | 'day' | 'instant' | 'reference' | 'number' | 'text'

export function facetKind({ type }: { readonly type: string }): FacetKind {
  switch (type) {
    case 'choice':
    case 'boolean':
    case 'reference':
    case 'instant':
      return type
    case 'date':
      return 'day'
    case 'integer':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return 'number'
    default:
      return 'text'
  }
}
