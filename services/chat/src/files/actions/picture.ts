import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { ImageProblem } from '../images/image-processes.ts'
import type { Picture, PictureTask } from '../images/image-task.ts'
import type { Tools } from '../../tenancy/tools.ts'
import type { GivenFile } from './upload-file.ts'

const MAX_MIB = 5
const BYTES_PER_MIB = 1024 * 1024

/** The only picture of a call, not yet looked at. @throws ApiError */
export function pictureFile(
  files: readonly (GivenFile & { readonly isTooLarge: boolean })[],
  countMessage: string,
): GivenFile {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) throw refusal(countMessage)
  if (file.isTooLarge || file.received.sizeBytes > MAX_MIB * BYTES_PER_MIB) {
    throw refusal(`Uploaded file is larger than the allowed limit of ${MAX_MIB} MiB`)
  }
  return file
}

/** A picture made anew: nothing of the file but its pixels is kept. @throws ApiError BAD_IMAGE */
export async function madePicture(
  { images }: Tools,
  kind: PictureTask['kind'],
  { received }: GivenFile,
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
