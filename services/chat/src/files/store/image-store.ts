import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { canReadFile } from '../../access/store/file-access.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

export type ImageState = 'pending' | 'ready' | 'failed'

/** An uploaded image, as messages that link to it show it. */
export interface ImageRow {
  readonly path_id: string
  readonly content_type: string
  readonly width: number
  readonly height: number
  readonly is_animated: boolean
  readonly state: ImageState
}

/** An image, and whether the viewer may see it. */
export async function imageFor(
  tx: Tx,
  viewer: Viewer,
  pathId: string,
): Promise<(ImageRow & { readonly is_readable: boolean }) | undefined> {
  const [row] = await tx.query<ImageRow & { readonly is_readable: boolean }>(
    sql`select a.path_id, a.content_type, i.width, i.height, i.is_animated, i.state, ${canReadFile(viewer)} as is_readable
        from attachment a join image_attachment i on i.realm_id = ${viewer.realmId} and i.attachment_id = a.id
        where a.realm_id = ${viewer.realmId} and a.path_id = ${pathId}`,
  )
  return row
}

export interface NewImage {
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
  /** When another process may take over. */
  readonly dueAt: Date
}

export async function insertImage(
  tx: Tx,
  realmId: RealmId,
  attachmentId: number,
  image: NewImage,
): Promise<void> {
  await tx.execute(
    sql`insert into image_attachment (realm_id, attachment_id, width, height, is_animated, due_at)
        values (${realmId}, ${attachmentId}, ${image.width}, ${image.height}, ${image.isAnimated}, ${image.dueAt})`,
  )
}

/** The image that a piece of work concerns. */
export interface ImageId {
  readonly realmId: RealmId
  readonly attachmentId: number
}

/**
 * Images whose thumbnails are to be made or announced, of all organizations; the longest-waiting ones first. Those of an
 * import wait for its end: messages that are not written yet could not be told.
 */
export async function dueImages(tx: Tx, now: Date, limit: number): Promise<readonly ImageId[]> {
  return await tx.query<ImageId>(
    sql`select realm_id as "realmId", attachment_id as "attachmentId" from image_attachment
        where not is_told and due_at <= ${now} and not exists (select 1 from realm_import ri
          where ri.realm_id = image_attachment.realm_id and ri.step <> 'done')
        order by due_at, realm_id, attachment_id limit ${limit}`,
  )
}

export interface ClaimedImage extends ImageRow {
  readonly attempts: number
}

/** Assigns an image to this process until `until`; undefined when another has it or nothing is left to do. */
export async function claimImage(
  tx: Tx,
  { realmId, attachmentId }: ImageId,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ClaimedImage | undefined> {
  const [row] = await tx.query<ClaimedImage>(
    sql`update image_attachment i set due_at = ${until}, attempts = i.attempts + 1 from attachment a
        where i.realm_id = ${realmId} and i.attachment_id = ${attachmentId} and not i.is_told and i.due_at <= ${now}
          and a.realm_id = ${realmId} and a.id = i.attachment_id
        returning a.path_id, a.content_type, i.width, i.height, i.is_animated, i.state, i.attempts`,
  )
  return row
}

/** Records how the thumbnails turned out. Waits for messages that are being written with the old state. */
export async function setImageState(
  tx: Tx,
  { realmId, attachmentId }: ImageId,
  state: ImageState,
): Promise<void> {
  await tx.execute(
    sql`update image_attachment set state = ${state} where realm_id = ${realmId} and attachment_id = ${attachmentId}`,
  )
}

export async function setImageTold(tx: Tx, { realmId, attachmentId }: ImageId): Promise<void> {
  await tx.execute(
    sql`update image_attachment set is_told = true where realm_id = ${realmId} and attachment_id = ${attachmentId}`,
  )
}

/** The images among the files that a message was just linked to; their states are locked until the transaction ends. */
export async function holdImages(
  tx: Tx,
  realmId: RealmId,
  messageId: number,
): Promise<readonly ImageRow[]> {
  return await tx.query<ImageRow>(
    sql`select a.path_id, a.content_type, i.width, i.height, i.is_animated, i.state from attachment_message am
        join attachment a on a.realm_id = ${realmId} and a.id = am.attachment_id
        join image_attachment i on i.realm_id = ${realmId} and i.attachment_id = am.attachment_id
        where am.realm_id = ${realmId} and am.message_id = ${messageId} order by am.attachment_id for share of i`,
  )
}

/** Locks the states of images until the transaction ends. */
export async function holdImagesNamed(
  tx: Tx,
  realmId: RealmId,
  pathIds: readonly string[],
): Promise<void> {
  if (pathIds.length === 0) return
  await tx.execute(
    sql`select 1 from attachment a join image_attachment i on i.realm_id = ${realmId} and i.attachment_id = a.id
        where a.realm_id = ${realmId} and a.path_id = any(${pathIds}::text[]) order by a.id for share of i`,
  )
}

/** The messages that show a placeholder for an image, or a film without its poster, or for another one beside it. */
export async function messagesWaiting(
  tx: Tx,
  { realmId, attachmentId }: ImageId,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select m.id from attachment_message am join message m on m.realm_id = ${realmId} and m.id = am.message_id
        where am.realm_id = ${realmId} and am.attachment_id = ${attachmentId}
          and (strpos(m.rendered_content, 'image-loading-placeholder') > 0
            or strpos(m.rendered_content, 'message_inline_video') > 0) order by m.id`,
  )
  return rows.map(({ id }) => id)
}

export async function setRendered(
  tx: Tx,
  realmId: RealmId,
  messageId: number,
  html: string,
): Promise<void> {
  await tx.execute(
    sql`update message set rendered_content = ${html} where realm_id = ${realmId} and id = ${messageId}`,
  )
}
