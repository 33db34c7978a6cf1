import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmojiObject } from '../../../wire/organization.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { jsonValue } from '../../tenancy/store/json-value.ts'

export interface EmojiRow {
  readonly id: number
  readonly author_id: number | null
}

/** The custom emoji with this name now. */
export async function activeEmoji(
  tx: Tx,
  realmId: RealmId,
  name: string,
): Promise<EmojiRow | undefined> {
  const [row] = await tx.query<EmojiRow>(
    sql`select id, author_id from realm_emoji where realm_id = ${realmId} and name = ${name} and not is_deactivated`,
  )
  return row
}

export async function insertEmoji(
  tx: Tx,
  realmId: RealmId,
  emoji: { readonly name: string; readonly place: string; readonly authorId: number },
): Promise<void> {
  await tx.execute(
    sql`insert into realm_emoji (realm_id, name, path, author_id)
        values (${realmId}, ${emoji.name}, ${emoji.place}, ${emoji.authorId})`,
  )
}

export async function deactivateEmoji(tx: Tx, realmId: RealmId, id: number): Promise<void> {
  await tx.execute(
    sql`update realm_emoji set is_deactivated = true where realm_id = ${realmId} and id = ${id}`,
  )
}

/** The custom emoji with a name, an active one before deactivated ones. */
export async function realmEmojiNamed(
  tx: Tx,
  realmId: RealmId,
  name: string,
): Promise<{ readonly id: number; readonly is_deactivated: boolean } | undefined> {
  const [row] = await tx.query<{ id: number; is_deactivated: boolean }>(
    sql`select id, is_deactivated from realm_emoji where realm_id = ${realmId} and name = ${name}
        order by is_deactivated limit 1`,
  )
  return row
}

/** The custom emoji with the id that a client gives as its code, deactivated or not. */
export async function realmEmojiOfCode(
  tx: Tx,
  realmId: RealmId,
  code: string,
): Promise<{ readonly name: string; readonly is_deactivated: boolean } | undefined> {
  const [row] = await tx.query<{ name: string; is_deactivated: boolean }>(
    sql`select name, is_deactivated from realm_emoji where realm_id = ${realmId} and id::text = ${code}`,
  )
  return row
}

/** All custom emoji by id, as the API shows them, deactivated ones included, since messages use them. */
export async function realmEmoji(
  tx: Tx,
  realmId: RealmId,
): Promise<Readonly<Record<string, EmojiObject>>> {
  return await jsonValue(
    tx,
    sql`select coalesce(json_object_agg(id, json_build_object('id', id::text, 'name', name, 'source_url', '/user_avatars/' || path,
          'still_url', null, 'deactivated', is_deactivated, 'author_id', author_id)), '{}') as value
        from realm_emoji where realm_id = ${realmId}`,
  )
}
