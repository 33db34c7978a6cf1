import { fail, ok, type Result } from '@oficina/kit/result.ts'
import { attribute } from '@oficina/xml/attribute.ts'

import { say, type Told } from '../messages/say.ts'
import { contentTypeOf } from '../package/package-parts.ts'
import { relationshipsName } from '../package/relationships.ts'
import { bytesOfPart, textOfPart, type DocumentParts } from './document-parts.ts'

const RELATIONSHIP = /<(?:\w+:)?Relationship\s(?:[^<>"']|"[^"]*"|'[^']*')*>/g
const USED = /\s(r:(?:id|embed|link))="([^"]*)"/g

/** The text of an included document with relationships of its host: to its pictures, which are copied, and its links. */
export function mergeRelationships(
  host: DocumentParts,
  guest: DocumentParts,
  body: string,
): Result<string, Told> {
  const written = textOfPart(guest, relationshipsName(guest.main)) ?? ''
  const known = new Map(
    [...written.matchAll(RELATIONSHIP)].map(([tag]) => [attribute(tag, 'Id') ?? '', tag]),
  )
  const renamed = new Map<string, string>()
  for (const [, , id = ''] of body.matchAll(USED)) {
    const tag = known.get(id)
    if (renamed.has(id) || tag === undefined) continue
    const copied = copyRelationship(host, guest, tag)
    if (!copied.ok) return copied
    renamed.set(id, copied.value)
  }
  return ok(
    body.replace(USED, (whole, name: string, id: string) =>
      renamed.has(id) ? ` ${name}="${renamed.get(id)}"` : whole,
    ),
  )
}

function copyRelationship(
  host: DocumentParts,
  guest: DocumentParts,
  tag: string,
): Result<string, Told> {
  const type = attribute(tag, 'Type') ?? ''
  const target = attribute(tag, 'Target') ?? ''
  const kind = type.slice(type.lastIndexOf('/') + 1)
  if (attribute(tag, 'TargetMode') === 'External') return ok(addRelationship(host, tag, target))
  if (kind !== 'image') return fail(say('It holds a %{kind}, which cannot be included.', { kind }))
  const folder = guest.main.slice(0, guest.main.lastIndexOf('/') + 1)
  const source = target.startsWith('/') ? target.slice(1) : folder + target
  const bytes = bytesOfPart(guest, source)
  if (bytes === undefined) return fail(say('Its picture %{target} is missing.', { target }))
  return ok(addRelationship(host, tag, `/${copyMedia(host, guest, { source, bytes })}`))
}

function copyMedia(
  host: DocumentParts,
  guest: DocumentParts,
  { source, bytes }: { readonly source: string; readonly bytes: Buffer },
): string {
  const extension = source.slice(source.lastIndexOf('.') + 1)
  // Of those that are there, none is looked at twice.
  let number = host.added.size + 1
  const name = () => `word/media/included-${number}.${extension}`
  while (host.entries.has(name()) || host.changed.has(name())) number++
  const added = name()
  host.changed.set(added, bytes)
  host.added.set(added, contentTypeOf(guest.types, source))
  return added
}

/** Adds a copy of a relationship with another target, and gives its id. */
export function addRelationship(host: DocumentParts, tag: string, target: string): string {
  const { relationships } = host
  const { elementPrefix, firstFreeId } = host.ownRelationships
  const id = `rId${firstFreeId + relationships.length}`
  relationships.push(
    tag
      .replace(/\sId\s*=\s*(?:"[^"]*"|'[^']*')/, ` Id="${id}"`)
      .replace(/\sTarget\s*=\s*(?:"[^"]*"|'[^']*')/, () => ` Target="${target}"`)
      .replace(/^<(?:\w+:)?Relationship\s/, `<${elementPrefix}Relationship `)
      .replace(/\/?>$/, '/>'),
  )
  return id
}
