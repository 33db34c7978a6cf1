import type { Database } from '@oficina/kit/database.ts'
import type { Sql } from '@oficina/kit/sql.ts'

import { TENANT_SETTING } from '../schema/ddl.ts'
import type { EmpresaId } from './tenant-database.ts'

const BATCH = 1_000

/**
 * The rows of a statement in batches, through a cursor of one snapshot: memory stays flat however many there are.
 * Has a connection of its own, which is closed when the reader stops, also in the middle.
 */
export async function* streamAs<T>(
  database: Database,
  empresa: EmpresaId,
  statement: Sql,
): AsyncGenerator<readonly T[]> {
  const client = await database.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // The length of an export is its reader's affair; a reader that stops ends it.
    await client.query('set local statement_timeout = 0')
    await client.query('select set_config($1, $2, true)', [TENANT_SETTING, empresa])
    await client.query({
      text: `declare lote no scroll cursor for ${statement.text}`,
      values: [...statement.values],
    })
    for (;;) {
      const { rows } = await client.query(`fetch ${BATCH} from lote`)
      if (rows.length === 0) break
      // The caller names the row type that its statement selects.
      yield rows as T[]
    }
  } finally {
    await client.end()
  }
}
