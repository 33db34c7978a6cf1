import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { realmOfHostName } from '../../tenancy/store/realm-address.ts'

export interface RealmTexts {
  readonly name: string
  readonly description: string
  /** Only what differs from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** An organization, locked for a change. */
export async function lockRealm(tx: Tx, realmId: RealmId): Promise<RealmTexts> {
  const [row] = await tx.query<RealmTexts>(
    sql`select name, description, settings from realm where id = ${realmId} for no key update`,
  )
  if (row === undefined) throw new Error(`there is no realm ${realmId}`)
  return row
}

export async function updateRealm(
  tx: Tx,
  realmId: RealmId,
  { name, description, settings }: RealmTexts,
): Promise<void> {
  await tx.execute(
    sql`update realm set name = ${name}, description = ${description}, settings = ${JSON.stringify(settings)}::jsonb
        where id = ${realmId}`,
  )
}

/** What an organization says about itself, and since when it exists, in UNIX seconds. */
export async function realmBeginnings(
  tx: Tx,
  realmId: RealmId,
): Promise<{ readonly description: string; readonly createdSeconds: number }> {
  const [row] = await tx.query<{ description: string; createdSeconds: number }>(
    sql`select description, floor(extract(epoch from created_at))::bigint as "createdSeconds" from realm where id = ${realmId}`,
  )
  if (row === undefined) throw new Error(`there is no realm ${realmId}`)
  return row
}

/** Records the address of an organization, as the environment gives it now. */
export async function setRealmUrl(tx: Tx, host: string, url: string | undefined): Promise<void> {
  const address = url?.replace(/\/+$/, '') ?? null
  const realmId = await realmOfHostName(tx, host.toLowerCase())
  if (realmId === undefined) return
  await tx.execute(
    sql`update realm set url = ${address} where id = ${realmId} and url is distinct from ${address}`,
  )
}
