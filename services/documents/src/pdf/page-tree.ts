import { dictionaryOf, nameOf, type PdfWritten } from './pdf-value.ts'
import type { PdfWriter } from './pdf-writer.ts'

// A viewer that looks for a page reads the list of one node.
const PAGES_A_NODE = 100

interface Node {
  readonly place: PdfWritten
  readonly pages: PdfWritten[]
}

/** The tree in which a viewer finds the pages, two levels deep. */
export class PageTree {
  readonly #writer: PdfWriter
  readonly #root: PdfWritten
  readonly #nodes: Node[] = []
  #count = 0

  constructor(writer: PdfWriter) {
    this.#writer = writer
    this.#root = writer.reserve()
  }

  get count(): number {
    return this.#count
  }

  /** The node above the page. */
  add(page: PdfWritten): PdfWritten {
    this.#count += 1
    const last = this.#nodes.at(-1)
    const node =
      last === undefined || last.pages.length >= PAGES_A_NODE
        ? { place: this.#writer.reserve(), pages: [] }
        : last
    if (node !== last) this.#nodes.push(node)
    node.pages.push(page)
    return node.place
  }

  /** Writes the tree; its root. */
  finish(): PdfWritten {
    for (const { place, pages } of this.#nodes) {
      const entries = { Type: nameOf('Pages'), Parent: this.#root }
      this.#writer.write(place, dictionaryOf({ ...entries, Kids: pages, Count: pages.length }))
    }
    const kids = this.#nodes.map(({ place }) => place)
    const root = { Type: nameOf('Pages'), Kids: kids, Count: this.#count }
    this.#writer.write(this.#root, dictionaryOf(root))
    return this.#root
  }
}
