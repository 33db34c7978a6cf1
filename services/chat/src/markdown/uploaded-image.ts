import { element, type Element } from './tree/tree.ts'

/** An uploaded image, as previews show it. */
export interface UploadedImage {
  readonly width: number
  readonly height: number
  readonly contentType: string
  readonly isAnimated: boolean
  /** Absent while the thumbnail is being made. */
  readonly thumbnailUrl?: string
}

/** Uploaded files that a message may link to; by path id, the address below `/user_uploads/`. */
export interface Uploads {
  /** Nothing when the file is no image. */
  image(pathId: string): UploadedImage | undefined
  isAudio(pathId: string): boolean
}

/** By this class clients recognize an image that is still to come. */
export const PLACEHOLDER_CLASS = 'image-loading-placeholder'
const LOADING = '/static/images/loading/loader-black.svg'

/** The picture of an uploaded image, or a placeholder until its thumbnail exists. */
export function uploadedPicture(image: UploadedImage): Element {
  const facts = {
    'data-original-content-type': image.contentType,
    'data-original-dimensions': `${image.width}x${image.height}`,
  }
  if (image.thumbnailUrl === undefined) {
    return element('img', { ...facts, class: PLACEHOLDER_CLASS, src: LOADING })
  }
  return element('img', {
    ...facts,
    ...(image.isAnimated ? { 'data-animated': 'true' } : {}),
    src: image.thumbnailUrl,
  })
}

/** The path id of an address on this server; nothing for any other address. */
export function uploadPathId(path: string): string | undefined {
  const written = /^\/?user_uploads\/([^?#]+)/.exec(path)?.[1]
  if (written === undefined || written.startsWith('thumbnail/')) return undefined
  try {
    return decodeURIComponent(written)
  } catch {
    // A percent sign that encodes no character was written by the author.
    return written
  }
}
