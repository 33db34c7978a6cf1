import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { TENANT_COLUMN, type Field, type Model, type Registry } from '../dictionary/types.ts'
import { SPANISH } from '../schema/ddl.ts'
import type { AfterKey } from './keyset.ts'
import type { SortTerm } from './keyset.ts'
import type { Comparison, Filter, ListingPlan } from './listing-plan.ts'
import { column, outputValue, recordColumns, records } from './record-columns.ts'

/** One row: `records` a JSON array as text, `total` or null, `last` the sort key of the last record or null. */
export interface ListingRow {
  readonly records: string
  readonly total: number | null
  readonly last: readonly (string | null)[] | null
}

const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/**
 * The whole listing in one statement: the page by index, `_str` for its rows only, and the exact total.
 * @param empresaId the company whose rows are listed; it is part of the condition, in addition to row-level security
 */
export function listingSql(registry: Registry, plan: ListingPlan, empresaId: string): Sql {
  const condition = conditionOf(plan, empresaId)
  const total = plan.withTotal
    ? sql`(select count(*) from ${records(plan.model, 'r')} where ${condition})`
    : trusted('null::int8')
  const shown = { fields: plan.columns, withStr: plan.withStr, empresaId }
  const columns = recordColumns(registry, 'p', shown)
  return sql`with p as materialized (${pageSql(plan, condition)})
select coalesce((select json_agg(row_to_json(x))::text from (select ${columns} from p) x), '[]') as records,
  ${total} as total,
  (select ${lastKey(plan.sort)} from p offset ${plan.perPage - 1} limit 1) as last`
}

/** All matching records, without pages, for a stream: each row is one record as JSON text. */
export function exportSql(registry: Registry, plan: ListingPlan, empresaId: string): Sql {
  const shown = { fields: plan.columns, withStr: plan.withStr, empresaId }
  const columns = recordColumns(registry, 'r', shown)
  return sql`select row_to_json(x)::text as record from (select ${columns} from ${records(plan.model, 'r')}
where ${conditionOf(plan, empresaId)} order by ${orderBy('r', plan)}) x`
}

function pageSql(plan: ListingPlan, condition: Sql): Sql {
  const from = sql`select ${pageColumns(plan)} from ${records(plan.model, 'r')} where ${condition}`
  const order = orderBy('r', plan)
  if (plan.after === null) {
    return sql`${from} order by ${order} limit ${plan.perPage} offset ${(plan.page - 1) * plan.perPage}`
  }
  const ranges = afterRanges(plan, plan.after).map(
    (range) => sql`(${from} and ${range} order by ${order} limit ${plan.perPage})`,
  )
  return sql`select * from (${join(ranges, ' union all ')}) r order by ${order} limit ${plan.perPage}`
}

/** What the page shows and sorts by: carrying a wide row along costs more than finding it. */
function pageColumns({ model, columns, sort }: ListingPlan): Sql {
  // What a caller is shown instead of a value may depend on other fields of the record.
  const isWhole = columns.some(({ shown }) => shown !== undefined)
  const needed = isWhole ? [...model.fields, ...model.withheld] : []
  const names = new Set([
    'id',
    ...needed.map(({ name }) => name),
    ...columns.map(({ name }) => name),
    ...sort.map(({ field }) => field.name),
  ])
  return join(
    [...names].map((name) => column('r', name)),
    ', ',
  )
}

function conditionOf(plan: ListingPlan, empresaId: string): Sql {
  const conditions = [
    ...(plan.model.scope === 'tenant'
      ? [sql`${column('r', TENANT_COLUMN)} = ${empresaId}::int8`]
      : []),
    ...(plan.model.condition === null ? [] : [plan.model.condition({ alias: 'r', empresaId })]),
    ...plan.filters.map((filter) => filterSql('r', filter)),
    ...plan.searchWords.map((word) => searchSql(plan.searchFields, word)),
  ]
  return conditions.length === 0 ? trusted('true') : join(conditions, ' and ')
}

/** A filter as a condition on the record that `alias` names. */
export function filterSql(alias: string, filter: Filter): Sql {
  const value = column(alias, filter.field.name)
  switch (filter.kind) {
    case 'compare':
      return sql`${value} ${trusted(OPERATORS[filter.operator])} ${filter.value}${cast(filter.field)}`
    case 'in':
      return sql`${value} = any(${filter.values}${cast(filter.field, '[]')})`
    case 'like':
      return likeSql(alias, filter.field, filter.pattern)
    case 'null':
      return filter.isNull ? sql`${value} is null` : sql`${value} is not null`
  }
}

/**
 * Texts regardless of case and accents, by the index of the search fields; other values as they are written on the
 * wire.
 */
