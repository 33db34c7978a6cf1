import { act, type Tools } from '../../events/act.ts'
import { holdImages, setRendered, type ImageRow } from '../../files/store/image-store.ts'
import { fillPlaceholders } from '../../markdown/placeholders.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { lockMessage } from '../store/message-row.ts'
import { audienceOf, flagsOfAudience } from './message-audience.ts'
import { shownImage } from './render-content.ts'

/** The HTML, with the images that were pending when it was made replaced by what became of them. */
export function withThumbnails(html: string, images: readonly ImageRow[]): string {
  const byPath = new Map(images.map((image) => [image.path_id, image]))
  return fillPlaceholders(html, (pathId) => {
    const image = byPath.get(pathId)
    if (image === undefined || image.state === 'pending') return undefined
    return image.state === 'failed' ? 'failed' : shownImage(image)
  })
}

/**
 * Replaces the placeholders for a message's thumbnails and tells its readers; `rendering_only` says that nobody has
 * edited it.
 */
export async function showThumbnail(
  tools: Tools,
  realmId: RealmId,
  messageId: number,
): Promise<void> {
  await act(tools, realmId, async (tx) => {
    const message = await lockMessage(tx, realmId, messageId)
    if (message === undefined) return
    const images = await holdImages(tx, realmId, messageId)
    const html = withThumbnails(message.rendered_content, images)
    if (html === message.rendered_content) return
    await setRendered(tx, realmId, messageId, html)
    const audience = await audienceOf(tx, realmId, message)
    const { flags, userFlags } = await flagsOfAudience(tx, realmId, messageId, audience)
    const event = {
      type: 'update_message' as const,
      user_id: null,
      edit_timestamp: Math.floor(tools.now() / 1000),
      message_id: messageId,
      message_ids: [messageId],
      flags,
      rendering_only: true,
      content: message.content,
      rendered_content: html,
      is_me_message: message.content.startsWith('/me '),
      ...(message.stream_id === null ? {} : { stream_id: message.stream_id }),
    }
    tx.emit(audience, event, { userFlags })
  })
}
