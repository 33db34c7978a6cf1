import pg from 'pg'

/** What the indexes of search fields are made of. */
const EXTENSIONS = ['pg_trgm', 'btree_gin']

// The role may not, the server's operator does not allow it, or the server does not have it.
const NOT_TO_BE_HAD = new Set(['42501', '0A000', '58P01'])

/** Whether the database has what the indexes of search fields are made of. */
export async function hasTrigrams(client: pg.Client): Promise<boolean> {
  return (await missing(client)).length === 0
}

/**
 * The same after a try to make what is missing, at each start: an operator may have allowed it meanwhile. Nothing is said
 * to the database where it is there, since Citus would hand it on to nodes that may be away.
 */
export async function ensureTrigrams(client: pg.Client): Promise<boolean> {
  for (const name of await missing(client)) {
    try {
      await client.query(`create extension if not exists ${name} schema public`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !NOT_TO_BE_HAD.has(error.code ?? '')) throw error
      return false
    }
  }
  return true
}

async function missing(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where name not in (select extname from pg_extension)',
    [EXTENSIONS],
  )
  return rows.map(({ name }) => name)
}
