import { attribute } from '@oficina/xml/attribute.ts'

const TO_COMMENTS = /\/(?:comments|commentsExtended|commentsIds|commentsExtensible|people)$/

/**
 * Removes relationships that would make a reader fetch or run something (linked images, OLE objects, attached
 * templates, frames, sub-documents and the like), and those to comments. Hyperlinks stay: only a person's click follows
 * them.
 * @source docs/security.md, "Conversion"
 */
export function harmlessRelationships(xml: string): string {
  if (!/TargetMode|\/comments/i.test(xml)) return xml
  return xml.replace(/<(?:\w+:)?Relationship\s(?:[^<>"']|"[^"]*"|'[^']*')*>/g, (tag) => {
    const type = attribute(tag, 'Type') ?? ''
    const isExternal = attribute(tag, 'TargetMode')?.toLowerCase() === 'external'
    // A removed relationship leaves a dangling id, which readers treat as a missing image.
    return (isExternal && !type.endsWith('/hyperlink')) || TO_COMMENTS.test(type) ? '' : tag
  })
}
