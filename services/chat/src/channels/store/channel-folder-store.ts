import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted } from '@oficina/kit/sql.ts'

import type { FolderObject } from '../../../wire/channels.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { afterChange } from '../../tenancy/store/after-change.ts'

/** Keeps an active folder from being archived until the transaction ends; false when there is none. */
export async function holdFolder(tx: Tx, realmId: RealmId, id: number): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from channel_folder where realm_id = ${realmId} and id = ${id} and not is_archived for share`,
  )
  return rows.length > 0
}

const SHOWN = trusted(
  `id, name, description, rendered_description, position as "order", creator_id,
   floor(extract(epoch from created_at))::bigint as date_created, is_archived`,
)

export interface NewFolder {
  readonly realmId: RealmId
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly creatorId: number
  readonly createdAt: Date
}

/** Adds a folder after all others. */
export async function insertFolder(tx: Tx, folder: NewFolder): Promise<FolderObject> {
  const [made] = await tx.query<{ id: number }>(
    sql`insert into channel_folder (realm_id, name, description, rendered_description, position, creator_id, created_at)
        values (${folder.realmId}, ${folder.name}, ${folder.description}, ${folder.renderedDescription}, 0,
          ${folder.creatorId}, ${folder.createdAt}) returning id`,
  )
  // Ids only grow, and a reordering gives positions below the number of folders.
  const [row] = await tx.query<FolderObject>(
    afterChange(
      sql`update channel_folder set position = id where realm_id = ${folder.realmId} and id = ${made?.id ?? 0}`,
      SHOWN,
    ),
  )
  if (row === undefined) throw new Error('a folder was just made')
  return row
}

/** The folder, with its row locked, archived or not. */
export async function lockFolder(
  tx: Tx,
  realmId: RealmId,
  id: number,
): Promise<FolderObject | undefined> {
  const [row] = await tx.query<FolderObject>(
    sql`select ${SHOWN} from channel_folder where realm_id = ${realmId} and id = ${id} for update`,
  )
  return row
}

/** Whether an active folder other than `exceptId` has the name already. */
export async function isFolderNameTaken(
  tx: Tx,
  realmId: RealmId,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from channel_folder where realm_id = ${realmId} and lower(name) = lower(${name}) and not is_archived
          and id is distinct from ${exceptId}::bigint`,
  )
  return rows.length > 0
}

/** Whether channels, archived or not, are in a folder. */
export async function isFolderUsed(tx: Tx, realmId: RealmId, id: number): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from stream where realm_id = ${realmId} and folder_id = ${id} limit 1`,
  )
  return rows.length > 0
}

const FOLDER_COLUMNS = {
  name: trusted('name'),
  description: trusted('description'),
  rendered_description: trusted('rendered_description'),
  is_archived: trusted('is_archived'),
} as const

export async function setFolder(
  tx: Tx,
  realmId: RealmId,
  id: number,
  values: Readonly<Partial<Record<keyof typeof FOLDER_COLUMNS, string | boolean>>>,
): Promise<void> {
  // Object.keys loses the type of the names.
  const names = Object.keys(values) as (keyof typeof FOLDER_COLUMNS)[]
  const settings = join(
    names.map((name) => sql`${FOLDER_COLUMNS[name]} = ${values[name]}`),
    ', ',
  )
  await tx.execute(
    sql`update channel_folder set ${settings} where realm_id = ${realmId} and id = ${id}`,
  )
}

/** All folders, locked, archived ones too. */
export async function lockFolderIds(tx: Tx, realmId: RealmId): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from channel_folder where realm_id = ${realmId} order by id for update`,
  )
  return rows.map(({ id }) => id)
}

/** Gives folders their positions in a list. */
export async function orderFolders(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`update channel_folder f set position = o.position - 1
        from unnest(${ids}::bigint[]) with ordinality as o (id, position)
        where f.realm_id = ${realmId} and f.id = o.id`,
  )
}

/** The folders in their order. */
export async function foldersOf(
  tx: Tx,
  realmId: RealmId,
  which: 'active' | 'all',
): Promise<readonly FolderObject[]> {
  return await tx.query<FolderObject>(
    sql`select ${SHOWN} from channel_folder where realm_id = ${realmId} and (${which === 'all'} or not is_archived)
        order by position, id`,
  )
}
