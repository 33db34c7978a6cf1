import type { AttachmentObject } from '../../../wire/files.ts'
import { act } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { FileTools } from '../file-tools.ts'
import { contentTypeOf } from '../file-types.ts'
import { isFilm, POSTER } from '../images/film-frames.ts'
import { ImageProblem } from '../images/image-processes.ts'
import type { ImageFacts } from '../images/image-task.ts'
import {
  attachmentsOf,
  insertAttachment,
  removeAttachment,
  usedSpace,
} from '../store/attachment-store.ts'
import { insertImage } from '../store/image-store.ts'
import { newPlace, safeName, thumbnailPlace, type ReceivedFile } from '../store/upload-folder.ts'
import { IMAGE_TYPES } from '../thumbnail-formats.ts'
import { keepFile } from './keep-file.ts'
import { beginThumbnails, nextTurn } from './thumbnails.ts'

export interface GivenFile {
  readonly name: string
  readonly type: string
  readonly received: ReceivedFile
}

/** Stores a file of the caller's; returns its path, `<realm>/<random>/<random>/<name>`. */
export async function uploadFile(
  tools: FileTools,
  { realm, id: ownerId }: Caller,
  { name, type, received }: GivenFile,
): Promise<string> {
  const fileName = shownName(name)
  const pathId = newPlace(String(realm.id), safeName(fileName))
  const contentType = contentTypeOf(fileName, type)
  const image = await pictureFacts(tools, received, { fileName: safeName(fileName), contentType })
  const keep = () =>
    act(tools, realm.id, async (tx) => {
      const attachment = await insertAttachment(tx, realm.id, {
        ownerId,
        pathId,
        fileName,
        contentType,
        sizeBytes: received.sizeBytes,
        createdAt: new Date(tools.now()),
      })
      if (image !== undefined) {
        await insertImage(tx, realm.id, attachment.id, { ...image, dueAt: nextTurn(tools) })
      }
      const used = await usedSpace(tx, realm.id)
      tx.emit(
        { users: [ownerId] },
        { type: 'attachment', op: 'add', attachment, upload_space_used: used },
      )
      return attachment.id
    })
  const attachmentId = await keepFile(tools, { place: pathId, source: received }, keep)
  if (image !== undefined) beginThumbnails(tools, { realmId: realm.id, attachmentId })
  return pathId
}

const MAX_NAME = 255

/** A file's name for lists: its end, which has the extension, without unprintable characters. */
function shownName(name: string): string {
  const shown = Array.from(name.toWellFormed().replaceAll(/\p{Cc}/gu, '')).slice(-MAX_NAME)
  return shown.length === 0 ? 'uploaded-file' : shown.join('')
}

/** Of a file that has a picture: an image itself, a film its poster. */
async function pictureFacts(
  tools: FileTools,
  received: ReceivedFile,
  { fileName, contentType }: { readonly fileName: string; readonly contentType: string },
): Promise<ImageFacts | undefined> {
  if (IMAGE_TYPES.has(contentType)) return await imageFacts(tools, received)
  return tools.films.areWanted && isFilm(fileName, contentType) ? POSTER : undefined
}

/**
 * What an image file contains; nothing for one that only claims to be an image, which is treated like any other file.
 */
async function imageFacts(
  tools: FileTools,
  { path }: ReceivedFile,
): Promise<ImageFacts | undefined> {
  try {
    return await tools.images.run({ kind: 'inspect', path })
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error
    tools.log.info({ err: error }, 'an upload that says it is an image has no preview')
    return undefined
  }
}

/** The caller's files, and the bytes of all files of the organization. */
export async function listFiles(
  { database }: Pick<FileTools, 'database'>,
  { realm, id }: Caller,
): Promise<{ readonly files: readonly AttachmentObject[]; readonly usedBytes: number }> {
  return {
    files: await attachmentsOf(database, realm.id, id),
    usedBytes: await usedSpace(database, realm.id),
  }
}

/** @throws ApiError "Invalid attachment" for a file that is not the caller's */
export async function deleteFile(
  tools: FileTools,
  { realm, id: ownerId }: Caller,
  id: number,
): Promise<void> {
  await act(tools, realm.id, async (tx) => {
    const pathId = await removeAttachment(tx, realm.id, ownerId, id)
    if (pathId === undefined) throw refusal('Invalid attachment')
    const used = await usedSpace(tx, realm.id)
    tx.emit(
      { users: [ownerId] },
      { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: used },
    )
    tx.afterwards(async () => {
      await tools.uploads.remove(pathId)
      await tools.uploads.remove(thumbnailPlace(pathId))
    })
  })
}
