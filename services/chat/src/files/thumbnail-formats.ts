/**
 * The formats in which thumbnails of uploaded images are stored, as `/register` promises them. A client may ask for any
 * of them by name; a message shows the first one that is moving, or still, as the image is.
 */
export const THUMBNAIL_FORMATS = [
  {
    name: '840x560-anim.webp',
    max_width: 840,
    max_height: 560,
    format: 'webp',
    animated: true,
  },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const

export type ThumbnailFormat = (typeof THUMBNAIL_FORMATS)[number]

/** Types of uploaded files that are shown as images. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
])

/** The formats of an image: a still one has no moving ones. */
export function formatsOf({
  isAnimated,
}: {
  readonly isAnimated: boolean
}): readonly ThumbnailFormat[] {
  return THUMBNAIL_FORMATS.filter(({ animated }) => isAnimated || !animated)
}

/** The address of the thumbnail that a message shows. */
export function thumbnailUrl(pathId: string, image: { readonly isAnimated: boolean }): string {
  const [shown] = formatsOf(image)
  return `/user_uploads/thumbnail/${pathId}/${shown?.name ?? ''}`
}

/**
 * The format that is sent for the name: that one, else the most similar; undefined for a name that is not a format's.
 */
export function closestFormat(
  name: string,
  image: { readonly isAnimated: boolean },
): ThumbnailFormat | undefined {
  const asked = /^\d{1,5}x\d{1,5}(-anim)?\.[a-z]{3,4}$/.exec(name)
  if (asked === null) return undefined
  const formats = formatsOf(image)
  const isAnimated = asked[1] !== undefined
  return (
    formats.find((format) => format.name === name) ??
    formats.find((format) => format.animated === isAnimated) ??
    formats[0]
  )
}
