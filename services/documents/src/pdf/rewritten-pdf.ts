import { RecentMap } from '@oficina/kit/recent-map.ts'

import { Destinations } from './destinations.ts'
import { ObjectCopier } from './object-copier.ts'
import { OverlaidPages } from './overlaid-pages.ts'
import { writeAttachments } from './pdf-attachments.ts'
import type { PdfFile } from './pdf-file.ts'
import { infoDictionary, metadataPacket, type MetadataRequest } from './pdf-metadata.ts'
import { closeOutput, openOutput, type Output, type OutputOptions } from './pdf-output.ts'
import { pagesOf } from './pdf-pages.ts'
import { isDictionary, type PdfValue } from './pdf-value.ts'

export interface RewriteOptions extends OutputOptions {
  readonly archive: MetadataRequest['archive']
  readonly isAccessible: boolean
}

// A file within the limits has fewer streams.
const MAX_KNOWN_STREAMS = 10_000

/**
 * Writes a whole PDF again with what was asked for, in steps; its structure, links and bookmarks stay.
 * @throws PdfProblem
 */
export function* rewrittenPdf(file: PdfFile, options: RewriteOptions): Generator<void, Buffer> {
  const output = openOutput(options)
  const { writer } = output
  const target = { writer, known: new RecentMap<string, number>(MAX_KNOWN_STREAMS) }
  const copier = new ObjectCopier(file, target, new Destinations(file))
  const overlaid = new OverlaidPages(writer, { watermark: options.watermark, numbers: undefined })
  if (options.watermark !== undefined) {
    const { pages } = yield* pagesOf(file)
    for (const { number, dictionary } of pages)
      if (number !== undefined) copier.override(number, overlaid.overlaid(file, dictionary))
  }
  const catalog = copier.copy(catalogOf(file, output, options))
  yield* copier.steps()
  overlaid.finish()
  const root = writer.add(catalog)
  closeOutput(output, options, { root, info: writer.add(infoDictionary(described(file, options))) })
  return Buffer.concat(writer.take())
}

function catalogOf(file: PdfFile, { writer }: Output, options: RewriteOptions): PdfValue {
  const catalog = new Map(file.catalog)
  // The writer tells its version in its first line, and names of places are resolved.
  for (const key of ['Version', 'Dests']) catalog.delete(key)
  const attached = writeAttachments(writer, options.attachments, options.nowMs)
  const names = new Map(file.dictionary(catalog.get('Names')))
  names.delete('Dests')
  const added = attached.get('Names')
  if (isDictionary(added)) for (const [key, value] of added) names.set(key, value)
  catalog.set('Names', names)
  const files = attached.get('AF')
  if (files !== undefined) catalog.set('AF', files)
  catalog.set('Metadata', writer.add(metadataPacket(described(file, options))))
  if (options.metadata.title !== undefined) {
    const preferences = new Map(file.dictionary(catalog.get('ViewerPreferences')))
    catalog.set('ViewerPreferences', preferences.set('DisplayDocTitle', true))
  }
  return catalog
}

function described(file: PdfFile, options: RewriteOptions): MetadataRequest {
  const { metadata, nowMs, archive, isAccessible } = options
  return { ...metadata, nowMs, archive, isAccessible }
}
