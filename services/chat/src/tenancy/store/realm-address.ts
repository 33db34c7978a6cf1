import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'
import { realmUrl } from '../realm-url.ts'

/** The address that links to an organization begin with. */
export async function realmAddress(tx: Tx, realmId: RealmId): Promise<string> {
  const [row] = await tx.query<{ host: string; url: string | null }>(
    sql`select host, url from realm where id = ${realmId}`,
  )
  if (row === undefined) throw new Error(`there is no realm ${realmId}`)
  return realmUrl(row)
}

/** The organization at exactly this host. */
export async function realmOfHostName(tx: Tx, host: string): Promise<RealmId | undefined> {
  const [row] = await tx.query<{ id: RealmId }>(sql`select id from realm where host = ${host}`)
  return row?.id
}
