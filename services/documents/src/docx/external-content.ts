import { ok, type Result } from '@oficina/kit/result.ts'
import { DEFAULT_PACKAGE_LIMITS } from './package-limits.ts'
import { attribute } from './xml-tokens.ts'
import { inflateEntry, readZip } from './zip-read.ts'
import { assembleZip, buildPrefix, textEntry, type NewEntry } from './zip-write.ts'

/**
 * The same .docx without relationships that would make a reader fetch or run something: linked images, OLE objects,
 * attached templates, frames, sub-documents and the like. Hyperlinks stay: they are followed by a person's click.
 * Used before a document goes to the PDF converter. The error is a sentence.
 * @source docs/security.md, "Conversion"
 */
export function withoutExternalContent(docx: Buffer): Result<Buffer, string> {
  const entries = readZip(docx, DEFAULT_PACKAGE_LIMITS)
  if (!entries.ok) return entries
  const changed = new Map<string, NewEntry>()
  for (const entry of entries.value) {
    if (!entry.name.toLowerCase().endsWith('.rels')) continue
    const content = inflateEntry(entry)
    if (!content.ok) return content
    const xml = content.value.toString('utf8')
    const safe = withoutExternalRelationships(xml)
    if (safe !== xml)
      changed.set(entry.name, textEntry(entry.name, Buffer.from(safe), entry.dosTime, 1))
  }
  // Nearly every document comes out as it went in.
  if (changed.size === 0) return ok(docx)
  return ok(
    assembleZip(buildPrefix(entries.value.map((entry) => changed.get(entry.name) ?? entry)), []),
  )
}

function withoutExternalRelationships(xml: string): string {
  if (!/TargetMode/i.test(xml)) return xml
  return xml.replace(/<(?:\w+:)?Relationship\s(?:[^<>"']|"[^"]*"|'[^']*')*>/g, (tag) => {
    const isExternal = attribute(tag, 'TargetMode')?.toLowerCase() === 'external'
    const isHyperlink = attribute(tag, 'Type')?.endsWith('/hyperlink') === true
    // A removed relationship leaves a dangling id, which readers take for an image that is missing.
    return isExternal && !isHyperlink ? '' : tag
  })
}
