import type { Database } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

/** Rows that a test looks at over all companies, and that no service would ask for. */
export type AllRows = <T = Readonly<Record<string, unknown>>>(
  statement: Sql,
) => Promise<readonly T[]>

/**
 * Reads the tables that a statement names as `public.<table>`. A cluster does not join what is not of one company, so
 * there it is asked of copies on the coordinator, all of one moment.
 */
export function allRows(owner: Database, place: 'one server' | 'a cluster'): AllRows {
  if (place === 'one server') return async (statement) => await owner.query(statement)
  return async (statement) =>
    await owner.transaction(
      async (tx) => {
        const named = /\bpublic\.(\w+)/g
        const tables = new Set([...statement.text.matchAll(named)].map(([, table = '']) => table))
        for (const table of tables) {
          const [copy, rows] = [trusted(`pg_temp."${table}"`), trusted(`public."${table}"`)]
          // With the primary key, by which a grouping may be.
          await tx.execute(
            sql`create temporary table ${copy} (like ${rows} including indexes) on commit drop`,
          )
          await tx.execute(sql`insert into ${copy} select * from ${rows}`)
        }
        return await tx.query({ ...statement, text: statement.text.replace(named, 'pg_temp."$1"') })
      },
      { isolation: 'repeatable read' },
    )
}
