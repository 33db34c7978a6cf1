import { crc32 } from 'node:zlib'

import { escapeAttribute } from '@oficina/xml/xml-text.ts'
import { storedEntry, textEntry, type NewEntry } from '@oficina/zip/write-zip.ts'
import { DOS_EPOCH } from '@oficina/zip/zip-format.ts'

import type { RelationshipsPart } from '../package/relationships.ts'
import type { ImageFormat } from './loaded-image.ts'

/**
 * The images and links of one document: each picture once in the file, and once in the relationships of each part that
 * uses it.
 */
export type Media = {
  readonly takenNames: ReadonlySet<string>
  readonly files: Map<string, MediaFile[]>
  readonly relationships: Map<string, PartRelationships>
}

type MediaFile = { readonly bytes: Uint8Array; readonly fileName: string }

/** By target: a picture's file, or a link's address. */
type PartRelationships = { readonly part: RelationshipsPart; readonly ids: Map<string, string> }

const LINK = 'link:'

export function createMedia(takenNames: ReadonlySet<string>): Media {
  return { takenNames, files: new Map(), relationships: new Map() }
}

/** The relationship id by which a part shows a picture; a new picture is added to the file. */
export function relate(
  media: Media,
  part: RelationshipsPart,
  image: { readonly bytes: Uint8Array; readonly format: ImageFormat },
): string {
  return idOf(media, part, addFile(media, image.bytes, image.format))
}

/** The relationship id by which a part links to an address. */
export function relateLink(media: Media, part: RelationshipsPart, address: string): string {
  return idOf(media, part, LINK + address)
}

function idOf(media: Media, part: RelationshipsPart, target: string): string {
  let own = media.relationships.get(part.name)
  if (own === undefined) {
    own = { part, ids: new Map() }
    media.relationships.set(part.name, own)
  }
  const known = own.ids.get(target)
  if (known !== undefined) return known
  const id = `rId${part.firstFreeId + own.ids.size}`
  own.ids.set(target, id)
  return id
}

function addFile(media: Media, bytes: Uint8Array, format: ImageFormat): string {
  const key = `${crc32(bytes).toString(16)}-${bytes.length.toString(16)}`
  const alike = media.files.get(key) ?? []
  // The checksum finds candidates for the same picture; the bytes decide.
  const same = alike.find((file) => file.bytes === bytes || Buffer.compare(file.bytes, bytes) === 0)
  if (same !== undefined) return same.fileName
  let number = alike.length
  const named = (): string => `image-${key}${number === 0 ? '' : `-${number}`}.${format}`
  while (media.takenNames.has(`word/media/${named()}`)) number++
  const file: MediaFile = { bytes, fileName: named() }
  media.files.set(key, [...alike, file])
  return file.fileName
}

/** The pictures, which are compressed already, and the relationships of every part that may show some. */
export function mediaEntries(
  media: Media,
  parts: readonly RelationshipsPart[],
  level: number,
): NewEntry[] {
  const entries: NewEntry[] = []
  for (const part of parts) {
    const added = [...(media.relationships.get(part.name)?.ids ?? [])].map(([target, id]) =>
      target.startsWith(LINK)
        ? linkRelationship(part, target.slice(LINK.length), id)
        : imageRelationship(part, target, id),
    )
    const xml = part.head + added.join('') + part.tail
    entries.push(textEntry(part.name, Buffer.from(xml), part.dosTime, level))
  }
  for (const { bytes, fileName } of [...media.files.values()].flat()) {
    entries.push(storedEntry(`word/media/${fileName}`, bytes, DOS_EPOCH))
  }
  return entries
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function imageRelationship(part: RelationshipsPart, fileName: string, id: string): string {
  const { elementPrefix, mediaPath } = part
  return `<${elementPrefix}Relationship Id="${id}" Type="${TYPES}/image" Target="${mediaPath}${fileName}"/>`
}

function linkRelationship(
  { elementPrefix }: RelationshipsPart,
  address: string,
  id: string,
): string {
  const target = escapeAttribute(address)
  return `<${elementPrefix}Relationship Id="${id}" Type="${TYPES}/hyperlink" Target="${target}" TargetMode="External"/>`
}
