import { attribute } from '@oficina/xml/attribute.ts'
import { DOS_EPOCH } from '@oficina/zip/zip-format.ts'

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'

/** The relationships of a part that images and links are added to. */
export type RelationshipsPart = {
  readonly name: string
  readonly dosTime: number
  /** The part without its closing tag. */
  readonly head: string
  /** The closing tag. */
  readonly tail: string
  readonly firstFreeId: number
  /** The namespace prefix of its elements: nearly always empty. */
  readonly elementPrefix: string
  /** The path from the part's folder to `word/media/`. */
  readonly mediaPath: string
}

/** `word/document.xml` has its relationships in `word/_rels/document.xml.rels`. */
export function relationshipsName(part: string): string {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
}

export const RELATIONSHIP = /<(?:\w+:)?Relationship\s(?:[^<>"']|"[^"]*"|'[^']*')*>/g

/** The addresses that links of a part lead to, still escaped, by their ids. */
export function linkTargets(xml: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  for (const [tag] of xml.matchAll(RELATIONSHIP)) {
    const isLink = attribute(tag, 'Type')?.endsWith('/hyperlink') === true
    if (isLink) targets.set(attribute(tag, 'Id') ?? '', attribute(tag, 'Target') ?? '')
  }
  return targets
}

/** The relationships of a part without those of links, which each document writes itself. */
export function withoutLinks(xml: string, ids: ReadonlySet<string>): string {
  if (ids.size === 0) return xml
  return xml.replace(RELATIONSHIP, (tag) => (ids.has(attribute(tag, 'Id') ?? '') ? '' : tag))
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** With one more relationship within the package; its id is none that a render gives. */
export function withRelationship(
  part: RelationshipsPart,
  type: string,
  target: string,
): RelationshipsPart {
  const { elementPrefix, head } = part
  const id = `rIdOf-${type}`
  return {
    ...part,
    head: `${head}<${elementPrefix}Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`,
  }
}

/** Prepares the relationships of a part for images and links to be added; a part without any gets some. */
export function compileRelationships(
  part: string,
  xml: string | undefined,
  dosTime: number | undefined,
): RelationshipsPart {
  const written = (xml ?? EMPTY).replace(/<((?:\w+:)?Relationships)([^<>]*)\/>\s*$/, '<$1$2></$1>')
  const closeAt = Math.max(0, written.search(/<\/(?:\w+:)?Relationships\s*>/))
  let highest = 0
  for (const [, id] of written.matchAll(/\sId\s*=\s*["']rId(\d{1,9})["']/gi))
    highest = Math.max(highest, Number(id))
  const folders = part.split('/').length - 1
  return {
    name: relationshipsName(part),
    dosTime: dosTime ?? DOS_EPOCH,
    head: written.slice(0, closeAt),
    tail: written.slice(closeAt),
    firstFreeId: highest + 1,
    elementPrefix: /<(\w+:)?Relationships[\s>]/.exec(written)?.[1] ?? '',
    mediaPath: part.startsWith('word/') && folders === 1 ? 'media/' : '/word/media/',
  }
}
