import type { ZipLimits } from '@oficina/zip/read-zip.ts'

/** @source docs/security.md, "Zip" */
export type PackageLimits = ZipLimits & {
  readonly maxXmlDepth: number
  readonly maxTags: number
}

const MEBIBYTE = 1024 * 1024

/** Far above any template made in Word, far below what would hurt the process. */
export const DEFAULT_PACKAGE_LIMITS: PackageLimits = {
  maxEntries: 4096,
  maxPartBytes: 50 * MEBIBYTE,
  maxTotalBytes: 200 * MEBIBYTE,
  maxRatio: 200,
  // Word nests a few dozen levels; deeper than this is an attack on recursive readers.
  maxXmlDepth: 512,
  maxTags: 20_000,
}
