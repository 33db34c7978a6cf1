import type { LoadedImage } from './loaded-image.ts'

export type RenderOptions = {
  /** A value that the data lacks is a problem of kind `missing-values` instead of empty text. `null` is given, not missing. */
  readonly strict?: boolean
  /** BCP 47 tag for formatters that name none; `en-US` when absent or not a valid tag. */
  readonly locale?: string
  /** IANA name for date formatters that name none; `UTC` when absent or unknown. */
  readonly timezone?: string
  /** The texts that `{t 'key'}` writes; a key without one is written itself. */
  readonly texts?: ReadonlyMap<string, string>
  /** What `collectImages` asked for, by `source`. */
  readonly images?: ReadonlyMap<string, LoadedImage>
  readonly budget?: Partial<RenderBudget>
  /** zlib's level, 0 to 9. */
  readonly compressionLevel?: number
}

export type RenderBudget = {
  /** Limit of bytes of XML written, over all parts. */
  readonly maxOutputBytes: number
  /**
   * Limit of section repetitions, and of items that formatters read, over all parts: it stops renders that write
   * nothing.
   */
  readonly maxIterations: number
  /** Limit of drawings placed, repeats of one image included. */
  readonly maxImages: number
}
