import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { SnippetObject } from '../../../wire/personal.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { afterChange } from '../../tenancy/store/after-change.ts'

const COLUMNS = trusted(
  'id, title, content, floor(extract(epoch from created_at))::bigint as date_created',
)

export async function snippetsOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly SnippetObject[]> {
  return await tx.query<SnippetObject>(
    sql`select ${COLUMNS} from saved_snippet where realm_id = ${realmId} and user_id = ${userId} order by id`,
  )
}

export async function insertSnippet(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  text: { readonly title: string; readonly content: string; readonly createdAt: Date },
): Promise<SnippetObject> {
  const [row] = await tx.query<SnippetObject>(
    afterChange(
      sql`insert into saved_snippet (realm_id, user_id, title, content, created_at)
        values (${realmId}, ${userId}, ${text.title}, ${text.content}, ${text.createdAt})`,
      COLUMNS,
    ),
  )
  if (row === undefined) throw new Error('an insert returns its row')
  return row
}

/** The snippet after the change; undefined when the user has no such snippet. */
export async function updateSnippet(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  change: {
    readonly id: number
    readonly title?: string | undefined
    readonly content?: string | undefined
  },
): Promise<SnippetObject | undefined> {
  const [row] = await tx.query<SnippetObject>(
    afterChange(
      sql`update saved_snippet set title = coalesce(${change.title ?? null}, title),
          content = coalesce(${change.content ?? null}, content)
        where realm_id = ${realmId} and user_id = ${userId} and id = ${change.id}`,
      COLUMNS,
    ),
  )
  return row
}

/** Whether the user had such a snippet. */
export async function removeSnippet(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  id: number,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from saved_snippet where realm_id = ${realmId} and user_id = ${userId} and id = ${id}`,
  )
  return removed > 0
}
