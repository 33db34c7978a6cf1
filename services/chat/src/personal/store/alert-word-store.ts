import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** Adds words that the user does not have; returns how many. */
export async function insertAlertWords(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  words: readonly string[],
): Promise<number> {
  return await tx.execute(
    sql`insert into alert_word (realm_id, user_id, word)
        select ${realmId}, ${userId}, word from unnest(${words}::text[]) word
        on conflict (realm_id, user_id, lower(word)) do nothing`,
  )
}

/** Removes words; returns how many. */
export async function removeWords(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  words: readonly string[],
): Promise<number> {
  return await tx.execute(
    sql`delete from alert_word where realm_id = ${realmId} and user_id = ${userId}
          and lower(word) in (select lower(given) from unnest(${words}::text[]) given)`,
  )
}

export async function alertWordsOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly string[]> {
  const rows = await tx.query<{ word: string }>(
    sql`select word from alert_word where realm_id = ${realmId} and user_id = ${userId} order by word`,
  )
  return rows.map(({ word }) => word)
}
