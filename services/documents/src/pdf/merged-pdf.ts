import { RecentMap } from '@oficina/kit/recent-map.ts'

import { Destinations } from './destinations.ts'
import { ObjectCopier, type KnownStreams } from './object-copier.ts'
import { OverlaidPages } from './overlaid-pages.ts'
import type { PageNumbers } from './page-overlay.ts'
import { selected, type PageSelection } from './page-selection.ts'
import { PageTree } from './page-tree.ts'
import { writeAttachments } from './pdf-attachments.ts'
import type { PdfFile } from './pdf-file.ts'
import { PdfLayers } from './pdf-layers.ts'
import { infoDictionary, metadataPacket } from './pdf-metadata.ts'
import { bookmarkOf, copiedOutline, writeOutline, type Bookmark } from './pdf-outline.ts'
import { closeOutput, openOutput, type Output, type OutputOptions } from './pdf-output.ts'
import { pagesOf, type PdfPage, type PdfPages } from './pdf-pages.ts'
import {
  dictionaryOf,
  nameOf,
  type PdfDictionary,
  type PdfValue,
  type PdfWritten,
} from './pdf-value.ts'

export interface MergeOptions extends OutputOptions {
  readonly numbers: PageNumbers | undefined
  readonly hasBookmarks: boolean
}

export interface MergedItem {
  readonly file: PdfFile
  /** Of its bookmark; one without a title has none. */
  readonly title: string | undefined
  readonly pages: PageSelection | undefined
}

// A hundred bytes each; a file in which more are different gains little from knowing them.
const MAX_KNOWN_STREAMS = 100_000
// What of a page belongs to its old file: its place in the tree, its articles, its part of the structure.
const LEFT_BEHIND = ['Parent', 'B', 'StructParents', 'Tabs', 'Metadata', 'PieceInfo', 'Thumb']

/**
 * One PDF of many, written piece by piece: of a file that was added, nothing is kept but the places of its pages and
 * its bookmarks. Methods throw PdfProblem.
 * @source docs/decisions/0140-documents-merging.md
 */
export class MergedPdf {
  readonly #options: MergeOptions
  readonly #output: Output
  readonly #known: KnownStreams = new RecentMap(MAX_KNOWN_STREAMS)
  readonly #tree: PageTree
  readonly #overlaid: OverlaidPages
  readonly #bookmarks: Bookmark[] = []
  readonly #layers = new PdfLayers()

  constructor(options: MergeOptions) {
    this.#options = options
    this.#output = openOutput(options)
    this.#tree = new PageTree(this.#output.writer)
    const { watermark, numbers } = options
    this.#overlaid = new OverlaidPages(this.#output.writer, { watermark, numbers })
  }

  get pages(): number {
    return this.#tree.count
  }

  get sizeBytes(): number {
    return this.#output.writer.sizeBytes
  }

  /** The bytes since the last call. */
  take(): readonly Buffer[] {
    return this.#output.writer.take()
  }

  /** Adds the pages of a file, with pauses; the value is their number. */
  *add({ file, title, pages: selection }: MergedItem): Generator<void, number> {
    const { writer } = this.#output
    const all = yield* pagesOf(file)
    const pages = selected(all.pages, selection)
    const destinations = new Destinations(file)
    const copier = new ObjectCopier(file, { writer, known: this.#known }, destinations)
    const places = replacePages(writer.reserve.bind(writer), copier, { all, pages })
    for (const [index, { dictionary }] of pages.entries()) {
      const place = places[index]
      if (place === undefined) continue
      const page = this.#overlaid.overlaid(file, withoutOld(dictionary))
      const copy = copier.copy(page)
      // A dictionary’s copy is one.
      const entries = new Map(copy as PdfDictionary).set('Parent', this.#tree.add(place))
      writer.write(place, entries)
      yield* copier.steps()
    }
    this.#layers.add(file, copier)
    yield* copier.steps()
    if (this.#options.hasBookmarks) {
      const children = copiedOutline(file, copier, destinations)
      this.#addBookmark(title, places[0], children)
      yield* copier.steps()
    }
    return pages.length
  }

  finish(): void {
    const { writer } = this.#output
    const { metadata, attachments, nowMs } = this.#options
    this.#overlaid.finish()
    const described = { ...metadata, nowMs, archive: undefined, isAccessible: false }
    const outline = writeOutline(writer, this.#bookmarks)
    const catalog = new Map<string, PdfValue>([
      ['Type', nameOf('Catalog')],
      ['Pages', this.#tree.finish()],
      ['Metadata', writer.add(metadataPacket(described))],
      ...writeAttachments(writer, attachments, nowMs),
    ])
    if (outline !== undefined)
      catalog.set('Outlines', outline).set('PageMode', nameOf('UseOutlines'))
    const layers = this.#layers.properties()
    if (layers !== undefined) catalog.set('OCProperties', layers)
    if (metadata.title !== undefined)
      catalog.set('ViewerPreferences', dictionaryOf({ DisplayDocTitle: true }))
    const root = writer.add(catalog)
    closeOutput(this.#output, this.#options, { root, info: writer.add(infoDictionary(described)) })
  }

  #addBookmark(
    title: string | undefined,
    place: PdfWritten | undefined,
    children: readonly Bookmark[],
  ): void {
    if (place === undefined) return
    if (title === undefined) this.#bookmarks.push(...children)
    else this.#bookmarks.push(bookmarkOf(title, place, children))
  }
}

/** Gives the pages their new numbers; references to anything else of the old tree lead nowhere. */
function replacePages(
  reserve: () => PdfWritten,
  copier: ObjectCopier,
  { all, pages }: { readonly all: PdfPages; readonly pages: readonly PdfPage[] },
): readonly PdfWritten[] {
  for (const number of all.nodes) copier.replace(number, null)
  for (const { number } of all.pages) if (number !== undefined) copier.replace(number, null)
  const taken = new Set<number>()
  return pages.map(({ number }) => {
    const place = reserve()
    // A page that is taken twice is written twice; what refers to it leads to the first.
    if (number !== undefined && !taken.has(number)) copier.replace(number, place)
    if (number !== undefined) taken.add(number)
    return place
  })
}

function withoutOld(page: PdfDictionary): PdfDictionary {
  const entries = new Map(page)
  for (const key of LEFT_BEHIND) entries.delete(key)
  return entries
}
