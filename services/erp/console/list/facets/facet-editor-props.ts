import type { ListColumn } from '../list-columns.ts'
import type { Facet } from './facets.ts'

/** What the editors of all kinds of conditions are given. */
export interface FacetEditorProps {
  readonly model: string
  /** What the conditions are on: a column of the model, or of what one of its references points to. */
  readonly column: ListColumn
  readonly path: string
  readonly facet: Facet
  /** The other conditions of the list, as a query, for counts. */
  readonly others: string
  readonly onChange: (facet: Facet) => void
}
