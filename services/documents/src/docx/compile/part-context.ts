import type { PageIndex } from './page-geometry.ts'
import type { PartNode } from '../tags/part-nodes.ts'
import type { TableStyles } from './table-styles.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'

/** What building the steps of a part needs to know about it. */
export type PartContext = {
  readonly nodes: readonly PartNode[]
  readonly wordPrefix: string
  readonly problems: TemplateProblem[]
  /** What image widths depend on besides the part itself. */
  readonly styles: TableStyles
  readonly pages: PageIndex
  /** Paragraphs to be centred for the image in them. */
  readonly centred: ReadonlySet<number>
  /** Paragraphs that a raw tag replaces: the index of the tag by that of the paragraph. */
  readonly rawParagraphs: ReadonlyMap<number, number>
  /** Where blocks end that may have written nothing, or something else than a paragraph. */
  readonly looseEnds: Set<number>
}
