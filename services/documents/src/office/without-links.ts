import { constants, gunzipSync, inflateRawSync } from 'node:zlib'

import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { inflateEntry, readZip, type ZipEntry, type ZipLimits } from '@oficina/zip/read-zip.ts'
import { assembleZip, buildPrefix, textEntry, type NewEntry } from '@oficina/zip/write-zip.ts'

import type { OfficeFormat } from './office-format.ts'
import { htmlWithoutLinks, oldWithoutLinks, rtfWithoutLinks } from './text-without-links.ts'
import { isBitmap, xmlWithoutLinks } from './xml-without-links.ts'

// The copy is read once, by a process on the same machine.
const COPY_LEVEL = 1
const HEAD_BYTES = 512
const STORED = 0
const MAX_PICTURE_BYTES = 50 * 1024 * 1024
const ZIP_MARK = 'PK\u0003\u0004'
const GZIP_MARK = Buffer.from([0x1f, 0x8b])

/**
 * The file without what names other files: the office itself reads pictures of this machine's disk from backgrounds,
 * drawings and fields, whatever its settings say. Links that a reader follows stay.
 * @source docs/decisions/0141-documents-converting.md
 */
export function withoutLinks(
  file: Buffer,
  format: OfficeFormat,
  limits: ZipLimits,
): Result<Buffer, string> {
  try {
    return rewrittenFile(file, format, limits)
  } catch (error) {
    // A tag of a million attributes, or a field of a million control words, is more than an expression can go back over.
    if (error instanceof RangeError) return fail('the file is more than can be looked through')
    throw error
  }
}

/**
 * About how many bytes `withoutLinks` looks through; as many as it may be when finding out would take long itself.
 */
export function bytesLookedThrough(file: Buffer, limits: ZipLimits): number {
  if (!isPackage(file)) return file.length
  const entries = readZip(file, limits)
  if (!entries.ok) return 0
  const state = { bytes: 0, heads: 0 }
  for (const entry of entries.value) {
    if (entry.sizeBytes > SMALL_PART_BYTES && state.heads < MAX_HEADS) {
      state.heads += 1
      if (isBitmap(headOf(entry))) continue
    }
    state.bytes += entry.sizeBytes
  }
  return state.bytes
}

// Pictures are not looked through, so it is worth while to know the large ones, of which a file has some dozens.
const SMALL_PART_BYTES = 16 * 1024
const MAX_HEADS = 100

function isPackage(file: Buffer): boolean {
  return file.toString('latin1', 0, ZIP_MARK.length) === ZIP_MARK
}

function rewrittenFile(
  file: Buffer,
  format: OfficeFormat,
  limits: ZipLimits,
): Result<Buffer, string> {
  if (isPackage(file)) return packageWithoutLinks(file, format, limits)
  switch (format.extension) {
    case 'html':
      return ok(rewritten(file, htmlWithoutLinks))
    case 'rtf':
      return ok(rewritten(file, rtfWithoutLinks))
    case 'doc':
    case 'xls':
    case 'ppt':
      return ok(rewritten(file, oldWithoutLinks))
    default:
      return ok(file)
  }
}

/** Byte by byte, so that whatever is no markup stays as it is. */
function rewritten(bytes: Buffer, rewrite: (text: string) => string): Buffer {
  const text = bytes.toString('latin1')
  const changed = rewrite(text)
  return changed === text ? bytes : Buffer.from(changed, 'latin1')
}

function packageWithoutLinks(
  file: Buffer,
  { isOpenXml }: OfficeFormat,
  limits: ZipLimits,
): Result<Buffer, string> {
  const entries = readZip(file, limits)
  if (!entries.ok) return fail('the package cannot be read')
  const state = { isChanged: false }
  const parts: NewEntry[] = []
  for (const entry of entries.value) {
    // What parts of Office's files name, their relationships say, which the copy for the reader is rid of.
    if ((isOpenXml === true && /\.(?:xml|rels)$/i.test(entry.name)) || isBitmap(headOf(entry))) {
      parts.push(entry)
      continue
    }
    const content = inflateEntry(entry)
    if (!content.ok) return fail(`${entry.name} cannot be read`)
    const clean = partWithoutLinks(content.value)
    state.isChanged ||= clean !== content.value
    parts.push(
      clean === content.value ? entry : textEntry(entry.name, clean, entry.dosTime, COPY_LEVEL),
    )
  }
  return ok(state.isChanged ? assembleZip(buildPrefix(parts), []) : file)
}

/** The first bytes of a part, by which the office, too, tells a picture. */
function headOf({ compressed, method }: ZipEntry): Buffer {
  const head = compressed.subarray(0, HEAD_BYTES)
  if (method === STORED) return Buffer.from(head)
  try {
    return inflateRawSync(head, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    // Whoever reads the whole part says what is wrong with it.
    return Buffer.alloc(0)
  }
}

const NOTHING = Buffer.alloc(0)

function partWithoutLinks(part: Buffer): Buffer {
  if (!part.subarray(0, GZIP_MARK.length).equals(GZIP_MARK)) return rewritten(part, xmlWithoutLinks)
  try {
    const plain = gunzipSync(part, { maxOutputLength: MAX_PICTURE_BYTES })
    // A packed metafile names nothing; a packed drawing might.
    return isBitmap(plain) || plain.includes('EMF') ? part : rewrittenOrNothing(part, plain)
  } catch {
    return NOTHING
  }
}

function rewrittenOrNothing(part: Buffer, plain: Buffer): Buffer {
  return rewritten(plain, xmlWithoutLinks) === plain ? part : NOTHING
}
