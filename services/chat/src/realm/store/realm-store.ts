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
