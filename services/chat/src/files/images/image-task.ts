import type { ThumbnailFormat } from '../thumbnail-formats.ts'

/** A task for an image file; `path` is where it is stored. */
export type ImageTask =
  | { readonly kind: 'inspect'; readonly path: string }
  | PictureTask
  | {
      readonly kind: 'thumbnails'
      readonly path: string
      readonly formats: readonly ThumbnailFormat[]
    }

/** A picture to be re-encoded in the size in which it is shown. */
export interface PictureTask {
  readonly kind: 'avatar' | 'emoji' | 'icon' | 'logo'
  readonly path: string
}

export interface ImageFacts {
  /** In pixels, after the rotation that the file asks for. */
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}

/** A small picture of a user, an emoji or an organization. */
export interface Picture {
  readonly bytes: Uint8Array
  readonly extension: 'png' | 'webp'
}

interface Thumbnail {
  /** The name of its format. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** The result of each kind of task. */
export interface ImageResults {
  readonly inspect: ImageFacts
  readonly avatar: Picture
  readonly emoji: Picture
  readonly icon: Picture
  readonly logo: Picture
  readonly thumbnails: readonly Thumbnail[]
}
