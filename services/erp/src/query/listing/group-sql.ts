import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Registry } from '../../dictionary/types.ts'
import { SPANISH } from '../../schema/ddl.ts'
import { column, recordColumns, records } from '../record-columns.ts'
import { conditionOf } from './filter-sql.ts'
import type { CalendarUnit, GroupPlan, GroupSort, GroupTerm } from './group-plan.ts'

/** One row: `records` a JSON array of groups as text, `total` how many groups there are. */
export interface GroupRow {
  readonly records: string
  readonly total: number
}

const UNIT_FORMATS: Readonly<Record<CalendarUnit, string>> = {
  year: 'YYYY',
  month: 'YYYY-MM',
  day: 'YYYY-MM-DD',
}

/**
 * Counts and sums of the records that a selection means, by the values of fields; without fields, of all of them.
 * @param empresaId the company whose records are meant
 */
export function groupSql(registry: Registry, plan: GroupPlan, empresaId: string): Sql {
  const { model, perPage, page, terms } = plan
  const sums = plan.sums.map(
    ({ name }, index) => sql`coalesce(sum(${column('r', name)}), 0) as ${sumName(index)}`,
  )
  const values = terms.map((term, index) => sql`${valueOf(term)} as ${termName(term, index)}`)
  const by = terms.length === 0 ? sql`` : sql` group by ${join(places(terms), ', ')}`
  const counted = join([...values, sql`count(*) as n_`, ...sums], ', ')
  const from = sql`${records(model, 'r')} where ${conditionOf(plan, empresaId)}${by}`
  return sql`with g as materialized (select ${counted} from ${from}),
p as (select * from g order by ${orderOf(plan)} limit ${perPage} offset ${(page - 1) * perPage})
select coalesce((select json_agg(row_to_json(x))::text
    from (select ${shown(registry, plan, empresaId)} from p) x), '[]') as records,
  (select count(*) from g) as total`
}

function places(terms: readonly GroupTerm[]): readonly Sql[] {
  return terms.map((_, index) => trusted(String(index + 1)))
}

/** A day or instant by its year, month or day, as Mexico City counts them; any other value as it is stored. */
function valueOf({ field, unit }: GroupTerm): Sql {
  const value = column('r', field.name)
  if (unit === null) return value
  const local = field.type === 'instant' ? sql`${value} at time zone 'America/Mexico_City'` : value
  return sql`to_char(${local}, ${trusted(`'${UNIT_FORMATS[unit]}'`)})`
}

/** A whole field keeps its name, by which its words are looked up. */
function termName({ field, unit }: GroupTerm, index: number): Sql {
  return trusted(unit === null ? `"${field.name}"` : `t${index}_`)
}

function sumName(index: number): Sql {
  return trusted(`s${index}_`)
}

function shown(registry: Registry, plan: GroupPlan, empresaId: string): Sql {
  const { terms, sums, withStr } = plan
  const values = terms.map((term, index) =>
    term.unit === null
      ? recordColumns(registry, 'p', { fields: [term.field], withStr, empresaId })
      : sql`p.${termName(term, index)} as ${trusted(`"${term.name}"`)}`,
  )
  const added = sums.map(({ name }, index) => sql`${trusted(`'${name}'`)}, p.${sumName(index)}`)
  const sum = sums.length === 0 ? [] : [sql`json_build_object(${join(added, ', ')}) as sum`]
  return join([...values, sql`p.n_ as count`, ...sum], ', ')
}

/** What was asked for, then every term, so that pages never overlap. */
function orderOf(plan: GroupPlan): Sql {
  const asked = plan.sort.map(
    (sort) => sql`${sortValue(plan, sort.by)}${trusted(sort.isDescending ? ' desc' : '')}`,
  )
  const tail = plan.terms.map((term) => sortValue(plan, { kind: 'term', term }))
  return join([...asked, ...tail, sql`n_`], ', ')
}

function sortValue({ sums, terms }: GroupPlan, by: GroupSort['by']): Sql {
  switch (by.kind) {
    case 'count':
      return sql`n_`
    case 'sum':
      return sumName(sums.indexOf(by.field))
    case 'term': {
      const name = termName(by.term, terms.indexOf(by.term))
      return by.term.field.type === 'text' ? sql`${name} collate ${trusted(SPANISH)}` : name
    }
  }
}
