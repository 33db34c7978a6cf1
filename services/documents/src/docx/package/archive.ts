import { fail, type Result } from '@oficina/kit/result.ts'
import { inflateEntry, readZip, type ZipEntry } from '@oficina/zip/read-zip.ts'
import type { ZipProblemKind } from '@oficina/zip/zip-problem.ts'

import { say, type Told } from '../messages/say.ts'
import type { PackageLimits } from './package-limits.ts'

const OLE_SIGNATURE = 0xe011cfd0

/** The entries of a .docx, not yet inflated. The error is a sentence for the template's author. */
export function readArchive(
  archive: Buffer,
  limits: PackageLimits,
): Result<readonly ZipEntry[], Told> {
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
export function inflatePart(entry: ZipEntry): Result<Buffer, Told> {
  const content = inflateEntry(entry)
  return content.ok ? content : fail(damaged(quote(entry.name)))
}

type Sentence = (entry: string, limits: PackageLimits) => Told

function damaged(entry: string): Told {
  return say('The entry %{entry} is damaged.', { entry })
}

const SENTENCES: Readonly<Record<ZipProblemKind, Sentence>> = {
  'no-archive': () => 'The file is not a .docx: it is no zip archive.',
  zip64: () => 'The file is a zip64 archive.',
  'several-volumes': () => 'The file is one volume of several.',
  'damaged-end': () => 'The end of the file is damaged.',
  'damaged-directory': () => 'The list of entries is damaged.',
  'damaged-entry': damaged,
  'too-many-entries': (_, { maxEntries }) =>
    say('The file has more than %{max} entries.', { max: maxEntries }),
  'bad-name': () => 'An entry of the file has a name that is not allowed.',
  outside: (entry) => say('The entry %{entry} points outside the file.', { entry }),
  twice: (entry) => say('The entry %{entry} stands twice.', { entry }),
  encrypted: (entry) => say('The entry %{entry} is encrypted.', { entry }),
  'unknown-method': (entry) =>
    say('The entry %{entry} is compressed by a method that .docx does not know.', { entry }),
  'entry-too-large': (entry, { maxPartBytes }) =>
    say('The entry %{entry} unpacks to more than %{max} bytes.', { entry, max: maxPartBytes }),
  'compressed-too-much': (entry, { maxRatio }) =>
    say('The entry %{entry} is compressed more than %{max} to 1.', { entry, max: maxRatio }),
  'archive-too-large': (_, { maxTotalBytes }) =>
    say('The file unpacks to more than %{max} bytes.', { max: maxTotalBytes }),
  overlap: () => 'Entries of the file overlap.',
}

function quote(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
}
