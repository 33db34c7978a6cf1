import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { AttachmentObject } from '../../../wire/files.ts'
import { canReadFile } from '../../access/store/file-access.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

/** Times are in milliseconds, as JavaScript has them, unlike everywhere else. @source Zulip's API, get-attachments */
function attachmentObject(realmId: RealmId): Sql {
  return sql`a.id, a.file_name as name, a.path_id, a.size_bytes as size,
    floor(extract(epoch from a.created_at) * 1000)::bigint as create_time,
    coalesce((select json_agg(json_build_object('id', m.id, 'date_sent', floor(extract(epoch from m.sent_at) * 1000)::bigint)
        order by m.id) from attachment_message am join message m on m.realm_id = am.realm_id and m.id = am.message_id
      where am.realm_id = ${realmId} and am.attachment_id = a.id), '[]') as messages`
}

export interface NewAttachment {
  readonly ownerId: number
  readonly pathId: string
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly createdAt: Date
}

export async function insertAttachment(
  tx: Tx,
  realmId: RealmId,
  file: NewAttachment,
): Promise<AttachmentObject> {
  const [row] = await tx.query<AttachmentObject>(
    sql`with a as (
          insert into attachment (realm_id, owner_id, path_id, file_name, content_type, size_bytes, created_at)
          values (${realmId}, ${file.ownerId}, ${file.pathId}, ${file.fileName}, ${file.contentType}, ${file.sizeBytes},
            ${file.createdAt}) returning *)
        select ${attachmentObject(realmId)} from a`,
  )
  if (row === undefined) throw new Error('an insert returns its row')
  return row
}

export async function attachmentsOf(
  tx: Tx,
  realmId: RealmId,
  ownerId: number,
): Promise<readonly AttachmentObject[]> {
  return await tx.query<AttachmentObject>(
    sql`select ${attachmentObject(realmId)} from attachment a where a.realm_id = ${realmId} and a.owner_id = ${ownerId} order by a.id`,
  )
}

/** Whether anything refers to a file at this path. */
export async function isKept(tx: Tx, place: string): Promise<boolean> {
  const picture = place.startsWith('avatars/') ? place.slice('avatars/'.length) : null
  const places = [
    sql`select 1 from attachment where path_id = ${place} limit 1`,
    sql`select 1 from user_profile where avatar_path = ${picture} limit 1`,
    sql`select 1 from realm_emoji where path = ${picture} limit 1`,
    sql`select 1 from realm where ${picture} in (icon_path, logo_path, night_logo_path) limit 1`,
  ]
  // One after the other: each asks all organizations.
  for (const found of places) if ((await tx.query(found)).length > 0) return true
  return false
}

interface OwnedAttachment {
  readonly ownerId: number
  readonly attachment: AttachmentObject
}

/** Files as their owners see them. */
export async function attachmentsById(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<readonly OwnedAttachment[]> {
  const rows = await tx.query<AttachmentObject & { readonly owner_id: number }>(
    sql`select a.owner_id, ${attachmentObject(realmId)} from attachment a
        where a.realm_id = ${realmId} and a.id = any(${ids}::bigint[]) order by a.id`,
  )
  return rows.map(({ owner_id: ownerId, ...attachment }) => ({ ownerId, attachment }))
}

/** Those of these files that the viewer owns and that no message, sent or scheduled, links to. */
export async function unusedAttachments(
  tx: Tx,
  { realmId, userId }: Viewer,
  ids: readonly number[],
): Promise<readonly AttachmentObject[]> {
  return await tx.query<AttachmentObject>(
    sql`select ${attachmentObject(realmId)} from attachment a
        where a.realm_id = ${realmId} and a.owner_id = ${userId} and a.id = any(${ids}::bigint[])
          and not exists (select 1 from attachment_message am where am.realm_id = ${realmId} and am.attachment_id = a.id)
          and not exists (select 1 from scheduled_message s where s.realm_id = ${realmId}
            and position(a.path_id in s.content) > 0)
        order by a.id`,
  )
}

/** The files that any of these messages links to. */
export async function attachmentsUsedBy(
  tx: Tx,
  realmId: RealmId,
  messageIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select distinct attachment_id as id from attachment_message
        where realm_id = ${realmId} and message_id = any(${messageIds}::bigint[])`,
  )
  return rows.map(({ id }) => id)
}

/** The path of a file that was the owner's; undefined when it was not. */
export async function removeAttachment(
  tx: Tx,
  realmId: RealmId,
  ownerId: number,
  id: number,
): Promise<string | undefined> {
  const [row] = await tx.query<{ path_id: string }>(
    sql`delete from attachment where realm_id = ${realmId} and owner_id = ${ownerId} and id = ${id} returning path_id`,
  )
  return row?.path_id
}

/** Bytes of all files of an organization. */
export async function usedSpace(tx: Tx, realmId: RealmId): Promise<number> {
  const [row] = await tx.query<{ used: number }>(
    sql`select coalesce(sum(size_bytes), 0)::bigint as used from attachment where realm_id = ${realmId}`,
  )
  return row?.used ?? 0
}

export interface StoredFile {
  readonly path_id: string
  readonly file_name: string
  readonly content_type: string
  /** Whether the viewer owns it, or may read a message that links to it. */
  readonly is_readable: boolean
}

export async function fileFor(
  tx: Tx,
  viewer: Viewer,
  pathId: string,
): Promise<StoredFile | undefined> {
  const [row] = await tx.query<StoredFile>(
    sql`select a.path_id, a.file_name, a.content_type, ${canReadFile(viewer)} as is_readable
        from attachment a where a.realm_id = ${viewer.realmId} and a.path_id = ${pathId}`,
  )
  return row
}

/** A file whose address was given to somebody who may read it. */
export async function fileByPlace(
  tx: Tx,
  pathId: string,
): Promise<Omit<StoredFile, 'is_readable'> | undefined> {
  const [row] = await tx.query<Omit<StoredFile, 'is_readable'>>(
    sql`select path_id, file_name, content_type from attachment where path_id = ${pathId} limit 1`,
  )
  return row
}

/**
 * Links the uploads in a message's text to it, so that its readers may fetch them; returns those that were newly
 * linked. Only files that the writer may read: otherwise anybody who once saw an address could open the file to others,
 * or to themselves again.
 */
export async function linkAttachments(
  tx: Tx,
  writer: Viewer,
  messageId: number,
  pathIds: readonly string[],
): Promise<readonly number[]> {
  if (pathIds.length === 0) return []
  const { realmId } = writer
  const rows = await tx.query<{ id: number }>(
    sql`insert into attachment_message (realm_id, attachment_id, message_id)
        select a.realm_id, a.id, ${messageId} from attachment a
        where a.realm_id = ${realmId} and a.path_id = any(${pathIds}::text[])
          and ${canReadFile(writer)}
        on conflict do nothing returning attachment_id as id`,
  )
  return rows.map(({ id }) => id)
}

/** Removes all of a message's uploads but these; returns those that it was linked to. */
export async function unlinkAttachments(
  tx: Tx,
  realmId: RealmId,
  messageId: number,
  keptPathIds: readonly string[],
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`delete from attachment_message am using attachment a where am.realm_id = ${realmId} and am.message_id = ${messageId}
          and a.realm_id = ${realmId} and a.id = am.attachment_id
          and not (a.path_id = any(${keptPathIds}::text[])) returning am.attachment_id as id`,
  )
  return rows.map(({ id }) => id)
}
