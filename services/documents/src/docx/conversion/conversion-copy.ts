import { ok, type Result } from '@oficina/kit/result.ts'
import type { ZipEntry } from '@oficina/zip/read-zip.ts'
import { assembleZip, buildPrefix, textEntry, type NewEntry } from '@oficina/zip/write-zip.ts'

import type { Told } from '../messages/say.ts'
import { inflatePart, readArchive } from '../package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../package/package-limits.ts'
import {
  contentTypeOf,
  isNotesType,
  isStoryType,
  readContentTypes,
  type ContentTypes,
} from '../package/package-parts.ts'
import { harmlessRelationships } from './harmless-relationships.ts'
import { lostNotes, withoutNotes } from './lost-notes.ts'
import { hasRevisions, withoutRevisions } from './revisions.ts'

// The copy is read once, by a process on the same machine.
const COPY_LEVEL = 1

/**
 * The document as the PDF converter gets it: without anything that it would fetch or run, without comments, and with
 * tracked changes accepted. A document without any of these is returned unchanged. The error is a sentence.
 * @source docs/decisions/0121-conversion-copy.md
 */
export function conversionCopy(docx: Buffer): Result<Buffer, Told> {
  const entries = readArchive(docx, DEFAULT_PACKAGE_LIMITS)
  if (!entries.ok) return entries
  const types = typesOf(entries.value)
  if (!types.ok) return types
  const copied = copyEntries(entries.value, types.value)
  if (!copied.ok) return copied
  const { size } = copied.value
  const all = entries.value.map((entry) => copied.value.get(entry.name) ?? entry)
  return ok(size === 0 ? docx : assembleZip(buildPrefix(all), []))
}

type Copies = ReadonlyMap<string, NewEntry>

/** The entries that change, by name. */
function copyEntries(entries: readonly ZipEntry[], types: ContentTypes): Result<Copies, Told> {
  const copies = new Map<string, NewEntry>()
  const lost = new Set<string>()
  // Notes come last, when it is known which of them nothing refers to any more.
  const parts = entries.filter(({ name }) => changeOf(name, types) !== 'notes')
  const notes = entries.filter(({ name }) => changeOf(name, types) === 'notes')
  for (const entry of [...parts, ...notes]) {
    const change = changeOf(entry.name, types)
    const content = change === undefined ? undefined : inflatePart(entry)
    if (change === undefined || content === undefined) continue
    if (!content.ok) return content
    const clean = cleanText(content.value, change, lost)
    if (!clean.ok) return clean
    if (clean.value === undefined) continue
    const bytes = Buffer.from(clean.value)
    copies.set(entry.name, textEntry(entry.name, bytes, entry.dosTime, COPY_LEVEL))
  }
  return ok(copies)
}

type Change = 'relationships' | 'story' | 'notes'

/** What may have to change in a part. */
function changeOf(name: string, types: ContentTypes): Change | undefined {
  if (name.toLowerCase().endsWith('.rels')) return 'relationships'
  const type = contentTypeOf(types, name)
  if (isNotesType(type)) return 'notes'
  return isStoryType(type) ? 'story' : undefined
}

/** The new text of a part that changes; notes that it no longer refers to are added to `lost`. */
function cleanText(
  content: Buffer,
  change: Change,
  lost: Set<string>,
): Result<string | undefined, Told> {
  const isClean = change !== 'relationships' && !hasRevisions(content.toString('latin1'))
  if (isClean && (change === 'story' || lost.size === 0)) return ok(undefined)
  const xml = content.toString('utf8')
  if (change === 'relationships') {
    const harmless = harmlessRelationships(xml)
    return ok(harmless === xml ? undefined : harmless)
  }
  const clean = withoutRevisions(xml)
  if (!clean.ok || change === 'notes') return clean.ok ? withoutNotes(clean.value, lost) : clean
  for (const note of lostNotes(xml, clean.value)) lost.add(note)
  return clean
}

function typesOf(entries: readonly ZipEntry[]): Result<ContentTypes, Told> {
  const entry = entries.find(({ name }) => name === '[Content_Types].xml')
  const content = entry === undefined ? ok(Buffer.alloc(0)) : inflatePart(entry)
  return content.ok ? readContentTypes(content.value.toString('utf8')) : content
}
