import { ok, type Result } from '@oficina/kit/result.ts'
import { attribute } from '@oficina/xml/attribute.ts'
import type { ZipEntry } from '@oficina/zip/read-zip.ts'
import { textEntry } from '@oficina/zip/write-zip.ts'

import type { Told } from '../messages/say.ts'
import { inflatePart } from './archive.ts'
import { contentTypeOf, readContentTypes, type ContentTypes } from './package-parts.ts'

type Parts = { readonly entries: ReadonlyMap<string, ZipEntry>; readonly types: ContentTypes }

const MACRO_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.ms-office.vbaProject',
  'application/vnd.ms-word.vbaData+xml',
  'application/vnd.ms-office.vbaProjectSignature',
])

/**
 * The parts without macros: Word refuses a .docx that holds any, and nobody who asks for a document wants a program.
 * The error is a sentence.
 */
export function withoutMacros(parts: Parts): Result<Parts, Told> {
  const { entries, types } = parts
  const macros = [...entries.keys()].filter((name) => MACRO_TYPES.has(contentTypeOf(types, name)))
  if (macros.length === 0) return ok(parts)
  const dropped = new Set(
    macros.flatMap((name) => [name, name.replace(/([^/]*)$/, '_rels/$1.rels')]),
  )
  const kept = new Map<string, ZipEntry>()
  for (const [name, entry] of entries) {
    if (dropped.has(name)) continue
    const clean = name.endsWith('.rels') ? withoutMacroRelationships(entry) : ok(entry)
    if (!clean.ok) return clean
    kept.set(name, clean.value)
  }
  const overrides = new Set(macros.map((name) => `/${name}`.toLowerCase()))
  const xml = types.xml.replace(/<(?:\w+:)?Override\s[^<>]*>/g, (tag) =>
    overrides.has((attribute(tag, 'PartName') ?? '').toLowerCase()) ? '' : tag,
  )
  const cleanTypes = readContentTypes(xml)
  return cleanTypes.ok ? ok({ entries: kept, types: cleanTypes.value }) : cleanTypes
}

function withoutMacroRelationships(entry: ZipEntry): Result<ZipEntry, Told> {
  const content = inflatePart(entry)
  if (!content.ok) return content
  const xml = content.value.toString('utf8')
  const clean = xml.replace(/<(?:\w+:)?Relationship\s[^<>]*>/g, (tag) =>
    /\/(?:vbaProject|wordVbaData|vbaProjectSignature)$/.test(attribute(tag, 'Type') ?? '')
      ? ''
      : tag,
  )
  if (clean === xml) return ok(entry)
  const changed = textEntry(entry.name, Buffer.from(clean), entry.dosTime, 9)
  return ok({ ...changed, compressed: Buffer.from(changed.compressed) })
}
