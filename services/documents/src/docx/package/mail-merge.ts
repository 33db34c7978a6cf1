import { attribute } from '@oficina/xml/attribute.ts'
import type { ZipEntry } from '@oficina/zip/read-zip.ts'

import { partText } from './part-text.ts'
import { RELATIONSHIP, relationshipsName } from './relationships.ts'

const SETTINGS = 'word/settings.xml'
const MAIL_MERGE = /<w:mailMerge\b[^<>]*(?:\/>|>.*?<\/w:mailMerge>)/s

/**
 * The parts of a template for a mail merge without the data that Word would ask its reader for, by name: the fields are
 * filled, and the path of somebody's spreadsheet is nobody's business.
 */
export function withoutMailMerge(
  entries: ReadonlyMap<string, ZipEntry>,
): ReadonlyMap<string, string> {
  const changed = new Map<string, string>()
  const settings = partText(entries, SETTINGS)
  if (settings === undefined || !MAIL_MERGE.test(settings)) return changed
  changed.set(SETTINGS, settings.replace(MAIL_MERGE, ''))
  const name = relationshipsName(SETTINGS)
  const relationships = partText(entries, name)
  if (relationships !== undefined)
    changed.set(
      name,
      relationships.replace(RELATIONSHIP, (tag) => (isSource(tag) ? '' : tag)),
    )
  return changed
}

function isSource(relationship: string): boolean {
  return /\/mailMerge\w+$/.test(attribute(relationship, 'Type') ?? '')
}
