import type { ThumbnailFormat } from '../thumbnail-formats.ts'

/** What is asked of an image file; `path` is where it lies. */
export type ImageTask =
  | { readonly kind: 'inspect'; readonly path: string }
  | PictureTask
  | {
      readonly kind: 'thumbnails'
      readonly path: string
      readonly formats: readonly ThumbnailFormat[]
    }

/** A picture to be made anew in the size in which it is shown. */
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

/** What each kind of task gives. */
export interface ImageResults {
  readonly inspect: ImageFacts
  readonly avatar: Picture
  readonly emoji: Picture
  readonly icon: Picture
  readonly logo: Picture
  readonly thumbnails: readonly Thumbnail[]
}
