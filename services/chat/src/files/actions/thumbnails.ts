import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ActionTools } from '../../events/act.ts'
import { showThumbnail } from '../../messages/actions/show-thumbnail.ts'
import type { FileTools } from '../file-tools.ts'
import { ImageProblem } from '../images/image-processes.ts'
import {
  claimImage,
  dueImages,
  messagesWaiting,
  setImageState,
  setImageTold,
  type ClaimedImage,
  type ImageId,
  type ImageState,
} from '../store/image-store.ts'
import { thumbnailPlace } from '../store/upload-folder.ts'
import { formatsOf, IMAGE_TYPES } from '../thumbnail-formats.ts'

// Longer than an image may take, so that nobody starts what another process is still doing.
const TURN_MS = 120_000
const MAX_ATTEMPTS = 3
const MAX_DUE = 50

/** When another process may take over what this one starts now. */
export function nextTurn({ now }: Pick<ActionTools, 'now'>): Date {
  return new Date(now() + TURN_MS)
}

/** Makes an image's thumbnails while its upload is answered. */
export function beginThumbnails(tools: FileTools, image: ImageId): void {
  // The row already assigns it to this process, so it is not due yet.
  const claim = new Date(tools.now() + TURN_MS)
  makeThumbnails(tools, image, claim).catch((error: unknown) =>
    tools.log.warn({ err: error, ...image }, 'a thumbnail is left for later'),
  )
}

/** Resumes work that nobody finished: its process was stopped, or the database was away. */
export async function resumeThumbnails(tools: FileTools): Promise<void> {
  const now = new Date(tools.now())
  for (const image of await dueImages(tools.database, now, MAX_DUE)) {
    await makeThumbnails(tools, image, now)
  }
}

/** Thumbnails first, then the messages that wait for them: an interrupted run starts again at the right step. */
async function makeThumbnails(tools: FileTools, id: ImageId, now: Date): Promise<void> {
  const { database } = tools
  const image = await claimImage(database, id, { now, until: nextTurn(tools) })
  if (image === undefined) return
  if (image.state === 'pending') {
    const state = await written(tools, image)
    if (state === 'pending') return
    await setImageState(database, id, state)
  }
  for (const messageId of await messagesWaiting(database, id)) {
    await showThumbnail(tools, id.realmId, messageId)
  }
  await setImageTold(database, id)
}

/** Writes the thumbnails beside the file. */
async function written(tools: FileTools, image: ClaimedImage): Promise<ImageState> {
  const { films, images, uploads, log } = tools
  const { path_id: pathId, content_type: contentType, is_animated: isAnimated } = image
  const copies = await mkdtemp(join(tmpdir(), 'oficina-image-'))
  try {
    const formats = formatsOf({ isAnimated })
    const thumbnails = (path: string) => images.run({ kind: 'thumbnails', path, formats })
    const path = await uploads.fetch(pathId, copies)
    if (path === undefined) throw new ImageProblem('unreadable', 'the file is gone')
    const made = await (IMAGE_TYPES.has(contentType)
      ? thumbnails(path)
      : films.use({ path, contentType }, thumbnails))
    for (const { name, bytes } of made) await uploads.save(thumbnailPlace(pathId, name), bytes)
    return 'ready'
  } catch (error) {
    const isHopeless = error instanceof ImageProblem && error.kind === 'unreadable'
    const state = isHopeless || image.attempts >= MAX_ATTEMPTS ? 'failed' : 'pending'
    log.warn({ err: error, state }, 'an image has no thumbnail')
    return state
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}
