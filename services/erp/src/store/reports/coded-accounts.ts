import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/**
 * The accounts of a company that have a code of the SAT, as an array of a statement: found once, before any line of an
 * entry. Joined instead, a planner without statistics, as of a young database, pairs all accounts with all entries first.
 */
export function codedAccounts(empresa: EmpresaId, code: string): Sql {
  return sql`array(select c.id from cuenta_contable c where c.empresa_id = ${empresa}::int8
    and c.codigo_agrupador = (select g.id from codigo_agrupador g where g.codigo = ${code}::text))`
}
