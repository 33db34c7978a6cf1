import sharp from 'sharp'

import { ApiError, refusal } from '../errors.ts'
import type { GivenFile } from './upload-file.ts'

export interface Picture {
  readonly bytes: Buffer
  readonly extension: 'png' | 'webp'
}

const MAX_MIB = 5
const BYTES_PER_MIB = 1024 * 1024
// Far more than a camera makes, and few enough that decoding cannot fill the memory.
const MAX_PIXELS = 100_000_000
const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp'])
const AVATAR_PIXELS = 500
const EMOJI_PIXELS = 64
const ICON_PIXELS = 100
const LOGO_PIXELS = { width: 800, height: 100 } as const

/** The only picture of a call, not yet looked at. @throws ApiError */
export function pictureFile(
  files: readonly (GivenFile & { readonly isTooLarge: boolean })[],
  countMessage: string,
): GivenFile {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) throw refusal(countMessage)
  if (file.isTooLarge || file.bytes.length > MAX_MIB * BYTES_PER_MIB) {
    throw refusal(`Uploaded file is larger than the allowed limit of ${MAX_MIB} MiB`)
  }
  return file
}

/** A square picture of a user, made anew: nothing of the file but its pixels is kept. @throws ApiError BAD_IMAGE */
export async function avatarPicture({ bytes }: GivenFile): Promise<Picture> {
  return await decoded(async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    checkFormat((await image.metadata()).format)
    const square = image.autoOrient().resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' })
    return { bytes: await square.png().toBuffer(), extension: 'png' }
  })
}

/** A small picture that may move. @throws ApiError BAD_IMAGE */
export async function emojiPicture({ bytes }: GivenFile): Promise<Picture> {
  return await decoded(async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: true })
    const { format, pages = 1 } = await image.metadata()
    checkFormat(format)
    const small = image.resize(EMOJI_PIXELS, EMOJI_PIXELS, {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    return pages > 1
      ? { bytes: await small.webp().toBuffer(), extension: 'webp' }
      : { bytes: await small.png().toBuffer(), extension: 'png' }
  })
}

/** A square icon of an organization. @throws ApiError BAD_IMAGE */
export async function iconPicture({ bytes }: GivenFile): Promise<Picture> {
  return await decoded(async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    checkFormat((await image.metadata()).format)
    const square = image.autoOrient().resize(ICON_PIXELS, ICON_PIXELS, { fit: 'cover' })
    return { bytes: await square.png().toBuffer(), extension: 'png' }
  })
}

/** A logo of an organization, no larger than clients show it. @throws ApiError BAD_IMAGE */
export async function logoPicture({ bytes }: GivenFile): Promise<Picture> {
  return await decoded(async () => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    checkFormat((await image.metadata()).format)
    const fitted = image
      .autoOrient()
      .resize({ ...LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
    return { bytes: await fitted.png().toBuffer(), extension: 'png' }
  })
}

function checkFormat(format: string | undefined): void {
  if (format === undefined || !FORMATS.has(format)) throw new Error('not a format of pictures')
}

async function decoded(work: () => Promise<Picture>): Promise<Picture> {
  try {
    return await work()
  } catch (cause) {
    const error = new ApiError('BAD_IMAGE', 'Could not decode image; did you upload an image file?')
    error.cause = cause
    throw error
  }
}
