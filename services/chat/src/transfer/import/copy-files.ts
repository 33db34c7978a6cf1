import type { Database } from '@oficina/kit/database.ts'

import type { FileTools } from '../../files/file-tools.ts'
import { isFilm, POSTER } from '../../files/images/film-frames.ts'
import { ImageProblem } from '../../files/images/image-processes.ts'
import { insertImage, type NewImage } from '../../files/store/image-store.ts'
import { IMAGE_TYPES } from '../../files/thumbnail-formats.ts'
import { setAvatar } from '../../people/store/avatar-store.ts'
import { setRealmPicture } from '../../realm/store/realm-picture-store.ts'
import { setEmojiPicture } from '../store/import-extras-store.ts'
import { setImportStep } from '../store/import-state-store.ts'
import type { ImportIds } from '../store/import-state-store.ts'
import { filePlace, newFilePlaces } from './file-places.ts'
import type { ImportPlace } from './import-context.ts'
import type { NotCarried } from './not-carried.ts'
import type { Archive } from './read-archive.ts'
import type { ArchiveFile, ArchivePicture } from './read-files.ts'

interface Copying {
  readonly tools: Pick<FileTools, 'database' | 'uploads' | 'images' | 'films' | 'now'>
  readonly archive: Archive
  readonly place: ImportPlace
  readonly ids: ImportIds
  readonly notCarried: NotCarried
  readonly progress: (done: number) => void
}

// So many are done again at most after an import was killed.
const PER_STEP = 50

/** Copies the uploaded files to their places; images get thumbnails, and films posters, when the service runs. */
export async function copyFiles(copying: Copying, partsDone: number): Promise<void> {
  const { tools, archive, place } = copying
  const places = newFilePlaces(archive, place)
  const { files } = archive.files
  for (let at = partsDone; at < files.length; at += PER_STEP) {
    const part = files.slice(at, at + PER_STEP)
    const images: { readonly id: number; readonly image: NewImage }[] = []
    for (const file of part) {
      await tools.uploads.copy(places.get(file.pathId) ?? '', file.source)
      const image = await imageOf(copying, file)
      if (image !== undefined) images.push({ id: copying.ids.attachments[file.id] ?? 0, image })
    }
    await tools.database.transaction(async (tx) => {
      for (const { id, image } of images) await insertImage(tx, place.realmId, id, image)
      await setImportStep(tx, place.realmId, {
        step: 'files',
        partsDone: at + part.length,
        notCarried: copying.notCarried.counts(),
      })
    })
    copying.progress(at + part.length)
  }
}

async function imageOf(
  { tools, notCarried }: Copying,
  { image, fileName, contentType, source }: ArchiveFile,
): Promise<NewImage | undefined> {
  const dueAt = new Date(tools.now())
  if (isFilm(fileName, contentType)) {
    return tools.films.areWanted ? { ...POSTER, dueAt } : undefined
  }
  if (image !== undefined) return { ...image, dueAt }
  if (!IMAGE_TYPES.has(contentType)) return undefined
  try {
    return { ...(await tools.images.run({ kind: 'inspect', path: source })), dueAt }
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error
    notCarried.add('previews of files that say they are images')
    return undefined
  }
}

/** Makes the pictures of people, emoji and the organization anew, as for uploads. */
export async function makePictures(copying: Copying, partsDone: number): Promise<void> {
  const { tools, archive, place, notCarried } = copying
  const { pictures } = archive.files
  for (const [at, picture] of pictures.entries()) {
    if (at < partsDone) continue
    const made = await madePicture(copying, picture)
    if (made === undefined) notCarried.add(`pictures (${picture.kind}) that cannot be read`)
    await tools.database.transaction(async (tx) => {
      await refer(tx, copying, picture, made)
      await setImportStep(tx, place.realmId, {
        step: 'pictures',
        partsDone: at + 1,
        notCarried: notCarried.counts(),
      })
    })
    copying.progress(at + 1)
  }
}

async function madePicture(
  { tools, place }: Copying,
  { kind, id, source }: ArchivePicture,
): Promise<string | undefined> {
  try {
    const task = kind === 'night_logo' ? 'logo' : kind
    const { bytes, extension } = await tools.images.run({ kind: task, path: source })
    const made = filePlace(place, `${kind} ${id}`, `${kind}.${extension}`)
    await tools.uploads.remove(`avatars/${made}`)
    await tools.uploads.save(`avatars/${made}`, bytes)
    return made
  } catch (error) {
    if (error instanceof ImageProblem) return undefined
    throw error
  }
}

async function refer(
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  { place, ids }: Copying,
  { kind, id }: ArchivePicture,
  made: string | undefined,
): Promise<void> {
  const { realmId } = place
  if (kind === 'emoji') await setEmojiPicture(tx, realmId, ids.emoji[id] ?? 0, made ?? null)
  else if (made === undefined) return
  else if (kind === 'avatar') await setAvatar(tx, realmId, ids.users[id] ?? 0, made)
  else await setRealmPicture(tx, realmId, kind === 'night_logo' ? 'nightLogo' : kind, made)
}
