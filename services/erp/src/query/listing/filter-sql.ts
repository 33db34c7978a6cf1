import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { TENANT_COLUMN, type Field, type Model } from '../../dictionary/types.ts'
import { cast } from '../parameter-type.ts'
import { column, outputValue, records, type RowOfCompany } from '../record-columns.ts'
import type { Comparison, FieldFilter, Filter } from './filter-plan.ts'
import type { Selection } from './listing-plan.ts'

const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: '=',
  ne: 'is distinct from',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/**
 * How a statement finds the records of a company: by its id as a value, in addition to the condition of the view that it
 * reads, or by the view alone. Two conditions cost a comparison that each record passes.
 * @source docs/decisions/0207-erp-read-views.md
 */
export type CompanyFound = 'by value' | 'by view'

/**
 * The condition on the records `r` that a selection means.
 * @param empresaId the company whose records are meant
 */
export function conditionOf(
  { model, filters, searchFields, searchWords }: Selection,
  empresaId: string,
  company: CompanyFound = 'by value',
): Sql {
  const conditions = [
    ...ownConditions(model, { alias: 'r', empresaId }, company),
    ...filters.map((filter) => filterSql({ alias: 'r', empresaId }, filter)),
    ...searchWords.map((words) => searchSql(searchFields, words)),
  ]
  return conditions.length === 0 ? trusted('true') : join(conditions, ' and ')
}

/** What the caller may reach of a model's records. */
function ownConditions(
  { condition, scope }: Model,
  row: RowOfCompany,
  company: CompanyFound = 'by value',
): readonly Sql[] {
  return [
    ...(scope === 'tenant' && company === 'by value'
      ? [sql`${column(row.alias, TENANT_COLUMN)} = ${row.empresaId}::int8`]
      : []),
    ...(condition === null ? [] : [condition(row)]),
  ]
}

/** A filter as a condition on a record. */
export function filterSql(row: RowOfCompany, filter: Filter): Sql {
  switch (filter.kind) {
    case 'through': {
      const there = { ...row, alias: `${row.alias}_f` }
      const conditions = [
        ...ownConditions(filter.target, there),
        fieldSql(there.alias, filter.filter),
      ]
      const source = records(filter.target, there.alias)
      const found = sql`select ${column(there.alias, 'id')} from ${source} where ${join(conditions, ' and ')}`
      return sql`${column(row.alias, filter.reference.name)} in (${found})`
    }
    case 'any':
      return sql`(${join(
        filter.filters.map((one) => filterSql(row, one)),
        ' or ',
      )})`
    case 'compare':
    case 'in':
    case 'like':
    case 'null':
      return fieldSql(row.alias, filter)
  }
}

function fieldSql(alias: string, filter: FieldFilter): Sql {
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
      return foldedLike(value, pattern)
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

/** One of the words must occur in one of the search fields. */
function searchSql(fields: readonly Field[], words: readonly string[]): Sql {
  const patterns = words.map((word) => `%${escapedLike(word)}%`)
  const matches = patterns.flatMap((pattern) =>
    fields.map(({ name }) => foldedLike(column('r', name), pattern)),
  )
  return sql`(${join(matches, ' or ')})`
}

/** A text as a part of a pattern that stands for itself. */
export function escapedLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** Whether a text fits a pattern, regardless of case and accents: what the index of the search fields serves. */
export function foldedLike(value: Sql, pattern: string): Sql {
  return sql`oficina.sin_acentos(${value}) like oficina.sin_acentos(${pattern})`
}

/** Whether records are looked for by pattern, so that the best plan depends on the pattern. */
export function looksForPatterns({ filters, searchWords }: Selection): boolean {
  return searchWords.length > 0 || filters.some(isPattern)
}

function isPattern(filter: Filter): boolean {
  if (filter.kind === 'through') return isPattern(filter.filter)
  return filter.kind === 'any' ? filter.filters.some(isPattern) : filter.kind === 'like'
}
