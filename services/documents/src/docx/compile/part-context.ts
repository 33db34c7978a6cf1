import type { PartNode } from '../tags/part-nodes.ts'
import type { TemplateProblem } from '../tags/template-problem.ts'
import type { LayoutMarks } from './layout-marks.ts'
import type { NamedStyles } from './named-styles.ts'
import type { PageIndex } from './page-geometry.ts'
import type { TableStyles } from './table-styles.ts'

/** What building the steps of a part needs to know about it. */
export type PartContext = {
  readonly nodes: readonly PartNode[]
  readonly wordPrefix: string
  readonly problems: TemplateProblem[]
  /** What image widths depend on besides the part itself. */
  readonly styles: TableStyles
  readonly pages: PageIndex
  readonly named: NamedStyles
  /** Paragraphs to be centred for the image in them. */
  readonly centred: ReadonlySet<number>
  /** Paragraphs that a raw or rich tag replaces: the tag's index by the paragraph's. */
  readonly replacedParagraphs: ReadonlyMap<number, number>
  readonly marks: LayoutMarks
  /** Ends of blocks that may have written nothing, or something other than a paragraph. */
  readonly looseEnds: Set<number>
}
