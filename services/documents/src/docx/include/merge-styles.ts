import { attribute } from '@oficina/xml/attribute.ts'

import { textOfPart, type DocumentParts } from './document-parts.ts'
import { addRelationship } from './merge-relationships.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A part beside the main one, which is made and declared when the document has none. */
export function siblingPart(host: DocumentParts, name: string, empty: string): string {
  const path = siblingName(host, name)
  const text = textOfPart(host, path)
  if (text !== undefined) return text
  host.changed.set(path, empty)
  host.added.set(path, `${WORD}.${name}+xml`)
  addRelationship(host, `<Relationship Id="" Type="${TYPES}/${name}" Target=""/>`, `${name}.xml`)
  return empty
}

export function siblingName({ main }: DocumentParts, name: string): string {
  return `${main.slice(0, main.lastIndexOf('/') + 1)}${name}.xml`
}

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:styles>'

/** Adds the styles that an included text uses and its host lacks; where both have one, the host's stays. */
export function mergeStyles(host: DocumentParts, guest: DocumentParts, used: string): void {
  const theirs = stylesOf(textOfPart(guest, siblingName(guest, 'styles')) ?? '')
  if (theirs.size === 0) return
  const styles = siblingPart(host, 'styles', EMPTY)
  const own = stylesOf(styles)
  const wanted = new Set<string>()
  const next = styleNames(used)
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    const style = theirs.get(name)
    if (style === undefined || own.has(name) || wanted.has(name)) continue
    wanted.add(name)
    for (const named of styleNames(style)) next.push(named)
  }
  // Only one style of a kind is the default.
  const added = [...wanted].map((name) =>
    (theirs.get(name) ?? '').replace(/^<w:style [^<>]*>/, (start) =>
      start.replace(/\sw:default="[^"]*"/, ''),
    ),
  )
  host.changed.set(
    siblingName(host, 'styles'),
    styles.replace(/<\/w:styles\s*>\s*$/, () => `${added.join('')}</w:styles>`),
  )
}

function styleNames(xml: string): string[] {
  const pattern = /<w:(?:pStyle|rStyle|tblStyle|basedOn|link|next)\s[^<>]*>/g
  return [...xml.matchAll(pattern)].map(([tag]) => attribute(tag, 'w:val') ?? '')
}

function stylesOf(xml: string): ReadonlyMap<string, string> {
  const pieces = xml.split(/(?=<w:style\s)/).slice(1)
  return new Map(
    pieces.map((piece) => {
      const end = piece.indexOf('</w:style>')
      const style = end === -1 ? '' : piece.slice(0, end + '</w:style>'.length)
      return [attribute(piece.slice(0, piece.indexOf('>') + 1), 'w:styleId') ?? '', style]
    }),
  )
}
