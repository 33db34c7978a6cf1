import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

export async function stepsSeen(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly string[]> {
  const rows = await tx.query<{ step: string }>(
    sql`select step from onboarding_step_seen where realm_id = ${realmId} and user_id = ${userId}`,
  )
  return rows.map(({ step }) => step)
}

export async function insertStepSeen(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  seen: { readonly step: string; readonly at: Date },
): Promise<void> {
  await tx.execute(
    sql`insert into onboarding_step_seen (realm_id, user_id, step, seen_at)
        values (${realmId}, ${userId}, ${seen.step}, ${seen.at}) on conflict do nothing`,
  )
}
