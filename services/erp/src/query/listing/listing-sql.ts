import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Field, Model, Registry } from '../../dictionary/types.ts'
import { SPANISH } from '../../schema/ddl.ts'
import { cast } from '../parameter-type.ts'
import { column, pageColumns, recordColumns, records, sameRecord } from '../record-columns.ts'
import { conditionOf, type CompanyFound } from './filter-sql.ts'
import type { AfterKey, SortTerm } from './keyset.ts'
import type { ListingPlan } from './listing-plan.ts'

/** One row: `records` a JSON array as text, `total` or null, `last` the sort key of the last record or null. */
export interface ListingRow {
  readonly records: string
  readonly total: number | null
  readonly last: readonly (string | null)[] | null
}

/**
 * The whole listing in one statement: the page by index, `_str` for its rows only, and the exact total.
 * @param empresaId the company whose rows are listed; it is part of the condition, in addition to row-level security
 * @param counted how the company of the records in the total is found, of which there may be very many
 */
export function listingSql(
  registry: Registry,
  plan: ListingPlan,
  empresaId: string,
  counted: CompanyFound = 'by value',
): Sql {
  const isFoundOnce = plan.withTotal && plan.searchWords.length > 0 && plan.after === null
  const found = isFoundOnce
    ? pageOfFound(plan, empresaId)
    : sql`p as materialized (${pageSql(plan, conditionOf(plan, empresaId))})`
  const total = plan.withTotal
    ? totalSql(plan, { empresaId, counted, isFoundOnce })
    : trusted('null::int8')
  const shown = { fields: plan.columns, withStr: plan.withStr, empresaId }
  const { columns, joins } = pageColumns(registry, 'p', shown)
  // Joined by look-ups for each of its rows, the page keeps its order. Its limit is said twice: in the page it is a
  // value, so that pages of any size share a plan that does not count on it, here the number of rows to look up for.
  const page = sql`(select * from p limit ${trusted(String(plan.perPage))}) p`
  return sql`with ${found}
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, ${total} as total,
  case when count(*) = ${plan.perPage} then ${lastKey(plan)} end as last
from ${page}${joins} cross join lateral (select ${columns}) x`
}

function totalSql(
  plan: ListingPlan,
  how: {
    readonly empresaId: string
    readonly counted: CompanyFound
    readonly isFoundOnce: boolean
  },
): Sql {
  if (how.isFoundOnce) return trusted('(select count(*) from m)')
  const condition = conditionOf(plan, how.empresaId, how.counted)
  return sql`(select count(*) from ${records(plan.model, 'r')} where ${condition})`
}

/**
 * What words find, `m`, compared once for the page and the total: PostgreSQL compares each record that the index of
 * trigrams names. Only what sorts is carried along; the page is looked up.
 */
function pageOfFound(plan: ListingPlan, empresaId: string): Sql {
  const { model, page, perPage, sort } = plan
  const names = new Set(['id', ...sort.map(({ field }) => field.name)])
  const sorted = join(
    [...names].map((name) => column('r', name)),
    ', ',
  )
  const row = { alias: 'r', empresaId }
  return sql`m as materialized (select ${sorted} from ${records(model, 'r')} where ${conditionOf(plan, empresaId)}),
p as materialized (select r.* from (select m.id from m order by ${orderBy('m', plan)} limit ${perPage} offset ${(page - 1) * perPage}) k
cross join lateral (select ${neededColumns(plan)} from ${records(model, 'r')} where ${sameRecord(model, row, trusted('k.id'))} offset 0) r)`
}

/** All matching records, without pages, for a stream: each row is one record as JSON text. */
export function exportSql(registry: Registry, plan: ListingPlan, empresaId: string): Sql {
  const shown = { fields: plan.columns, withStr: plan.withStr, empresaId }
  const columns = recordColumns(registry, 'r', shown)
  return sql`select row_to_json(x)::text as record from (select ${columns} from ${records(plan.model, 'r')}
where ${conditionOf(plan, empresaId)} order by ${orderBy('r', plan)}) x`
}

function pageSql(plan: ListingPlan, condition: Sql): Sql {
  const from = sql`select ${neededColumns(plan)} from ${records(plan.model, 'r')} where ${condition}`
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
function neededColumns({ model, columns, sort }: ListingPlan): Sql {
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

/** The sort key of the last record of a full page. */
function lastKey({ perPage, sort }: ListingPlan): Sql {
  const values = [...sort.map(({ field }) => column('p', field.name)), column('p', 'id')]
  return sql`json_build_array(${join(
    values.map((value) => sql`(array_agg(${value}))[${perPage}]::text`),
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
