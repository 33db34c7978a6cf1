import type { Destinations } from './destinations.ts'
import type { ObjectCopier } from './object-copier.ts'
import type { PdfFile } from './pdf-file.ts'
import {
  dictionaryOf,
  nameOf,
  ofKind,
  textOf,
  type PdfDictionary,
  type PdfValue,
  type PdfWritten,
} from './pdf-value.ts'
import type { PdfWriter } from './pdf-writer.ts'

/** A bookmark of the written file. */
export interface Bookmark {
  /** Its bytes as a text: a buffer would keep the whole file that it was read from. */
  readonly title: string
  readonly place: PdfValue
  readonly children: readonly Bookmark[]
}

// What a person can use; more of one file are left out.
const MAX_BOOKMARKS = 5_000
const MAX_DEPTH = 20

/** A bookmark of the written file to a page of it. */
export function bookmarkOf(
  title: string,
  page: PdfWritten,
  children: readonly Bookmark[],
): Bookmark {
  const place = [page, nameOf('Fit')]
  return { title: textOf(title).bytes.toString('latin1'), place, children }
}

/** The bookmarks of a file, leading to their pages in the written one. Those of pages left out lead nowhere. */
export function copiedOutline(
  file: PdfFile,
  copier: ObjectCopier,
  destinations: Destinations,
): readonly Bookmark[] {
  const seen = new Set<PdfDictionary>()
  const level = (first: PdfValue | undefined, depth: number): readonly Bookmark[] => {
    const found: Bookmark[] = []
    let next = file.dictionary(first)
    while (next.size > 0 && !seen.has(next) && seen.size < MAX_BOOKMARKS) {
      seen.add(next)
      const title = ofKind(file.resolve(next.get('Title')), 'text')
      const children = depth < MAX_DEPTH ? level(next.get('First'), depth + 1) : []
      const place = copier.copy(placeOf(file, destinations, next))
      if (title !== undefined)
        found.push({ title: title.bytes.toString('latin1'), place, children })
      next = file.dictionary(next.get('Next'))
    }
    return found
  }
  return level(file.dictionary(file.catalog.get('Outlines')).get('First'), 0)
}

function placeOf(file: PdfFile, destinations: Destinations, item: PdfDictionary): PdfValue {
  const direct = file.resolve(item.get('Dest'))
  const action = file.dictionary(item.get('A'))
  const place = direct ?? file.resolve(action.get('D'))
  return destinations.placeOf(place) ?? place
}

/** Writes bookmarks; undefined when there are none. */
export function writeOutline(
  writer: PdfWriter,
  bookmarks: readonly Bookmark[],
): PdfWritten | undefined {
  if (bookmarks.length === 0) return undefined
  const root = writer.reserve()
  const ends = writeLevel(writer, bookmarks, root)
  const count = bookmarks.length
  writer.write(root, dictionaryOf({ Type: nameOf('Outlines'), ...ends, Count: count }))
  return root
}

function writeLevel(
  writer: PdfWriter,
  bookmarks: readonly Bookmark[],
  parent: PdfWritten,
): Readonly<Record<string, PdfValue>> {
  const places = bookmarks.map(() => writer.reserve())
  for (const [index, { title, place, children }] of bookmarks.entries()) {
    const own = places[index] ?? parent
    const previous = places[index - 1]
    const next = places[index + 1]
    const inner = children.length === 0 ? {} : writeLevel(writer, children, own)
    writer.write(
      own,
      dictionaryOf({
        Title: { kind: 'text', bytes: Buffer.from(title, 'latin1') },
        Parent: parent,
        ...(place === null ? {} : { Dest: place }),
        ...(previous === undefined ? {} : { Prev: previous }),
        ...(next === undefined ? {} : { Next: next }),
        ...inner,
        // Closed: those within are shown when they are asked for.
        ...(children.length === 0 ? {} : { Count: -children.length }),
      }),
    )
  }
  const [first] = places
  const last = places.at(-1)
  return first === undefined || last === undefined ? {} : { First: first, Last: last }
}
