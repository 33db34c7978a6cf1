import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { type Told, say } from '../../tenancy/words/say.ts'
import type { FileTools } from '../file-tools.ts'
import { ImageProblem } from '../images/image-processes.ts'
import type { Picture, PictureTask } from '../images/image-task.ts'
import { newPlace } from '../store/upload-folder.ts'
import { keepFile } from './keep-file.ts'
import type { GivenFile } from './upload-file.ts'

const MAX_MIB = 5
const BYTES_PER_MIB = 1024 * 1024

/** A received picture. */
export type PictureFile = Pick<GivenFile, 'received'>

/** The only picture of a call, not yet examined. @throws ApiError */
export function pictureFile(
  files: readonly (GivenFile & { readonly isTooLarge: boolean })[],
  countMessage: Told,
): PictureFile {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) throw refusal(countMessage)
  if (file.isTooLarge || file.received.sizeBytes > MAX_MIB * BYTES_PER_MIB) {
    throw refusal(
      say('Uploaded file is larger than the allowed limit of %{max} MiB', { max: MAX_MIB }),
    )
  }
  return file
}

interface NewPicture {
  readonly kind: PictureTask['kind']
  readonly file: PictureFile
  /** Below the folder of all pictures. */
  readonly folder: string
  readonly name: string
}

/**
 * Re-encodes a picture and stores it together with what `refer` writes about it, both or neither. @throws ApiError
 * BAD_IMAGE
 */
export async function keepPicture<T>(
  tools: FileTools,
  { kind, file, folder, name }: NewPicture,
  refer: (place: string) => Promise<T>,
): Promise<T> {
  const picture = await madePicture(tools, kind, file)
  const place = newPlace(folder, `${name}.${picture.extension}`)
  return await keepFile(tools, { place: `avatars/${place}`, source: picture.bytes }, () =>
    refer(place),
  )
}

/** A re-encoded picture: only the pixels of the file are kept. @throws ApiError BAD_IMAGE */
async function madePicture(
  { images }: FileTools,
  kind: PictureTask['kind'],
  { received }: PictureFile,
): Promise<Picture> {
  try {
    return await images.run({ kind, path: received.path })
  } catch (cause) {
    if (!(cause instanceof ImageProblem)) throw cause
    const error = new ApiError('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
    error.cause = cause
    throw error
  }
}
