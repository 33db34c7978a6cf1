import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/** A view that a user keeps in their navigation, as the API shows it. */
export interface NavigationView {
  readonly fragment: string
  readonly is_pinned: boolean
  readonly name: string | null
}

/** Whether the user had no such view yet. */
export async function insertView(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  view: NavigationView,
): Promise<boolean> {
  const inserted = await tx.execute(
    sql`insert into navigation_view (realm_id, user_id, fragment, is_pinned, name)
        values (${realmId}, ${userId}, ${view.fragment}, ${view.is_pinned}, ${view.name}) on conflict do nothing`,
  )
  return inserted > 0
}

/** Whether another view of the user has this name. */
export async function isViewNameTaken(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  { name, fragment }: { readonly name: string; readonly fragment: string },
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from navigation_view where realm_id = ${realmId} and user_id = ${userId}
          and name = ${name} and fragment <> ${fragment}) as found`,
  )
  return row?.found === true
}

/** Whether the user has such a view. */
export async function updateView(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  change: {
    readonly fragment: string
    readonly isPinned: boolean | undefined
    readonly name: string | undefined
  },
): Promise<boolean> {
  const updated = await tx.execute(
    sql`update navigation_view set is_pinned = coalesce(${change.isPinned ?? null}, is_pinned),
          name = coalesce(${change.name ?? null}, name)
        where realm_id = ${realmId} and user_id = ${userId} and fragment = ${change.fragment}`,
  )
  return updated > 0
}

/** Whether the user had such a view. */
export async function removeView(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  fragment: string,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from navigation_view where realm_id = ${realmId} and user_id = ${userId} and fragment = ${fragment}`,
  )
  return removed > 0
}

export async function viewsOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly NavigationView[]> {
  return await tx.query<NavigationView>(
    sql`select fragment, is_pinned, name from navigation_view
        where realm_id = ${realmId} and user_id = ${userId} order by fragment`,
  )
}
