/**
 * The forms in which thumbnails of uploaded images are kept, as `/register` promises them. A client may ask for any of
 * them by its name; what a message shows is the first that moves or stands still as the image does.
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

/** The formats that an image has: one that stands still has no moving ones. */
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
 * The format that is sent when `name` is asked for: that one, else the one like it; undefined for what is no name of a
 * format at all.
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
