import { refusal } from '../errors.ts'
import { contentTypeOf } from '../realm/file-types.ts'
import {
  attachmentsOf,
  insertAttachment,
  removeAttachment,
  usedSpace,
  type AttachmentObject,
} from '../store/attachment-store.ts'
import { newPlace, safeName } from '../store/uploads.ts'
import type { Caller } from '../store/user-store.ts'
import { act, type Tools } from './tools.ts'

export interface GivenFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Keeps a file of the caller's; the answer is its place, `<realm>/<random>/<random>/<name>`. */
export async function uploadFile(
  tools: Tools,
  { realm, id: ownerId }: Caller,
  file: GivenFile,
): Promise<string> {
  const pathId = newPlace(String(realm.id), safeName(file.name))
  // The file comes first: a row without a file would be a broken link, a file without a row is only forgotten.
  await tools.uploads.save(pathId, file.bytes)
  await act(tools, realm.id, async (tx) => {
    const attachment = await insertAttachment(tx, realm.id, {
      ownerId,
      pathId,
      fileName: file.name,
      contentType: contentTypeOf(file.name, file.type),
      sizeBytes: file.bytes.length,
      createdAt: new Date(tools.now()),
    })
    const used = await usedSpace(tx, realm.id)
    tx.emit(
      { users: [ownerId] },
      { type: 'attachment', op: 'add', attachment, upload_space_used: used },
    )
  })
  return pathId
}

/** The caller's files, and the bytes that all files of the organization take. */
export async function listFiles(
  { database }: Tools,
  { realm, id }: Caller,
): Promise<{ readonly files: readonly AttachmentObject[]; readonly usedBytes: number }> {
  return {
    files: await attachmentsOf(database, realm.id, id),
    usedBytes: await usedSpace(database, realm.id),
  }
}

/** @throws ApiError "Invalid attachment" for a file that is not the caller's */
export async function deleteFile(
  tools: Tools,
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
    tx.afterwards(() => tools.uploads.remove(pathId))
  })
}
