import type { PdfFile } from './pdf-file.ts'
import { broken, PdfProblem } from './pdf-problem.ts'
import { isDictionary, isList, ofKind, type PdfDictionary, type PdfValue } from './pdf-value.ts'

/** A page with what it inherits from the nodes above it. */
export interface PdfPage {
  /** Of its object; undefined for a page that stands within the list of pages itself. */
  readonly number: number | undefined
  readonly dictionary: PdfDictionary
}

export interface PdfPages {
  readonly pages: readonly PdfPage[]
  /** The objects of the tree above the pages. */
  readonly nodes: readonly number[]
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
// What is read between two pauses.
const BYTES_A_STEP = 256 * 1024
// A4 in points, for pages that do not say how large they are.
const DEFAULT_BOX = [0, 0, 595, 842]
// More pages than a file within the limits of an upload needs.
const MAX_PAGES = 50_000

interface Waiting {
  readonly value: PdfValue
  readonly inherited: PdfDictionary
}

/** The pages in order, read with pauses. @throws PdfProblem */
export function* pagesOf(file: PdfFile): Generator<void, PdfPages> {
  const pages: PdfPage[] = []
  const nodes = new Set<number>()
  let { readBytes } = file
  const waiting: Waiting[] = [{ value: file.catalog.get('Pages') ?? null, inherited: new Map() }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (file.readBytes - readBytes > BYTES_A_STEP) {
      yield
      readBytes = file.readBytes
    }
    const number = ofKind(next.value, 'reference')?.number
    const dictionary = file.resolve(next.value)
    if (!isDictionary(dictionary)) continue
    const inherited = withInherited(dictionary, next.inherited)
    const kids = file.resolve(dictionary.get('Kids'))
    if (!isList(kids)) {
      pages.push({ number, dictionary: pageOf(dictionary, inherited) })
      if (pages.length > MAX_PAGES) throw new PdfProblem('too-large', 'it has too many pages')
      continue
    }
    addNode(nodes, number)
    // The last one to wait is the first one to be looked at.
    for (const kid of kids.toReversed()) waiting.push({ value: kid, inherited })
  }
  if (pages.length === 0) throw broken('it has no pages')
  return { pages, nodes: [...nodes] }
}

function addNode(nodes: Set<number>, number: number | undefined): void {
  if (number === undefined) return
  if (nodes.has(number)) throw broken('its pages go in circles')
  nodes.add(number)
}

function withInherited(dictionary: PdfDictionary, above: PdfDictionary): PdfDictionary {
  const inherited = new Map(above)
  for (const key of INHERITED) {
    const value = dictionary.get(key)
    if (value !== undefined) inherited.set(key, value)
  }
  return inherited
}

function pageOf(dictionary: PdfDictionary, inherited: PdfDictionary): PdfDictionary {
  return new Map<string, PdfValue>([['MediaBox', DEFAULT_BOX], ...inherited, ...dictionary])
}
