import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { conversionCopy } from '../docx/conversion/conversion-copy.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../docx/package/package-limits.ts'
import type { OfficeFormat } from '../office/office-format.ts'
import { bytesLookedThrough, withoutLinks } from '../office/without-links.ts'

/**
 * A file as the office gets it: without what its reader must not see, and without what would make the office read or
 * fetch anything. The error is a sentence.
 */
export function harmlessCopy(file: Buffer, format: OfficeFormat): Result<Buffer, string> {
  const copy = format.isOpenXml === true ? conversionCopy(file) : ok(file)
  return copy.ok
    ? withoutLinks(copy.value, format, DEFAULT_PACKAGE_LIMITS)
    : fail('the package cannot be read')
}

/** About how many bytes of a file `harmlessCopy` looks through. */
export function harmlessCopyBytes(file: Buffer): number {
  return bytesLookedThrough(file, DEFAULT_PACKAGE_LIMITS)
}
