import type { LoadedImage } from './loaded-image.ts'

export type RenderOptions = {
  /** A value that the data lacks is a problem of kind `missing-values` instead of empty text. `null` is given, not missing. */
  readonly strict?: boolean
  /** BCP 47 tag for formatters that name none; `en-US` when absent or not a valid tag. */
  readonly locale?: string
  /** IANA name for date formatters that name none; `UTC` when absent or unknown. */
  readonly timezone?: string
  /** What `collectImages` asked for, by `source`. */
  readonly images?: ReadonlyMap<string, LoadedImage>
  readonly budget?: Partial<RenderBudget>
  /** zlib's level, 0 to 9. */
  readonly compressionLevel?: number
}

export type RenderBudget = {
  /** Bytes of XML written over all parts. */
  readonly maxOutputBytes: number
  /** Turns of sections, and items that formatters look at, over all parts: bounds what writes nothing. */
  readonly maxIterations: number
  /** Drawings placed, counting repeats of one image. */
  readonly maxImages: number
}
