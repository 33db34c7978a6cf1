import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** An emoji under the names that the API gives it. */
export interface ReactionEmoji {
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

interface Reactor {
  readonly messageId: number
  readonly userId: number
}

/** Whether the user had not reacted like this already. */
export async function insertReaction(
  tx: Tx,
  realmId: RealmId,
  { messageId, userId }: Reactor,
  emoji: ReactionEmoji,
): Promise<boolean> {
  const added = await tx.execute(
    sql`insert into reaction (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
        values (${realmId}, ${messageId}, ${userId}, ${emoji.emoji_name}, ${emoji.emoji_code}, ${emoji.reaction_type})
        on conflict do nothing`,
  )
  if (added === 0) return false
  await tx.execute(
    sql`update message set has_reaction = true where realm_id = ${realmId} and id = ${messageId} and not has_reaction`,
  )
  return true
}

/** Whether the user had reacted like this. */
export async function removeReaction(
  tx: Tx,
  realmId: RealmId,
  { messageId, userId }: Reactor,
  emoji: ReactionEmoji,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from reaction where realm_id = ${realmId} and message_id = ${messageId} and user_id = ${userId}
          and emoji_code = ${emoji.emoji_code} and reaction_type = ${emoji.reaction_type}`,
  )
  if (removed === 0) return false
  await tx.execute(
    sql`update message set has_reaction = exists (select 1 from reaction e where e.realm_id = ${realmId}
          and e.message_id = ${messageId}) where realm_id = ${realmId} and id = ${messageId}`,
  )
  return true
}

/** The oldest reaction to a message with this emoji, by anybody. */
export async function oldestReaction(
  tx: Tx,
  realmId: RealmId,
  messageId: number,
  { code, type }: { readonly code: string; readonly type: string },
): Promise<ReactionEmoji | undefined> {
  return await oldest(tx, realmId, messageId, sql`emoji_code = ${code} and reaction_type = ${type}`)
}

/** What a request says about a reaction. */
interface ReactionNames {
  readonly name: string | undefined
  readonly code: string | undefined
  readonly type: string | undefined
}

/** The user's oldest reaction to a message that has the name or the code. */
export async function reactionOfUser(
  tx: Tx,
  realmId: RealmId,
  { messageId, userId }: Reactor,
  names: ReactionNames,
): Promise<ReactionEmoji | undefined> {
  const [name, code, type] = [names.name ?? null, names.code ?? null, names.type ?? null]
  const which = sql`user_id = ${userId} and (emoji_name = ${name} or emoji_code = ${code})
    and (${type}::text is null or reaction_type = ${type})`
  return await oldest(tx, realmId, messageId, which)
}

async function oldest(
  tx: Tx,
  realmId: RealmId,
  messageId: number,
  which: Sql,
): Promise<ReactionEmoji | undefined> {
  const [row] = await tx.query<ReactionEmoji>(
    sql`select emoji_name, emoji_code, reaction_type from reaction
        where realm_id = ${realmId} and message_id = ${messageId} and ${which} order by position limit 1`,
  )
  return row
}
