import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

export interface RealmTexts {
  readonly name: string
  readonly description: string
  /** Only what differs from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** An organization, locked for a change. */
export async function lockRealm(tx: Tx, realmId: number): Promise<RealmTexts> {
  const [row] = await tx.query<RealmTexts>(
    sql`select name, description, settings from realm where id = ${realmId} for no key update`,
  )
  if (row === undefined) throw new Error(`there is no realm ${realmId}`)
  return row
}

export async function updateRealm(
  tx: Tx,
  realmId: number,
  { name, description, settings }: RealmTexts,
): Promise<void> {
  await tx.execute(
    sql`update realm set name = ${name}, description = ${description}, settings = ${JSON.stringify(settings)}::jsonb
        where id = ${realmId}`,
  )
}

/** What an organization says of itself, and since when it has been there, in UNIX seconds. */
export async function realmBeginnings(
  tx: Tx,
  realmId: number,
): Promise<{ readonly description: string; readonly createdSeconds: number }> {
  const [row] = await tx.query<{ description: string; createdSeconds: number }>(
    sql`select description, floor(extract(epoch from created_at))::bigint as "createdSeconds" from realm where id = ${realmId}`,
  )
  if (row === undefined) throw new Error(`there is no realm ${realmId}`)
  return row
}