function likeSql(alias: string, field: Field, pattern: string): Sql {
  const value = column(alias, field.name)
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'choice':
    case 'secret':
      return sql`oficina.sin_acentos(${value}) like oficina.sin_acentos(${pattern})`
    case 'json':
      return sql`oficina.sin_acentos(${value}::text) like oficina.sin_acentos(${pattern})`
    case 'date':
      return sql`to_char(${value}, 'YYYY-MM-DD') like ${pattern}`
    case 'instant':
      return sql`${outputValue(alias, field)} like upper(${pattern})`
    case 'boolean':
      return sql`${value}::text like lower(${pattern})`
    case 'integer':
    case 'reference':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return sql`${value}::text like ${pattern}`
  }
}

/** Every word must occur in one of the search fields. */
function searchSql(fields: readonly Field[], word: string): Sql {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matches = fields.map(
    ({ name }) =>
      sql`oficina.sin_acentos(${column('r', name)}) like oficina.sin_acentos(${pattern})`,
  )
  return sql`(${join(matches, ' or ')})`
}

/** The parameter's type, so that PostgreSQL never has to guess it from the text. */
export function cast(field: Field, suffix = ''): Sql {
  return trusted(`::${parameterType(field)}${suffix}`)
}

/** The type of a field's values in PostgreSQL, as a parameter names it. */
export function parameterType(field: Field): string {
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'secret':
    case 'choice':
      return 'text'
    case 'integer':
    case 'reference':
      return 'int8'
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return 'numeric'
    case 'date':
      return 'date'
    case 'instant':
      return 'timestamptz'
    case 'boolean':
      return 'boolean'
    case 'json':
      return 'jsonb'
  }
}

/** The sort with the unique tail `id` in the direction of the last term, so that an index can serve both directions. */
function orderBy(alias: string, { model, sort }: ListingPlan): Sql {
  const terms = sort.map((term) => sql`${sortValue(alias, model, term.field)}${direction(term)}`)
  const last = sort.at(-1)
  if (last?.field.name === 'id') return join(terms, ', ')
  return join([...terms, sql`${column(alias, 'id')}${direction(last)}`], ', ')
}

/** Ascending without a term. */
function direction(term: SortTerm | undefined): Sql {
  return trusted(term?.isDescending === true ? ' desc' : '')
}

/** Names sort like words, codes (values of a unique key) by their characters, so that the key's index serves. */
function sortValue(alias: string, model: Model, field: Field): Sql {
  const isText = field.type === 'text' || field.type === 'long_text'
  const isCode = model.uniqueKeys.some(({ fields }) => fields.includes(field.name))
  const value = column(alias, field.name)
  return isText && !isCode ? sql`${value} collate ${trusted(SPANISH)}` : value
}

function lastKey(sort: readonly SortTerm[]): Sql {
  const values = [...sort.map(({ field }) => column('p', field.name)), column('p', 'id')]
  return sql`json_build_array(${join(
    values.map((value) => sql`${value}::text`),
    ', ',
  )})`
}

/**
 * The records after a key as disjoint ranges, each of which an index can start at: those that share the first k sort
 * values and come later by the next one. Empty values come last ascending and first descending, as PostgreSQL sorts.
 */
function afterRanges({ model, sort }: ListingPlan, after: AfterKey): readonly Sql[] {
  const ranges: Sql[] = []
  const equal: Sql[] = []
  for (const [index, term] of sort.entries()) {
    const key = after.values[index] ?? null
    const value = sortValue('r', model, term.field)
    const typed = sql`${key}${cast(term.field)}`
    if (key === null) {
      if (term.isDescending) ranges.push(all([...equal, sql`${value} is not null`]))
      equal.push(sql`${value} is null`)
    } else {
      const beyond = trusted(term.isDescending ? '<' : '>')
      ranges.push(all([...equal, sql`${value} ${beyond} ${typed}`]))
      if (!term.isDescending && !term.field.required)
        ranges.push(all([...equal, sql`${value} is null`]))
      equal.push(sql`${value} = ${typed}`)
    }
  }
  const last = sort.at(-1)
  if (last?.field.name !== 'id') {
    const beyond = trusted(last?.isDescending === true ? '<' : '>')
    ranges.push(all([...equal, sql`${column('r', 'id')} ${beyond} ${after.id}::int8`]))
  }
  return ranges
}

function all(conditions: readonly Sql[]): Sql {
  return join(conditions, ' and ')
}

/** Whether the listing searches texts by pattern, so that its best plan depends on the pattern. */
export function looksForPatterns({ filters, searchWords }: ListingPlan): boolean {
  return searchWords.length > 0 || filters.some(({ kind }) => kind === 'like')
}
