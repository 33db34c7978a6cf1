import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { ZipEntry } from '@oficina/zip/read-zip.ts'
import { assembleZip, buildPrefix, textEntry, type NewEntry } from '@oficina/zip/write-zip.ts'
import { DOS_EPOCH } from '@oficina/zip/zip-format.ts'

import type { Told } from '../messages/say.ts'
import { inflatePart, readArchive } from '../package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../package/package-limits.ts'
import {
  contentTypeOf,
  isMainType,
  readContentTypes,
  type ContentTypes,
} from '../package/package-parts.ts'
import { partText } from '../package/part-text.ts'
import {
  compileRelationships,
  relationshipsName,
  type RelationshipsPart,
} from '../package/relationships.ts'

const CONTENT_TYPES = '[Content_Types].xml'

/** A .docx whose parts can be read and replaced. */
export type DocumentParts = {
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly types: ContentTypes
  readonly main: string
  /** New texts and bytes of parts, by name. */
  readonly changed: Map<string, string | Buffer>
  /** What has to be declared of new parts: their content types by name. */
  readonly added: Map<string, string>
  /** The relationships that the main part came with. */
  readonly ownRelationships: RelationshipsPart
  /** Those that it gets, in order. */
  readonly relationships: string[]
  /** What has to be declared in the main part, by prefix. */
  readonly namespaces: Map<string, string>
  /** The prefixes whose elements a reader may not know. */
  readonly ignorable: Set<string>
}

/** Opens a .docx; the error is a sentence. */
export function openParts(docx: Buffer): Result<DocumentParts, Told> {
  const read = readArchive(docx, DEFAULT_PACKAGE_LIMITS)
  if (!read.ok) return read
  const entries = new Map(read.value.map((entry) => [entry.name, entry]))
  const types = readContentTypes(partText(entries, CONTENT_TYPES) ?? '')
  if (!types.ok) return types
  const main = [...entries.keys()].find((name) => isMainType(contentTypeOf(types.value, name)))
  if (main === undefined) return fail('The file has no Word document in it.')
  return ok({
    entries,
    types: types.value,
    main,
    changed: new Map(),
    added: new Map(),
    ownRelationships: compileRelationships(
      main,
      partText(entries, relationshipsName(main)),
      undefined,
    ),
    relationships: [],
    namespaces: new Map(),
    ignorable: new Set(),
  })
}

/** The text of a part as it is now; undefined when there is none. */
export function textOfPart({ entries, changed }: DocumentParts, name: string): string | undefined {
  const text = changed.get(name)
  return typeof text === 'string' ? text : partText(entries, name)
}

export function bytesOfPart({ entries }: DocumentParts, name: string): Buffer | undefined {
  const entry = entries.get(name)
  const content = entry === undefined ? undefined : inflatePart(entry)
  return content?.ok === true ? content.value : undefined
}

const LEVEL = 1

/** The .docx with its new parts. */
export function closeParts(parts: DocumentParts): Buffer {
  const { entries, types, changed, added, relationships } = parts
  if (relationships.length > 0) {
    const { name, head, tail } = parts.ownRelationships
    changed.set(name, head + relationships.join('') + tail)
  }
  const prefix = /<(\w+:)?Types[\s>]/.exec(types.xml)?.[1] ?? ''
  const declared = [...added].map(
    ([name, type]) => `<${prefix}Override PartName="/${name}" ContentType="${type}"/>`,
  )
  const xml = types.xml.replace(/<\/(?:\w+:)?Types\s*>/, (end) => declared.join('') + end)
  const texts = new Map([...changed, [CONTENT_TYPES, xml] as const])
  const kept = [...entries.values()].filter(({ name }) => !texts.has(name))
  const written = [...texts].map(([name, content]): NewEntry =>
    textEntry(name, Buffer.from(content), entries.get(name)?.dosTime ?? DOS_EPOCH, LEVEL),
  )
  return assembleZip(buildPrefix([...kept, ...written]), [])
}
