import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { APP_ROLE } from '../../schema/ddl.ts'

/**
 * Row-level security applies to the service's role, which a connection assumes when it opens. A pooler that shares one
 * connection among several sessions loses that, and mixes up prepared statements as well.
 * @throws Error if the connection does not have the role
 */
export async function demandRole(database: Database): Promise<void> {
  const [row] = await database.query<{ role: string }>(sql`select current_setting('role') as role`)
  if (row?.role === APP_ROLE) return
  throw new Error(
    `The database's connections do not keep the role ${APP_ROLE}: a pooler in front of it must use session mode, ` +
      'or DATABASE_DIRECT_URL must name PostgreSQL itself.',
  )
}
