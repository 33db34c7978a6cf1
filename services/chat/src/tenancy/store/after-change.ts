import { sql, type Sql } from '@oficina/kit/sql.ts'

/**
 * What a change made of its rows. `shown` may be computed from their columns, which `returning` may not where the rows lie
 * on another server.
 */
export function afterChange(change: Sql, shown: Sql): Sql {
  return sql`with changed as (${change} returning *) select ${shown} from changed`
}
