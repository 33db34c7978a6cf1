export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'bmp' | 'svg' | 'webp'

export type LoadedImage = {
  readonly bytes: Uint8Array
  readonly format: ImageFormat
  /** As seen, that is after EXIF orientation. */
  readonly widthPx: number
  readonly heightPx: number
  /** The same picture as PNG, for readers that cannot show `format`. */
  readonly fallback?: { readonly bytes: Uint8Array; readonly format: 'png' }
}

/** One image value that a render needs; each `source` is listed once however many tags use it. */
export type ImageRequest = {
  /** The string in the data: data URI, URL or path. It is the key in `RenderOptions.images`. */
  readonly source: string
  /** The first tag that asked for it. */
  readonly tag: string
  readonly part: string
  readonly paragraph: number
}
