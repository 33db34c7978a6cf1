import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import {
  TENANT_COLUMN,
  type Formula,
  type Lines,
  type Model,
  type SumOfLines,
} from '../dictionary/types.ts'
import type { FieldValue } from './field-value.ts'
import { manyOf, type NewColumns } from './import-sql.ts'
import { andCondition, column, table } from './record-columns.ts'

type Values = ReadonlyMap<string, FieldValue | null>

/** Records of one model of one company, by their ids. */
export interface ManyKeys {
  readonly model: Model
  readonly empresaId: string
  readonly ids: readonly string[]
}

/** The table's records, or those of a company. */
function within(model: Model, empresaId: string): Sql {
  return model.scope === 'global' ? trusted('') : sql`${ofCompany('r', empresaId)} and `
}

function ofCompany(alias: string, empresaId: string): Sql {
  return sql`${column(alias, TENANT_COLUMN)} = ${empresaId}::int8`
}

function whereIds({ model, empresaId, ids }: ManyKeys): Sql {
  return sql`${ofCompany('r', empresaId)} and r.id = any(${ids}::int8[])${andCondition(model, { alias: 'r', empresaId })}`
}

/** Records with the fields named, as text, and `id` and `version`; locked in the order of their ids, or only read. */
export function storedSql(keys: ManyKeys, names: readonly string[], lock: 'lock' | 'read'): Sql {
  const values = ['id', 'version', ...names].map(
    (name) => sql`${column('r', name)}::text as ${trusted(`"${name}"`)}`,
  )
  const end = trusted(lock === 'lock' ? ' for no key update' : '')
  return sql`select ${join(values, ', ')} from ${table(keys.model, 'r')} where ${whereIds(keys)} order by r.id${end}`
}

/** Records with the new values of some fields; each record has a value for each of them. */
export interface ChangedRows extends Omit<ManyKeys, 'ids'> {
  readonly rows: readonly { readonly id: string; readonly values: Values }[]
  readonly fields: readonly string[]
  readonly now: string
}

/** Changes many records in one statement; each counts its version up. */
export function updateManySql({ model, empresaId, rows, fields, now }: ChangedRows): Sql {
  const own = fields.flatMap((name) => model.fieldByName.get(name) ?? [])
  const values = rows.map((row) => row.values)
  const columns = own.map((field) => manyOf(values, field))
  return updateColumnsSql({
    model,
    empresaId,
    ids: rows.map(({ id }) => id),
    fields: own,
    columns,
    now,
  })
}

/** Changes many records, whose new values come a column after the other. */
export function updateColumnsSql({ model, empresaId, ids, fields, columns, now }: NewColumns): Sql {
  const names = fields.map(({ name }) => trusted(`"${name}"`))
  const set = names.map((name) => sql`${name} = n.${name}`)
  const system = [sql`version = r.version + 1`, sql`modificado_en = ${now}::timestamptz`]
  return sql`update ${table(model, 'r')} set ${join([...set, ...system], ', ')}
from unnest(${join([sql`${ids}::int8[]`, ...columns], ', ')}) as n(${join([trusted('id_'), ...names], ', ')})
where ${ofCompany('r', empresaId)} and r.id = n.id_`
}

/**
 * Puts the numbers of lines out of the way of each other: a unique key is checked row by row, so that two lines could
 * not change places.
 */
export function clearNumbersSql({ model, empresaId, ids }: ManyKeys, number: string): Sql {
  return sql`update ${table(model, 'r')} set ${trusted(`"${number}"`)} = -r.id
where ${ofCompany('r', empresaId)} and r.id = any(${ids}::int8[])`
}

export function deleteManySql({ model, empresaId, ids }: ManyKeys): Sql {
  return sql`delete from ${table(model, 'r')} where ${within(model, empresaId)}r.id = any(${ids}::int8[])`
}

/** The lines of some heads of one company. */
export interface LinesOf {
  readonly lines: Pick<Lines, 'field'>
  /** Whose records the lines are. */
  readonly model: Model
  readonly empresaId: string
  readonly heads: readonly string[]
}

function whereHeads({ lines, empresaId, heads }: LinesOf): Sql {
  return sql`${ofCompany('r', empresaId)} and ${column('r', lines.field)} = any(${heads}::int8[])`
}

/** The ids of lines; their heads are locked, so that none is added meanwhile. */
export function lineIdsSql(of: LinesOf): Sql {
  return sql`select r.id::text as id from ${table(of.model, 'r')} where ${whereHeads(of)} order by r.id`
}

/** The heads that lines with these ids have. */
export function headIdsSql(keys: ManyKeys, field: string): Sql {
  return sql`select distinct ${column('r', field)}::text as head from ${table(keys.model, 'r')}
where ${whereIds(keys)} and ${column('r', field)} is not null`
}

/** The last number among the lines of each head: `head`, `last`. */
export function lastNumbersSql(of: LinesOf, number: string): Sql {
  return sql`select ${column('r', of.lines.field)}::text as head, max(${column('r', number)})::text as last
from ${table(of.model, 'r')} where ${whereHeads(of)} group by 1`
}

/** For each head that has lines, `head` and the sums over them as `s0`, `s1`… */
export function sumsSql(of: LinesOf, sums: readonly SumOfLines[]): Sql {
  const parts = sums.map(({ formula, where }, i) => {
    const only =
      where === null
        ? trusted('')
        : sql` filter (where ${column('r', where.field)}::text = ${where.value})`
    return sql`coalesce(sum(${formulaSql(formula)})${only}, 0)::text as ${trusted(`s${i}`)}`
  })
  const head = sql`${column('r', of.lines.field)}::text as head`
  return sql`select ${join([head, ...parts], ', ')}
from ${table(of.model, 'r')} where ${whereHeads(of)} group by 1`
}

/** The breakdowns of the taxes of some heads' lines: in which model, and by which field it belongs to a line. */
export interface BreakdownsOf extends LinesOf {
  readonly breakdown: { readonly model: Model; readonly field: string }
}

/** Taxes of lines that have a rate: `id`, `line`, `head`, `rate` (what is reckoned alike), `tasa`, `base`, `importe`. */
export function ratedTaxesSql({ breakdown, ...of }: BreakdownsOf): Sql {
  const line = column('t', breakdown.field)
  const alike = ['impuesto', 'tipo', 'factor', 'tasa'].map((name) => column('t', name))
  return sql`select t.id::text as id, ${line}::text as line, ${column('r', of.lines.field)}::text as head,
  concat_ws(' ', ${join(alike, ', ')}) as rate, t.tasa::text as tasa, t.base::text as base, t.importe::text as importe
from ${table(of.model, 'r')} join ${table(breakdown.model, 't')}
on ${ofCompany('t', of.empresaId)} and ${line} = r.id
where ${whereHeads(of)} and t.tasa is not null order by r.id, t.id`
}

/** As `query/computed-values.ts` evaluates it. */
function formulaSql(formula: Formula): Sql {
  switch (formula.kind) {
    case 'number':
      return sql`${formula.value}::numeric`
    case 'field':
      return column('r', formula.name)
    case 'sum':
      throw new Error('a sum is over fields of lines')
    case 'operation': {
      const [left, right] = [formulaSql(formula.left), formulaSql(formula.right)]
      const sign = trusted(formula.operator)
      if (formula.operator === '*') return sql`(${left} * ${right})`
      return sql`(${left} ${sign} coalesce(${right}, 0))`
    }
  }
}
