import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { APP_ROLE } from '../schema/ddl.ts'

/**
 * Row-level security binds the service's role, which a connection takes on when it begins. A pooler that hands one
 * connection to several sessions drops that, and mixes up prepared statements besides.
 * @throws Error where the role was not taken on
 */
export async function demandRole(database: Database): Promise<void> {
  const [row] = await database.query<{ role: string }>(sql`select current_setting('role') as role`)
  if (row?.role === APP_ROLE) return
  throw new Error(
    `The database's connections do not keep the role ${APP_ROLE}: a pooler before it must work in session mode.`,
  )
}
