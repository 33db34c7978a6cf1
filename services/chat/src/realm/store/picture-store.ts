import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Sets or removes a user's own picture. */
export async function setAvatar(
  tx: Tx,
  realmId: number,
  userId: number,
  place: string | null,
): Promise<void> {
  await tx.execute(
    sql`update user_profile set avatar_path = ${place}, avatar_version = avatar_version + 1
        where realm_id = ${realmId} and id = ${userId}`,
  )
}

export interface EmojiRow {
  readonly id: number
  readonly author_id: number | null
}

/** The custom emoji that has this name now. */
export async function activeEmoji(
  tx: Tx,
  realmId: number,
  name: string,
): Promise<EmojiRow | undefined> {
  const [row] = await tx.query<EmojiRow>(
    sql`select id, author_id from realm_emoji where realm_id = ${realmId} and name = ${name} and not is_deactivated`,
  )
  return row
}

export async function insertEmoji(
  tx: Tx,
  realmId: number,
  emoji: { readonly name: string; readonly place: string; readonly authorId: number },
): Promise<void> {
  await tx.execute(
    sql`insert into realm_emoji (realm_id, name, path, author_id)
        values (${realmId}, ${emoji.name}, ${emoji.place}, ${emoji.authorId})`,
  )
}

export async function deactivateEmoji(tx: Tx, realmId: number, id: number): Promise<void> {
  await tx.execute(
    sql`update realm_emoji set is_deactivated = true where realm_id = ${realmId} and id = ${id}`,
  )
}
