import type { PdfFile } from './pdf-file.ts'
import { broken, PdfProblem } from './pdf-problem.ts'
import {
  isDictionary,
  isList,
  isName,
  ofKind,
  type PdfDictionary,
  type PdfValue,
} from './pdf-value.ts'

// More named places than a file within the limits of an upload needs.
const MAX_NAMES = 200_000
const MAX_NODES = 20_000

/** The named places of a file, to which links within it lead; names of several files would get in each other’s way. */
export class Destinations {
  readonly #file: PdfFile
  #places: ReadonlyMap<string, PdfValue> | undefined

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** A link, action or bookmark whose place is named, with the place itself. Other dictionaries as they are. */
  resolved(dictionary: PdfDictionary): PdfDictionary {
    const key = isName(dictionary.get('S'), 'GoTo') ? 'D' : 'Dest'
    const place = this.placeOf(dictionary.get(key))
    return place === undefined ? dictionary : new Map(dictionary).set(key, place)
  }

  /** What a name stands for; undefined for what is no name. */
  placeOf(value: PdfValue | undefined): PdfValue | undefined {
    const name = ofKind(value, 'name')?.name ?? ofKind(value, 'text')?.bytes.toString('latin1')
    if (name === undefined) return undefined
    this.#places ??= this.#named()
    return this.#places.get(name) ?? null
  }

  #named(): ReadonlyMap<string, PdfValue> {
    const file = this.#file
    const places = new Map<string, PdfValue>()
    for (const [name, place] of file.dictionary(file.catalog.get('Dests')))
      places.set(name, this.#place(place))
    const waiting: PdfValue[] = [file.dictionary(file.catalog.get('Names')).get('Dests') ?? null]
    let nodes = 0
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      nodes += 1
      if (nodes > MAX_NODES) throw broken('its named places go in circles')
      const node = file.dictionary(next)
      const kids = file.resolve(node.get('Kids'))
      if (isList(kids)) waiting.push(...kids)
      const pairs = file.resolve(node.get('Names'))
      if (isList(pairs)) this.#addPairs(places, pairs)
    }
    return places
  }

  #addPairs(places: Map<string, PdfValue>, pairs: readonly PdfValue[]): void {
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const name = ofKind(this.#file.resolve(pairs[at]), 'text')
      if (name === undefined) continue
      if (places.size >= MAX_NAMES)
        throw new PdfProblem('too-large', 'it has too many named places')
      places.set(name.bytes.toString('latin1'), this.#place(pairs[at + 1] ?? null))
    }
  }

  #place(value: PdfValue): PdfValue {
    const resolved = this.#file.resolve(value)
    return isDictionary(resolved) ? (resolved.get('D') ?? null) : resolved
  }
}
