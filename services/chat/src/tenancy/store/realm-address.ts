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

/** The names by which an organization may be known to whoever calls this host: with the port and without. */
export function hostNames(host: string): readonly [string, string] {
  const full = host.toLowerCase()
  return [full, full.replace(/:\d+$/, '')]
}

/** Which of these names are those of an organization. */
export async function namedHosts(tx: Tx, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ host: string }>(
    sql`select host from realm_address where host = any(${hosts}::text[])`,
  )
  return new Set(rows.map(({ host }) => host))
}

/** The organization at exactly this host. */
export async function realmOfHostName(tx: Tx, host: string): Promise<RealmId | undefined> {
  const [row] = await tx.query<{ id: RealmId }>(
    sql`select realm_id as id from realm_address where host = ${host}`,
  )
  return row?.id
}
