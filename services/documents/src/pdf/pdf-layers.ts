import type { ObjectCopier } from './object-copier.ts'
import type { PdfFile } from './pdf-file.ts'
import { dictionaryOf, isList, ofKind, textOf, type PdfValue } from './pdf-value.ts'

// A plan of a building has some hundreds.
const MAX_LAYERS = 10_000

/** The layers of many files, of which each is shown or hidden as in its own; without this list all would be shown. */
export class PdfLayers {
  readonly #all: PdfValue[] = []
  readonly #hidden: PdfValue[] = []

  add(file: PdfFile, copier: ObjectCopier): void {
    const properties = file.dictionary(file.catalog.get('OCProperties'))
    const settings = file.dictionary(properties.get('D'))
    const all = referencesIn(file, properties.get('OCGs'))
    const isHiddenFirst = ofKind(settings.get('BaseState'), 'name')?.name === 'OFF'
    const shown = numbersIn(file, settings.get('ON'))
    const hidden = numbersIn(file, settings.get('OFF'))
    for (const layer of all.slice(0, MAX_LAYERS - this.#all.length)) {
      const isHidden = hidden.has(layer.number) || (isHiddenFirst && !shown.has(layer.number))
      const copy = copier.copy(layer)
      this.#all.push(copy)
      if (isHidden) this.#hidden.push(copy)
    }
  }

  /** What the catalog says of them; undefined when there are none. */
  properties(): PdfValue | undefined {
    if (this.#all.length === 0) return undefined
    const settings = { Name: textOf('Capas'), Order: this.#all, OFF: this.#hidden }
    return dictionaryOf({ OCGs: this.#all, D: dictionaryOf(settings) })
  }
}

function referencesIn(file: PdfFile, value: PdfValue | undefined) {
  const list = file.resolve(value)
  return isList(list) ? list.flatMap((one) => ofKind(one, 'reference') ?? []) : []
}

function numbersIn(file: PdfFile, value: PdfValue | undefined): ReadonlySet<number> {
  return new Set(referencesIn(file, value).map(({ number }) => number))
}
