import type { CompiledPackage } from './compile/program.ts'

/** A fault found in a template when it was compiled. `paragraph` counts `w:p` from 1 within the part; 0 means outside any. */
export type TemplateProblem = {
  /** Name of the part inside the .docx, for example `word/document.xml`; empty when the file as a whole is at fault. */
  readonly part: string
  readonly paragraph: number
  /** The tag as written, with its delimiters; empty when no tag is at fault. */
  readonly tag: string
  readonly message: string
}

/**
 * A template made ready to be rendered any number of times. It is immutable and may be cached;
 * one with `problems` cannot be rendered, yet it can be stored and its tags listed.
 */
export type CompiledTemplate = {
  readonly problems: readonly TemplateProblem[]
  /** Roughly the bytes of memory that it holds, for the bound of a cache. */
  readonly sizeBytes: number
  /** Absent when the file is not a sound .docx. */
  readonly package: CompiledPackage | undefined
}

export type CompileOptions = {
  readonly limits?: Partial<PackageLimits>
}

/** @source docs/security.md, "Zip" */
export type PackageLimits = {
  readonly maxEntries: number
  readonly maxPartBytes: number
  readonly maxTotalBytes: number
  /** Uncompressed over compressed size, looked at for parts above 32 MiB. */
  readonly maxRatio: number
  readonly maxXmlDepth: number
  readonly maxTags: number
}

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

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'bmp' | 'svg' | 'webp'

export type LoadedImage = {
  readonly bytes: Uint8Array
  readonly format: ImageFormat
  /** Of the image as it is seen, that is after EXIF orientation. */
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

export type RenderProblem =
  | { readonly kind: 'broken-template'; readonly problems: readonly TemplateProblem[] }
  | { readonly kind: 'missing-values'; readonly paths: readonly string[] }
  | { readonly kind: 'over-budget'; readonly problems: readonly TemplateProblem[] }
  | { readonly kind: 'bad-value'; readonly problems: readonly TemplateProblem[] }

type TagKind = 'value' | 'section' | 'inverted' | 'image' | 'raw'

/** A tag as a template uses it; sections hold the tags between their two ends. */
export type TemplateTag = {
  readonly kind: TagKind
  /** The tag as written, with its delimiters. */
  readonly tag: string
  /** The data paths that it reads, relative to the sections around it: `customer.name`, `.`. */
  readonly paths: readonly string[]
  readonly part: string
  readonly paragraph: number
  readonly tags: readonly TemplateTag[]
}
