import { fail, type Result } from '@oficina/kit/result.ts'
import { inflateEntry, readZip, type ZipEntry } from '@oficina/zip/read-zip.ts'
import type { ZipProblemKind } from '@oficina/zip/zip-problem.ts'

import type { PackageLimits } from './package-limits.ts'

const OLE_SIGNATURE = 0xe011cfd0

/** The entries of a .docx, not yet inflated. The error is a sentence for the template's author. */
export function readArchive(
  archive: Buffer,
  limits: PackageLimits,
): Result<readonly ZipEntry[], string> {
  if (archive.length >= 8 && archive.readUInt32LE(0) === OLE_SIGNATURE) {
    return fail(
      'The file is not a .docx but an OLE document: an old .doc, or a document protected by a password.',
    )
  }
  const entries = readZip(archive, limits)
  return entries.ok
    ? entries
    : fail(SENTENCES[entries.error.kind](quote(entries.error.entry), limits))
}

/** The bytes of a part. The error is a sentence. */
export function inflatePart(entry: ZipEntry): Result<Buffer, string> {
  const content = inflateEntry(entry)
  return content.ok ? content : fail(damaged(quote(entry.name)))
}

type Sentence = (entry: string, limits: PackageLimits) => string

function damaged(entry: string): string {
  return `The entry ${entry} is damaged.`
}

const SENTENCES: Readonly<Record<ZipProblemKind, Sentence>> = {
  'no-archive': () => 'The file is not a .docx: it is no zip archive.',
  zip64: () => 'The file is a zip64 archive.',
  'several-volumes': () => 'The file is one volume of several.',
  'damaged-end': () => 'The end of the file is damaged.',
  'damaged-directory': () => 'The list of entries is damaged.',
  'damaged-entry': damaged,
  'too-many-entries': (_, { maxEntries }) => `The file has more than ${maxEntries} entries.`,
  'bad-name': () => 'An entry of the file has a name that is not allowed.',
  outside: (entry) => `The entry ${entry} points outside the file.`,
  twice: (entry) => `The entry ${entry} stands twice.`,
  encrypted: (entry) => `The entry ${entry} is encrypted.`,
  'unknown-method': (entry) =>
    `The entry ${entry} is compressed by a method that .docx does not know.`,
  'entry-too-large': (entry, { maxPartBytes }) =>
    `The entry ${entry} unpacks to more than ${maxPartBytes} bytes.`,
  'compressed-too-much': (entry, { maxRatio }) =>
    `The entry ${entry} is compressed more than ${maxRatio} to 1.`,
  'archive-too-large': (_, { maxTotalBytes }) =>
    `The file unpacks to more than ${maxTotalBytes} bytes.`,
  overlap: () => 'Entries of the file overlap.',
}

function quote(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
}
